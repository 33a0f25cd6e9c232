import { type AddressFormat, addressFormat, stateIn } from '@/domain/address/address-format'
import { parcelIssuesIn } from '@/domain/address/address-rules'
import {
  chosenPlan,
  courierPhone,
  isPrinted,
  parcelChange,
  type ShippingForm,
  shippingFormOf,
} from '@/domain/address/shipping-form'
import { planById } from '@/domain/catalog/plans'
import { defaultMethod, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import {
  applyChange,
  choosePlan,
  mergeChange,
  type StateChange,
} from '@/domain/checkout/state-change'
import { acknowledgementIssues, type PermitTable } from '@/domain/destinations/permit-verdict'
import type { FieldIssue } from '@/domain/input/field-issue'
import { isStorable } from '@/domain/input/storable'
import type { PhoneRule } from '@/domain/phone/phone-rules'

type Methods = ShippingMethod[] | undefined

/**
 * The form as it was left: the method most people take while none is chosen, and the state as its country's
 * list names it.
 */
export const planFormOf = (
  state: CheckoutState,
  methods: Methods,
  address?: AddressFormat,
): ShippingForm => {
  const form = shippingFormOf(state)
  const isHere = address?.country === form.shipping_country
  const listed = isHere ? stateIn(address.states, form.shipping_state) : undefined
  return {
    ...form,
    shipping_state: listed?.code ?? form.shipping_state,
    shipping_method: form.shipping_method || defaultMethod(methods ?? [])?.code || '',
  }
}

/** What the form is held against besides its own values. */
export interface Known {
  methods: Methods
  /** How addresses are written in the form's country; undefined while that is not loaded. */
  address?: AddressFormat | undefined
  /** The courier's number is asked for on this page. */
  asksPhone: boolean
  phoneWrong: PhoneRule
}

/** What the form changes. A digital permit leaves the delivery alone: the server clears it, the form keeps it. */
export function planChange(state: CheckoutState, form: ShippingForm, known: Known): StateChange {
  const plan = chosenPlan(form)
  const choice = plan === state.selectedLicense ? {} : choosePlan(state, plan)
  return isPrinted(form) ? mergeChange(choice, deliveryChange(state, form, known)) : choice
}

function deliveryChange(
  state: CheckoutState,
  form: ShippingForm,
  { methods, address, asksPhone, phoneWrong }: Known,
): StateChange {
  const method = methods?.find(({ code }) => code === form.shipping_method)
  // The price of a method already chosen follows from the server, with the country.
  const isOther = method && method.code !== state.selectedShippingMethod?.code
  const { shipping } = parcelChange(state, form, address)
  return {
    shipping: Object.fromEntries(Object.entries(shipping).filter(([, text]) => isStorable(text))),
    ...(isOther && { selectedShippingMethod: { code: method.code, price: method.price } }),
    // Half a number is not stored: the first step would ask for it again. Its country is chosen by itself.
    ...(asksPhone &&
      (phoneIssue(form, phoneWrong) ? { dialCode: form.dialCode } : courierPhone(form))),
  }
}

function phoneIssue({ phone, dialCode }: ShippingForm, phoneWrong: PhoneRule): string | undefined {
  return phone.trim() ? phoneWrong({ phone, dialCode }) : 'missing'
}

/** What stands above the fields of the address, in the order of the page. */
const aboveAddress = ['selectedLicense', 'pickup_point', 'country', 'first_name', 'last_name']

/** What keeps the customer from going on with this plan, or the permit from being sent; a digital one needs no address. */
export const planIssues = (
  state: CheckoutState,
  form: ShippingForm,
  known: Known & { permits: PermitTable },
): FieldIssue[] => [
  ...acknowledgementIssues(state, known.permits, planById(state.productList, chosenPlan(form))),
  ...(isPrinted(form) ? deliveryIssues(state, form, known) : []),
]

function deliveryIssues(
  state: CheckoutState,
  form: ShippingForm,
  { methods, address, asksPhone, phoneWrong }: Known,
): FieldIssue[] {
  const phone = asksPhone && phoneIssue(form, phoneWrong)
  return [
    ...(address ? addressIssues(state, form, address) : []),
    ...(phone ? [{ field: 'phone', message: `phone.${phone}` }] : []),
    ...(methods?.length === 0
      ? [{ field: 'country', message: 'shipping_country.undeliverable' }]
      : []),
  ]
}

function addressIssues(
  state: CheckoutState,
  form: ShippingForm,
  address: AddressFormat,
): FieldIssue[] {
  const { shipping } = applyChange(emptyCheckout, parcelChange(state, form, address))
  return parcelIssuesIn(state, shipping, address)
}

/** The issues in the order of the page, whose address has the order of its country. */
export function inPageOrder(
  issues: FieldIssue[],
  { fields }: Pick<AddressFormat, 'fields'> = addressFormat(''),
): FieldIssue[] {
  const order = [...aboveAddress, ...fields, 'address_2', 'phone']
  return [...issues].sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
}

/** Errors name the parts of the address, controls carry `shipping_` before them. */
export const fieldOf = (control: string): string =>
  control.startsWith('plan_') ? 'selectedLicense' : control.replace(/^shipping_/, '')

/** Whether an issue is about a part of the address that the form asks for. */
export const isOfAddress = (field: string): boolean => Object.hasOwn(emptyShipping, field)

const ownNames = ['phone', 'pickup_point', 'street_number']

/** The control at which a field's error stands. What has to be understood is a box with its own name. */
export function controlOf(field: string, { category }: ShippingForm): string {
  if (field === 'selectedLicense') return `plan_${category}`
  return ownNames.includes(field) || field.includes(':') ? field : `shipping_${field}`
}

import type { UseFormRegister } from 'react-hook-form'
import type { ShownAdvice } from '@/client/checkout/use-step-form'
import {
  type AddressFormat,
  buildAddressFormat,
  findState,
  formatPostcode,
  isPlausiblePostcode,
} from '@/domain/address/address-format'
import { listParcelIssuesForFormat } from '@/domain/address/address-rules'
import {
  isPrinted,
  readPlanId,
  type ShippingForm,
  toDialCodeChange,
  toParcelChange,
  toPhoneChange,
  toShippingForm,
} from '@/domain/address/shipping-form'
import type { findContradictedState } from '@/domain/address/state-postcodes'
import { findPlan } from '@/domain/catalog/plans'
import { resolveShippingMethod, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { applyChange, choosePlan, type StateChange } from '@/domain/checkout/state-change'
import { listTripStartIssues } from '@/domain/checkout/trip-start'
import { listAcknowledgementIssues, type PermitTable } from '@/domain/destinations/permit-verdict'
import type { FieldAdvice, FieldIssue } from '@/domain/input/field-issue'
import { isStorable } from '@/domain/input/storable'
import type { PhoneRule } from '@/domain/phone/phone-rules'

type Methods = ShippingMethod[] | undefined

/**
 * Initial values: the most popular method while none is chosen, and the state as its country's list
 * names it.
 */
export const toPlanForm = (
  state: CheckoutState,
  methods: Methods,
  address?: AddressFormat,
): ShippingForm => {
  const form = toShippingForm(state)
  const isSameCountry = address?.country === form.shipping_country
  const listedState = isSameCountry ? findState(address.states, form.shipping_state) : undefined
  return {
    ...form,
    shipping_state: listedState?.code ?? form.shipping_state,
    shipping_method:
      resolveShippingMethod(methods ?? [], form.shipping_method)?.code ?? form.shipping_method,
  }
}

/** What the form is validated against besides its own values. */
interface PlanFormContext {
  methods: Methods
  /** Address format of the form's country; undefined until it is loaded. */
  address?: AddressFormat | undefined
  validatePhone: PhoneRule
  /** `yyyy-mm-dd`. */
  today: string
}

/**
 * State change of the form. A digital permit omits the delivery: the server clears it, the form
 * retains it.
 */
export function buildPlanChange(
  state: CheckoutState,
  form: ShippingForm,
  context: PlanFormContext,
): StateChange {
  const plan = readPlanId(form)
  const choice = plan === state.selectedLicense ? {} : choosePlan(state, plan)
  return isPrinted(form) ? applyChange(choice, buildDeliveryChange(state, form, context)) : choice
}

function buildDeliveryChange(
  state: CheckoutState,
  form: ShippingForm,
  { methods, address, validatePhone, today }: PlanFormContext,
): StateChange {
  const method = methods?.find(({ code }) => code === form.shipping_method)
  // The server updates the price of the chosen method with the country.
  const isNewMethod = method && method.code !== state.selectedShippingMethod?.code
  const { shipping } = toParcelChange(state, form, address)
  const hasTripIssue = listTripStartIssues(form.trip_start, state.trip_start, today).length > 0
  return {
    shipping: Object.fromEntries(Object.entries(shipping).filter(([, text]) => isStorable(text))),
    ...(isNewMethod && { selectedShippingMethod: method }),
    // An incomplete number is not stored. Its country code is stored alone.
    ...(findPhoneIssue(form, validatePhone) ? toDialCodeChange : toPhoneChange)(state, form),
    // An invalid day replaces the stored one too: the couriers are not compared with a day that the
    // field no longer has.
    trip_start: hasTripIssue ? null : form.trip_start || null,
  }
}

function findPhoneIssue(
  { phone, dialCode }: ShippingForm,
  validatePhone: PhoneRule,
): string | undefined {
  return phone.trim() ? validatePhone({ phone, dialCode }) : 'missing'
}

/** Fields above those of the address, in page order. */
const fieldsAboveAddress = ['selectedLicense', 'pickup_point', 'country', 'first_name', 'last_name']

/** Issues that block this plan or its delivery; a digital permit needs no address. */
export const findPlanIssues = (
  state: CheckoutState,
  form: ShippingForm,
  context: PlanFormContext & { permits: PermitTable },
): FieldIssue[] => [
  ...listAcknowledgementIssues(
    state,
    context.permits,
    findPlan(state.productList, readPlanId(form)),
  ),
  ...(isPrinted(form) ? findDeliveryIssues(state, form, context) : []),
]

/** No courier delivers to the country. */
export const undeliverable: FieldIssue = {
  field: 'country',
  message: 'shipping_country.undeliverable',
}

function findDeliveryIssues(
  state: CheckoutState,
  form: ShippingForm,
  { methods, address, validatePhone, today }: PlanFormContext,
): FieldIssue[] {
  const phone = findPhoneIssue(form, validatePhone)
  return [
    ...(address ? findAddressIssues(state, form, address) : []),
    ...(phone ? [{ field: 'phone', message: `phone.${phone}` }] : []),
    ...listTripStartIssues(form.trip_start, state.trip_start, today),
    ...(methods?.length === 0 ? [undeliverable] : []),
  ]
}

function findAddressIssues(
  state: CheckoutState,
  form: ShippingForm,
  address: AddressFormat,
): FieldIssue[] {
  const { shipping } = applyChange(emptyCheckout, toParcelChange(state, form, address))
  return listParcelIssuesForFormat(state, shipping, address)
}

interface DeliveryRules {
  address: AddressFormat | undefined
  validatePhone: PhoneRule
  findContradictedState: typeof findContradictedState | undefined
}

/** Advice about the delivery of a printed permit to an address. */
export const listDeliveryAdvice = (form: ShippingForm, rules: DeliveryRules): FieldAdvice[] =>
  isPrinted(form) ? [...listPostcodeAdvice(form, rules), ...listPhoneAdvice(form, rules)] : []

/** A postcode without its country's shape, or of another state than the one in `detail`. */
function listPostcodeAdvice(
  { shipping_postcode, shipping_state: state }: ShippingForm,
  { address, findContradictedState }: DeliveryRules,
): FieldAdvice[] {
  const answer = formatPostcode(shipping_postcode)
  if (!answer || !address?.fields.includes('postcode')) return []
  if (!isPlausiblePostcode(answer, address)) return [{ field: 'postcode', answer }]
  const detail = findContradictedState?.({ postcode: answer, state }, address)
  return detail ? [{ field: 'postcode', answer, detail }] : []
}

/** A number that is only possible with the calling code of the parcel's country, in `detail`. */
function listPhoneAdvice(
  { phone, dialCode, shipping_country: detail }: ShippingForm,
  { validatePhone }: DeliveryRules,
): FieldAdvice[] {
  const isMistaken =
    phone.trim() !== '' &&
    validatePhone({ phone, dialCode }) !== undefined &&
    validatePhone({ phone, dialCode: detail }) === undefined
  return isMistaken ? [{ field: 'phone', answer: phone, detail }] : []
}

/** Issues in page order, with the address in its country's order. */
export function sortByPageOrder(
  issues: FieldIssue[],
  { fields }: Pick<AddressFormat, 'fields'> = buildAddressFormat(''),
): FieldIssue[] {
  const order = [...fieldsAboveAddress, ...fields, 'address_2', 'phone', 'trip_start']
  return [...issues].sort(
    (first, second) => order.indexOf(first.field) - order.indexOf(second.field),
  )
}

/** Errors name the parts of an address; the names of controls have the prefix `shipping_`. */
export const fieldOf = (control: string): string =>
  control.startsWith('plan_') ? 'selectedLicense' : control.replace(/^shipping_/, '')

/** Whether an issue is about an address field of the form. */
export const isAddressField = (field: string): boolean => Object.hasOwn(emptyShipping, field)

const unprefixedFields = ['phone', 'pickup_point', 'street_number', 'trip_start']

/**
 * Name of the control that shows a field's error. An acknowledgement is a checkbox with its own
 * name.
 */
export function controlOf(field: string, { category }: ShippingForm): string {
  if (field === 'selectedLicense') return `plan_${category}`
  return unprefixedFields.includes(field) || field.includes(':') ? field : `shipping_${field}`
}

/** Props of every section of the plan form. */
export interface Fields {
  register: (name: keyof ShippingForm) => ReturnType<UseFormRegister<ShippingForm>>
  /** Sets values without saving them. */
  showValues: (values: Partial<ShippingForm>) => void
  /** Sets values and saves them. */
  fill: (values: Partial<ShippingForm>) => void
  errorOf: (field: string) => string | undefined
  /** Advice about the field's answer, while it is shown. */
  adviceAbout: (field: string) => ShownAdvice | undefined
  /** Saved answers: values of the inputs before hydration. */
  values: ShippingForm
}

/** Props of an address field, with the address format of its country. */
export type AddressProps = Fields & { format: AddressFormat }

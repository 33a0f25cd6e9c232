import { addressIssues } from '@/domain/address'
import { applyChange, choosePlan, type StateChange } from '@/domain/changes'
import { type CheckoutState, emptyCheckout } from '@/domain/checkout'
import { defaultMethod, type ShippingMethod } from '@/domain/delivery'
import {
  chosenPlan,
  isPrinted,
  type ShippingForm,
  shippingChange,
  shippingFormOf,
} from '@/domain/forms'
import type { FieldIssue } from '@/domain/issues'

type Methods = ShippingMethod[] | undefined

/** The form as it was left, with the method most people take while none is chosen. */
export const planFormOf = (state: CheckoutState, methods: Methods): ShippingForm => {
  const form = shippingFormOf(state)
  return {
    ...form,
    shipping_method: form.shipping_method || defaultMethod(methods ?? [])?.code || '',
  }
}

/** What the form changes. A digital permit leaves the delivery alone: the server clears it, the form keeps it. */
export function planChange(
  state: CheckoutState,
  form: ShippingForm,
  methods: Methods,
): StateChange {
  const plan = chosenPlan(form)
  const method = methods?.find(({ code }) => code === form.shipping_method)
  return {
    ...(plan !== state.selectedLicense && choosePlan(state, plan)),
    ...(isPrinted(form) && shippingChange(form)),
    // The price of a method already chosen follows from the server, with the country.
    ...(isPrinted(form) &&
      method &&
      method.code !== state.selectedShippingMethod?.code && {
        selectedShippingMethod: methodChoice(method),
      }),
  }
}

export const methodChoice = ({ code, price }: ShippingMethod) => ({ code, price })

/** The order of the page, in which errors are listed. */
const pageOrder = [
  'selectedLicense',
  'country',
  'first_name',
  'last_name',
  'address',
  'postcode',
  'city',
  'state',
]

/** What keeps the permit from being sent; a digital one needs no address. */
export function planIssues(form: ShippingForm, methods: Methods): FieldIssue[] {
  if (!isPrinted(form)) return []
  const issues = addressIssues(applyChange(emptyCheckout, shippingChange(form)).shipping)
  const isReachable = methods === undefined || methods.length > 0
  return isReachable
    ? issues
    : [...issues, { field: 'country', message: 'shipping_country.undeliverable' }]
}

export const inPageOrder = (issues: FieldIssue[]): FieldIssue[] =>
  [...issues].sort((one, other) => pageOrder.indexOf(one.field) - pageOrder.indexOf(other.field))

/** Errors name the parts of the address, controls carry `shipping_` before them. */
export const fieldOf = (control: string): string =>
  control.startsWith('plan_') ? 'selectedLicense' : control.replace(/^shipping_/, '')

/** The control at which a field's error stands. */
export const controlOf = (field: string, { category }: ShippingForm): string =>
  field === 'selectedLicense' ? `plan_${category}` : `shipping_${field}`

import { hasPostcode, hasState } from '@/domain/address'
import type { CheckoutState } from '@/domain/checkout'
import { type PlanCategory, planById, samePlanIn } from '@/domain/plans'

/** What the plan and delivery form holds: flat values under the names of its controls. */
export interface ShippingForm {
  category: string
  plan_physical: string
  plan_digital: string
  shipping_country: string
  shipping_first_name: string
  shipping_last_name: string
  shipping_address: string
  shipping_address_2: string
  shipping_postcode: string
  shipping_city: string
  shipping_state: string
  shipping_method: string
}

/** The plan and delivery form as it was left; names stand as on the licence until changed. */
export function shippingFormOf(state: CheckoutState): ShippingForm {
  const { customer, shipping, category, selectedShippingMethod } = state
  return {
    category: category === 'digital' ? 'digital' : 'physical',
    plan_physical: planIn('physical', state),
    plan_digital: planIn('digital', state),
    shipping_country: shipping.country || customer.country_of_residence,
    shipping_first_name: shipping.first_name || customer.license_first_name,
    shipping_last_name: shipping.last_name || customer.license_last_name,
    shipping_address: shipping.address,
    shipping_address_2: shipping.address_2,
    shipping_postcode: shipping.postcode,
    shipping_city: shipping.city,
    shipping_state: shipping.state,
    shipping_method: selectedShippingMethod?.code ?? '',
  }
}

/** The plan of the chosen years in a category: each category has cards of its own. */
function planIn(category: PlanCategory, { productList, selectedLicense }: CheckoutState): string {
  const years = planById(productList, selectedLicense)?.years ?? null
  return String(samePlanIn(productList, category, years)?.id ?? '')
}

/** Whether the form asks for a printed permit, which needs a delivery. */
export const isPrinted = ({ category }: ShippingForm): boolean => category !== 'digital'

/** The plan the form has chosen. */
export const chosenPlan = (form: ShippingForm): number =>
  Number(isPrinted(form) ? form.plan_physical : form.plan_digital)

/** The delivery part of the form, as a change of the state. What the country's addresses do not have is left out. */
export const shippingChange = (form: ShippingForm) => ({
  shipping: {
    country: form.shipping_country,
    first_name: form.shipping_first_name.trim(),
    last_name: form.shipping_last_name.trim(),
    address: form.shipping_address.trim(),
    address_2: form.shipping_address_2.trim(),
    postcode: hasPostcode(form.shipping_country) ? form.shipping_postcode.trim() : '',
    city: form.shipping_city.trim(),
    state: hasState(form.shipping_country) ? form.shipping_state.trim() : '',
  },
})

/** A posted form, read under the names the empty form has. */
export function postedForm<F extends object>(empty: F, posted: URLSearchParams): F {
  const read = (name: string, before: unknown) => {
    if (Array.isArray(before)) return posted.getAll(name)
    if (typeof before === 'boolean') return posted.has(name)
    return posted.get(name) ?? before
  }
  return Object.fromEntries(
    Object.entries(empty).map(([name, before]) => [name, read(name, before)]),
  ) as F
}

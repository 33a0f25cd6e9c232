import { type AddressFormat, writtenPostcode } from '@/domain/address/address-format'
import { fitted } from '@/domain/address/address-rules'
import { formatOf, type PlanCategory, planById, samePlanIn } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { pickupPartner } from '@/domain/links/partner-offer'
import { typedPhone } from '@/domain/phone/parse-phone'

/** What the plan and delivery form holds: flat values under the names of its controls. */
export interface ShippingForm {
  category: string
  plan_physical: string
  plan_digital: string
  shipping_country: string
  shipping_first_name: string
  shipping_last_name: string
  shipping_address: string
  street_number: string
  shipping_address_2: string
  shipping_postcode: string
  shipping_city: string
  shipping_state: string
  shipping_method: string
  pickup_point: string
  dialCode: string
  phone: string
}

/** The plan and delivery form as it was left; names stand as on the licence until changed. */
export function shippingFormOf(state: CheckoutState): ShippingForm {
  const { customer, shipping, category, selectedShippingMethod, dialCode } = state
  // Where the first step is still to be saved, it proposes the same.
  const issued = customer.license_issued || state.userCountry
  const home = customer.country_of_residence || issued
  return {
    category: category === 'digital' ? 'digital' : 'physical',
    plan_physical: planIn('physical', state),
    plan_digital: planIn('digital', state),
    shipping_country: shipping.country || home,
    shipping_first_name: shipping.first_name || customer.license_first_name,
    shipping_last_name: shipping.last_name || customer.license_last_name,
    shipping_address: shipping.address,
    street_number: shipping.street_number,
    shipping_address_2: shipping.address_2,
    shipping_postcode: shipping.postcode,
    shipping_city: shipping.city,
    shipping_state: shipping.state,
    shipping_method: selectedShippingMethod?.code ?? '',
    pickup_point: shipping.pickup_point,
    dialCode: dialCode || issued,
    phone: typedPhone(customer, dialCode),
  }
}

/** The chosen plan, or the one of as many years in the other format: each format has cards of its own. */
function planIn(format: PlanCategory, { productList, selectedLicense }: CheckoutState): string {
  const chosen = planById(productList, selectedLicense)
  const isInFormat = chosen && formatOf(chosen) === format
  const plan = isInFormat ? chosen : samePlanIn(productList, format, chosen?.years ?? null)
  return String(plan?.id ?? '')
}

/** Whether the form asks for a printed permit, which needs a delivery. */
export const isPrinted = ({ category }: ShippingForm): boolean => category !== 'digital'

/** The plan the form has chosen. */
export const chosenPlan = (form: ShippingForm): number =>
  Number(isPrinted(form) ? form.plan_physical : form.plan_digital)

/**
 * The delivery part of the form, as a change of the state. Once the country's format is known, what its
 * addresses do not have is left out.
 */
export function shippingChange(form: ShippingForm, format?: AddressFormat) {
  const typed = {
    address: form.shipping_address.trim(),
    street_number: form.street_number.trim(),
    city: form.shipping_city.trim(),
    state: form.shipping_state.trim(),
    postcode: writtenPostcode(form.shipping_postcode),
  }
  return {
    shipping: {
      country: form.shipping_country,
      first_name: form.shipping_first_name.trim(),
      last_name: form.shipping_last_name.trim(),
      address_2: form.shipping_address_2.trim(),
      ...(format ? fitted(typed, format) : typed),
    },
  }
}

/** Where the permit goes: to an address, or to the point where a partner's customer collects it. */
export const parcelChange = (state: CheckoutState, form: ShippingForm, format?: AddressFormat) =>
  pickupPartner(state)
    ? // Of radio buttons none of which is chosen, a browser's form says null.
      { shipping: { pickup_point: form.pickup_point ?? '' } }
    : shippingChange(form, format)

/** The number for the courier, as a change of the state. */
export const courierPhone = ({ dialCode, phone }: ShippingForm): StateChange => ({
  dialCode,
  customer: { phone_typed: phone.trim() },
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

import { type AddressFormat, formatPostcode } from '@/domain/address/address-format'
import { fitAddress } from '@/domain/address/address-rules'
import {
  findEquivalentPlan,
  findPlan,
  type PlanCategory,
  toPlanFormat,
} from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { toPhoneInput } from '@/domain/phone/parse-phone'

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
export function toShippingForm(state: CheckoutState): ShippingForm {
  const { customer, shipping, category, selectedShippingMethod, dialCode } = state
  // Where the first step is still to be saved, it proposes the same.
  const licenceCountry = customer.license_issued || state.userCountry
  const residence = customer.country_of_residence || licenceCountry
  return {
    category: category === 'digital' ? 'digital' : 'physical',
    plan_physical: pickPlanId('physical', state),
    plan_digital: pickPlanId('digital', state),
    shipping_country: shipping.country || residence,
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
    dialCode: dialCode || licenceCountry,
    phone: toPhoneInput(customer, dialCode),
  }
}

/** The chosen plan, or the one of as many years in the other format: each format has cards of its own. */
function pickPlanId(format: PlanCategory, { productList, selectedLicense }: CheckoutState): string {
  const selectedPlan = findPlan(productList, selectedLicense)
  const isInFormat = selectedPlan && toPlanFormat(selectedPlan) === format
  const plan = isInFormat
    ? selectedPlan
    : findEquivalentPlan(productList, format, selectedPlan?.years ?? null)
  return String(plan?.id ?? '')
}

/** Whether the form asks for a printed permit, which needs a delivery. */
export const isPrinted = ({ category }: ShippingForm): boolean => category !== 'digital'

/** The plan the form has chosen. */
export const readPlanId = (form: ShippingForm): number =>
  Number(isPrinted(form) ? form.plan_physical : form.plan_digital)

/**
 * The delivery part of the form, as a change of the state. Once the country's format is known, what its
 * addresses do not have is left out.
 */
export function toShippingChange(form: ShippingForm, format?: AddressFormat) {
  const input = {
    address: form.shipping_address.trim(),
    street_number: form.street_number.trim(),
    city: form.shipping_city.trim(),
    state: form.shipping_state.trim(),
    postcode: formatPostcode(form.shipping_postcode),
  }
  return {
    shipping: {
      country: form.shipping_country,
      first_name: form.shipping_first_name.trim(),
      last_name: form.shipping_last_name.trim(),
      address_2: form.shipping_address_2.trim(),
      ...(format ? fitAddress(input, format) : input),
    },
  }
}

/** Where the permit goes: to an address, or to the point where a partner's customer collects it. */
export const toParcelChange = (state: CheckoutState, form: ShippingForm, format?: AddressFormat) =>
  findPickupPartner(state)
    ? // Of radio buttons none of which is chosen, a browser's form says null.
      { shipping: { pickup_point: form.pickup_point ?? '' } }
    : toShippingChange(form, format)

/** The number for the courier, as a change of the state. */
export const toPhoneChange = ({ dialCode, phone }: ShippingForm): StateChange => ({
  dialCode,
  customer: { phone_typed: phone.trim() },
})

/** A posted form, read under the names the empty form has. */
export function parsePostedForm<F extends object>(defaults: F, params: URLSearchParams): F {
  const read = (name: string, defaultValue: unknown) => {
    if (Array.isArray(defaultValue)) return params.getAll(name)
    if (typeof defaultValue === 'boolean') return params.has(name)
    return params.get(name) ?? defaultValue
  }
  return Object.fromEntries(
    Object.entries(defaults).map(([name, defaultValue]) => [name, read(name, defaultValue)]),
  ) as F
}

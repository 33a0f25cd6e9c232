import { type AddressFormat, formatPostcode } from '@/domain/address/address-format'
import { fitAddress } from '@/domain/address/address-rules'
import {
  findEquivalentPlan,
  findPlan,
  type PlanCategory,
  toPlanFormat,
} from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { resolveAddressee } from '@/domain/checkout/residence'
import type { StateChange } from '@/domain/checkout/state-change'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { dialCodeOf } from '@/domain/phone/dial-code'
import { toPhoneInput } from '@/domain/phone/parse-phone'

/** The values of the plan and delivery form: flat, by the names of its controls. */
export type ShippingForm = ReturnType<typeof toShippingForm>

/**
 * The stored values of the plan and delivery form; the recipient's name is the licence's until it
 * is changed.
 */
export function toShippingForm(state: CheckoutState) {
  const { customer, shipping, category, selectedShippingMethod, dialCode } = state
  const addressee = resolveAddressee(state)
  return {
    category: (category === 'digital' ? 'digital' : 'physical') as string,
    plan_physical: pickPlanId('physical', state),
    plan_digital: pickPlanId('digital', state),
    shipping_country: addressee.country,
    shipping_first_name: addressee.first_name,
    shipping_last_name: addressee.last_name,
    shipping_address: shipping.address,
    street_number: shipping.street_number,
    shipping_address_2: shipping.address_2,
    shipping_postcode: shipping.postcode,
    shipping_city: shipping.city,
    shipping_state: shipping.state,
    shipping_method: selectedShippingMethod?.code ?? '',
    pickup_point: shipping.pickup_point,
    trip_start: state.trip_start ?? '',
    dialCode: dialCodeOf(state),
    phone: toPhoneInput(customer, dialCode),
  }
}

/**
 * The chosen plan, or the other format's plan with the same years: each format has its own radio
 * group.
 */
function pickPlanId(format: PlanCategory, { productList, selectedLicense }: CheckoutState): string {
  const selectedPlan = findPlan(productList, selectedLicense)
  const isInFormat = selectedPlan && toPlanFormat(selectedPlan) === format
  const plan = isInFormat
    ? selectedPlan
    : findEquivalentPlan(productList, format, selectedPlan?.years ?? null)
  return String(plan?.id ?? '')
}

/** Whether the form is for a printed permit, which needs a delivery. */
export const isPrinted = ({ category }: ShippingForm): boolean => category !== 'digital'

/** The id of the plan chosen in the form. */
export const readPlanId = (form: ShippingForm): number =>
  Number(isPrinted(form) ? form.plan_physical : form.plan_digital)

/**
 * The state change for the form's delivery part. With the country's format, fields that its
 * addresses do not have are cleared.
 */
function toShippingChange(form: ShippingForm, format?: AddressFormat) {
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

/** The state change for the destination of the permit: an address, or a partner's pickup point. */
export const toParcelChange = (state: CheckoutState, form: ShippingForm, format?: AddressFormat) =>
  findPickupPartner(state)
    ? // null if no radio button is chosen.
      { shipping: { pickup_point: form.pickup_point ?? '' } }
    : toShippingChange(form, format)

/** The state change for the phone number for the courier. */
export const toPhoneChange = (state: CheckoutState, form: ShippingForm): StateChange => ({
  ...toDialCodeChange(state, form),
  customer: { phone_typed: form.phone.trim() },
})

/**
 * The state change for the country of the phone number. Without a number, the parcel's country is
 * not stored, so that it can follow.
 */
export function toDialCodeChange(
  state: CheckoutState,
  { dialCode, phone }: ShippingForm,
): StateChange {
  const hasNumber = phone.trim() !== '' || state.customer.phone !== ''
  const isChosen = dialCode !== resolveAddressee(state).country
  return { dialCode: hasNumber || isChosen ? dialCode : '' }
}

/** A posted form with the fields and types of `defaults`. */
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

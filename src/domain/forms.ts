import { hasPostcode, hasState } from '@/domain/address'
import type { StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { type EyeColor, eyeColors } from '@/domain/data/eye-colors'
import { type Gender, genders } from '@/domain/data/genders'
import { licenceClasses } from '@/domain/data/licence-classes'
import { partsOf, typedDate } from '@/domain/dates'
import { typedPhone } from '@/domain/phone'
import { type PlanCategory, planById, samePlanIn } from '@/domain/plans'

/**
 * What the forms hold: flat values under the names of their controls, so that a form posted without
 * scripts and one read by them are the same.
 */
export interface DriverForm {
  destination: string
  license_issued: string
  country_of_residence: string
  license_first_name: string
  license_last_name: string
  email: string
  email_consent: boolean
  dialCode: string
  phone: string
  date_of_birth_day: string
  date_of_birth_month: string
  date_of_birth_year: string
  place_of_birth: string
  gender: string
  height: string
  eye_color: string
  license_classes: string[]
}

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

/** The driver form as it was left. Countries nobody has chosen yet follow from what is known. */
export function driverFormOf({
  customer,
  destinations,
  dialCode,
  userCountry,
}: CheckoutState): DriverForm {
  const { year, month, day } = partsOf(customer.date_of_birth)
  const issued = customer.license_issued || userCountry
  return {
    destination: destinations[0] ?? '',
    license_issued: issued,
    country_of_residence: customer.country_of_residence || issued,
    license_first_name: customer.license_first_name,
    license_last_name: customer.license_last_name,
    email: customer.email,
    email_consent: customer.email_consent,
    dialCode: dialCode || issued,
    phone: typedPhone({ phone: customer.phone, dialCode }),
    date_of_birth_day: day,
    date_of_birth_month: month,
    date_of_birth_year: year,
    place_of_birth: customer.place_of_birth,
    gender: customer.gender ?? '',
    height: customer.height,
    eye_color: customer.eye_color ?? '',
    license_classes: licenceClasses.flatMap(({ flag }) => (customer[flag] ? [flag] : [])),
  }
}

/** What the driver form says, as a change of the state. */
export function driverChange(form: DriverForm): StateChange {
  return {
    destinations: form.destination ? [form.destination.toLowerCase()] : [],
    dialCode: form.dialCode,
    customer: {
      license_issued: form.license_issued,
      country_of_residence: form.country_of_residence,
      license_first_name: form.license_first_name,
      license_last_name: form.license_last_name,
      email: form.email.trim(),
      email_consent: form.email_consent,
      phone: form.phone,
      date_of_birth: dateIn(form),
      place_of_birth: form.place_of_birth,
      gender: isGender(form.gender) ? form.gender : null,
      height: form.height.trim(),
      eye_color: isEyeColor(form.eye_color) ? form.eye_color : null,
      ...Object.fromEntries(
        licenceClasses.map(({ flag }) => [flag, form.license_classes.includes(flag)]),
      ),
    },
  }
}

/** A date of which nothing is typed is empty, not two dashes. */
function dateIn(form: DriverForm): string {
  const date = typedDate({
    year: form.date_of_birth_year,
    month: form.date_of_birth_month,
    day: form.date_of_birth_day,
  })
  return date === '--' ? '' : date
}

const isGender = (value: string): value is Gender => genders.includes(value as Gender)
const isEyeColor = (value: string): value is EyeColor => eyeColors.includes(value as EyeColor)

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

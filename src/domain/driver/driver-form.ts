import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { type EyeColor, eyeColors } from '@/domain/data/eye-colors'
import { type Gender, genders } from '@/domain/data/genders'
import { type HeightUnit, isHeightUnit, resolveHeightUnit } from '@/domain/data/height-units'
import { licenceClasses } from '@/domain/data/licence-classes'
import { formatDateParts, parseDateParts } from '@/domain/dates/date-parts'
import { parseDestinations } from '@/domain/destinations/destinations'
import { type HeightFields, toHeightFields, toStoredHeight } from '@/domain/driver/height'
import { normalizeEmail } from '@/domain/input/clean-input'
import { toPhoneInput } from '@/domain/phone/parse-phone'

/**
 * What the driver form holds: flat values under the names of its controls, so that a form posted without
 * scripts and one read by them are the same. Which rules the answers must keep, `driver-rules.ts` says.
 */
export interface DriverForm extends HeightFields {
  destinations: string[]
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
  eye_color: string
  license_classes: string[]
}

/** The driver form as it was left. Countries nobody has chosen yet follow from what is known. */
export function toDriverForm({
  customer,
  destinations,
  dialCode,
  userCountry,
}: CheckoutState): DriverForm {
  const { year, month, day } = parseDateParts(customer.date_of_birth)
  const licenceCountry = customer.license_issued || userCountry
  const unit = customer.height_unit ?? (customer.height ? 'cm' : resolveHeightUnit(licenceCountry))
  return {
    destinations,
    license_issued: licenceCountry,
    country_of_residence: customer.country_of_residence || licenceCountry,
    license_first_name: customer.license_first_name,
    license_last_name: customer.license_last_name,
    email: customer.email,
    email_consent: customer.email_consent,
    dialCode: dialCode || licenceCountry,
    phone: toPhoneInput(customer, dialCode),
    date_of_birth_day: day,
    date_of_birth_month: month,
    date_of_birth_year: year,
    place_of_birth: customer.place_of_birth,
    gender: customer.gender ?? '',
    ...toHeightFields(customer.height, unit),
    eye_color: customer.eye_color ?? '',
    license_classes: licenceClasses.flatMap(({ flag }) => (customer[flag] ? [flag] : [])),
  }
}

/** What the driver form says, as a change of the state; the date of birth as typed. */
export function toDriverChange(form: DriverForm): StateChange {
  return {
    // A list of which one may be chosen holds one, not a list.
    destinations: parseDestinations([form.destinations].flat()).destinations,
    dialCode: form.dialCode,
    customer: {
      license_issued: form.license_issued,
      country_of_residence: form.country_of_residence,
      license_first_name: form.license_first_name,
      license_last_name: form.license_last_name,
      email: normalizeEmail(form.email),
      email_consent: form.email_consent,
      phone_typed: form.phone.trim(),
      date_of_birth: readBirthDate(form),
      place_of_birth: form.place_of_birth,
      gender: isGender(form.gender) ? form.gender : null,
      height: toStoredHeight(form),
      height_unit: readHeightUnit(form),
      eye_color: isEyeColor(form.eye_color) ? form.eye_color : null,
      ...Object.fromEntries(
        licenceClasses.map(({ flag }) => [flag, form.license_classes.includes(flag)]),
      ),
    },
  }
}

/** A date of which nothing is typed is empty, not two dashes. */
function readBirthDate(form: DriverForm): string {
  const date = formatDateParts({
    year: form.date_of_birth_year,
    month: form.date_of_birth_month,
    day: form.date_of_birth_day,
  })
  return date === '--' ? '' : date
}

/** A unit that was only proposed, for want of a height, goes on following the licence. */
function readHeightUnit(form: DriverForm): HeightUnit | null {
  const { height_unit: unit, license_issued } = form
  if (!isHeightUnit(unit)) return null
  return toStoredHeight(form) || unit !== resolveHeightUnit(license_issued) ? unit : null
}

const isGender = (value: string): value is Gender => genders.includes(value as Gender)
const isEyeColor = (value: string): value is EyeColor => eyeColors.includes(value as EyeColor)

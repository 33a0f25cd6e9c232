import type { BaseState } from '@/domain/checkout/checkout-state'
import { licenceCountryOf, residenceOf } from '@/domain/checkout/residence'
import type { StateChange } from '@/domain/checkout/state-change'
import { type EyeColor, eyeColors } from '@/domain/data/eye-colors'
import { type Gender, genders } from '@/domain/data/genders'
import { type HeightUnit, isHeightUnit, resolveHeightUnit } from '@/domain/data/height-units'
import { licenceClasses } from '@/domain/data/licence-classes'
import { formatDateParts, parseDateParts } from '@/domain/dates/date-parts'
import { parseDestinations } from '@/domain/destinations/destinations'
import { toHeightFields, toStoredHeight } from '@/domain/driver/height'
import { normalizeEmail } from '@/domain/input/clean-input'
import { dialCodeOf } from '@/domain/phone/dial-code'
import { toPhoneInput } from '@/domain/phone/parse-phone'

/**
 * The values of the driver form: flat, by the names of its controls, so that a form posted without
 * scripts has the same shape. `driver-rules.ts` has the rules for the answers.
 */
export type DriverForm = ReturnType<typeof toDriverForm>

/** Control of a form with all its questions visible: browsers without scripts post it. */
export const allAskedControl = 'all_asked'

/** The stored values of the driver form, with defaults for countries that are not chosen yet. */
export function toDriverForm(state: BaseState) {
  const { customer, destinations, dialCode } = state
  const { year, month, day } = parseDateParts(customer.date_of_birth)
  const licenceCountry = licenceCountryOf(state)
  const unit = customer.height_unit ?? (customer.height ? 'cm' : resolveHeightUnit(licenceCountry))
  return {
    destinations,
    license_issued: licenceCountry,
    country_of_residence: residenceOf(state),
    license_first_name: customer.license_first_name,
    license_last_name: customer.license_last_name,
    email: customer.email,
    email_consent: customer.email_consent,
    dialCode: dialCodeOf(state),
    phone: toPhoneInput(customer, dialCode),
    date_of_birth_day: day,
    date_of_birth_month: month,
    date_of_birth_year: year,
    place_of_birth: customer.place_of_birth,
    gender: (customer.gender ?? '') as string,
    ...toHeightFields(customer.height, unit),
    eye_color: (customer.eye_color ?? '') as string,
    license_classes: licenceClasses.flatMap<string>(({ flag }) => (customer[flag] ? flag : [])),
  }
}

/** The state change for the form; the date of birth stays as typed. */
export function toDriverChange(form: DriverForm): StateChange {
  return {
    // A picker that allows only one choice posts a string instead of an array.
    destinations: parseDestinations([form.destinations].flat()).destinations,
    // Without a number, the delivery asks for its country.
    ...(form.phone.trim() && { dialCode: form.dialCode }),
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

/** Empty instead of `--` if nothing is typed. */
function readBirthDate(form: DriverForm): string {
  const date = formatDateParts({
    year: form.date_of_birth_year,
    month: form.date_of_birth_month,
    day: form.date_of_birth_day,
  })
  return date === '--' ? '' : date
}

/**
 * Null if there is no height and the unit is the default: it then follows the licence's country.
 */
function readHeightUnit(form: DriverForm): HeightUnit | null {
  const { height_unit: unit, license_issued } = form
  if (!isHeightUnit(unit)) return null
  return toStoredHeight(form) || unit !== resolveHeightUnit(license_issued) ? unit : null
}

const isGender = (value: string): value is Gender => genders.includes(value as Gender)
const isEyeColor = (value: string): value is EyeColor => eyeColors.includes(value as EyeColor)

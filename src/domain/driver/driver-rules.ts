import type { Customer } from '@/domain/checkout/customer-schema'
import { isCountryCode } from '@/domain/data/countries'
import { defaultLanguage } from '@/domain/data/default-language'
import { hasLicenceClass, isTrailerWithoutVehicle } from '@/domain/data/licence-classes'
import { birthDateWrong } from '@/domain/dates/birth-date'
import { isoDate } from '@/domain/dates/dates'
import { emailWrong } from '@/domain/driver/email'
import { heightWrong, plainHeight } from '@/domain/driver/height-rule'
import { nameOrderIn } from '@/domain/driver/name-order'
import { emailIn, visible } from '@/domain/input/clean-input'
import type { FieldIssue, Wrong } from '@/domain/input/field-issue'
import * as phones from '@/domain/phone/phone-rules'

/** What is wrong with an answer: the last part of its message's key, with the parts to mark where it has several. */
type Found = string | Wrong | undefined

type Rule = (answers: Customer, known: Required<Known>) => Found

/** What the answers are held against. */
interface Known {
  /** `yyyy-mm-dd` */
  today: string
  /** Months may be named in it. */
  language?: string
  /** The country whose calling code stands before the number. */
  dialCode?: string
  /** A numbering plan's rule; without it, only what is wrong in every country is found. */
  phoneWrong?: phones.PhoneRule
}

/** In characters as people count them. */
const longest = { name: 60, place: 100 }

const textWrong = (typed: string, most: number): Found => {
  const text = visible(typed)
  if (!text) return 'missing'
  if ([...text].length > most) return 'long'
  if (/\p{Cc}/u.test(text)) return 'characters'
  return /\p{L}/u.test(text) ? undefined : 'letters'
}

const countryWrong = (code: string): Found => {
  if (!code) return 'missing'
  return isCountryCode(code) ? undefined : 'unknown'
}

const isMissing = (chosen: unknown): Found => (chosen ? undefined : 'missing')

function classesWrong(answers: Customer): Found {
  if (!hasLicenceClass(answers)) return 'missing'
  return isTrailerWithoutVehicle(answers) ? 'trailer' : undefined
}

/** What a permit needs to know of its driver, in the order of the form. */
const rules: Record<string, Rule> = {
  license_issued: ({ license_issued }) => countryWrong(license_issued),
  country_of_residence: ({ country_of_residence }) => countryWrong(country_of_residence),
  license_first_name: ({ license_first_name }) => textWrong(license_first_name, longest.name),
  license_last_name: ({ license_last_name }) => textWrong(license_last_name, longest.name),
  email: ({ email }) => emailWrong(email),
  phone: ({ phone_typed, phone }, { phoneWrong, dialCode }) =>
    phoneWrong({ phone: phone_typed ?? phone, dialCode }),
  date_of_birth: ({ date_of_birth }, { today, language }) =>
    birthDateWrong(date_of_birth, today, language),
  place_of_birth: ({ place_of_birth }) => textWrong(place_of_birth, longest.place),
  license_classes: classesWrong,
  gender: ({ gender }) => isMissing(gender),
  height: heightWrong,
  eye_color: ({ eye_color }) => isMissing(eye_color),
}

/** The fields in the order of the form: in some languages the family name comes first. */
const fieldsIn = (language: string): string[] => [
  ...new Set([
    'license_issued',
    'country_of_residence',
    ...nameOrderIn(language).map(part => `license_${part}_name`),
    ...Object.keys(rules),
  ]),
]

/** Everything that keeps these answers from a permit, one issue a field in the order of the form. `today` is `yyyy-mm-dd`. */
export function driverIssues(
  answers: Customer,
  today: string,
  {
    language = defaultLanguage,
    dialCode = '',
    phoneWrong = phones.phoneWrong,
  }: Omit<Known, 'today'> = {},
): FieldIssue[] {
  return fieldsIn(language).flatMap(field => {
    const found = rules[field]?.(answers, { today, language, dialCode, phoneWrong })
    if (!found) return []
    const { key, ...parts } = typeof found === 'string' ? { key: found } : found
    return [{ field, message: `${field}.${key}`, ...parts }]
  })
}

/** Right answers as they are stored: without stray spaces, the date in figures, the height in centimetres. */
export const storedDriver = (answers: Customer): Customer => ({
  ...answers,
  license_first_name: plainName(answers.license_first_name),
  license_last_name: plainName(answers.license_last_name),
  place_of_birth: plainName(answers.place_of_birth),
  email: emailIn(answers.email),
  date_of_birth: isoDate(answers.date_of_birth),
  height: plainHeight(answers.height),
})

const plainName = (typed: string): string => visible(typed).replace(/\s+/g, ' ').normalize('NFC')

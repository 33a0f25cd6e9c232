import type { Customer } from '@/domain/checkout/customer-schema'
import { isCountryCode } from '@/domain/data/countries'
import { defaultLanguage } from '@/domain/data/default-language'
import { hasLicenceClass, isTrailerWithoutVehicle } from '@/domain/data/licence-classes'
import { type DatePart, parseDateParts } from '@/domain/dates/date-parts'
import { ageOn, isRealDate, normalizeDate, normalizeToIsoDate } from '@/domain/dates/dates'
import { validateEmail } from '@/domain/driver/email'
import { feetAndInchesPattern, parseCentimetres, stripUnit } from '@/domain/driver/height'
import { resolveNameOrder } from '@/domain/driver/name-order'
import { validateName } from '@/domain/driver/name-rules'
import { normalizeEmail, stripInvisible } from '@/domain/input/clean-input'
import type { AnswerIssue, FieldIssue } from '@/domain/input/field-issue'
import * as phones from '@/domain/phone/phone-rules'

/**
 * The issue of an answer: the last part of its message's key, with the parts to mark in a field of
 * several.
 */
type RuleResult = string | AnswerIssue | undefined

type Rule = (answers: Customer, context: Required<RuleContext>) => RuleResult

/** The context for checking the answers. */
interface RuleContext {
  /** `yyyy-mm-dd` */
  today: string
  /** Language of month names. */
  language?: string
  /** The country of the phone number's calling code. */
  dialCode?: string
  /** A numbering plan's rule; without it, only rules that hold in every country are checked. */
  validatePhone?: phones.PhoneRule
}

const validateCountry = (code: string): RuleResult => {
  if (!code) return 'missing'
  return isCountryCode(code) ? undefined : 'unknown'
}

const validateChoice = (value: unknown): RuleResult => (value ? undefined : 'missing')

function validateClasses(answers: Customer): RuleResult {
  if (!hasLicenceClass(answers)) return 'missing'
  return isTrailerWithoutVehicle(answers) ? 'trailer' : undefined
}

/** The rules of the permit's fields, in the order of the form. */
const rules: Record<string, Rule> = {
  license_issued: ({ license_issued }) => validateCountry(license_issued),
  country_of_residence: ({ country_of_residence }) => validateCountry(country_of_residence),
  license_first_name: ({ license_first_name }) =>
    validateName('license_first_name', license_first_name),
  license_last_name: ({ license_last_name }) =>
    validateName('license_last_name', license_last_name),
  email: ({ email }) => validateEmail(email),
  phone: ({ phone_typed, phone }, { validatePhone, dialCode }) =>
    validatePhone({ phone: phone_typed ?? phone, dialCode }),
  date_of_birth: ({ date_of_birth }, { today, language }) =>
    validateBirthDate(date_of_birth, today, language),
  place_of_birth: ({ place_of_birth }) => validateName('place_of_birth', place_of_birth),
  license_classes: validateClasses,
  gender: ({ gender }) => validateChoice(gender),
  height: validateHeight,
  eye_color: ({ eye_color }) => validateChoice(eye_color),
}

/** The fields in the order of the form: some languages put the family name first. */
const listFields = (language: string): string[] => [
  ...new Set([
    'license_issued',
    'country_of_residence',
    ...resolveNameOrder(language).map(part => `license_${part}_name`),
    ...Object.keys(rules),
  ]),
]

/**
 * The issues that block a permit, one per field in the order of the form. `today` is `yyyy-mm-dd`.
 */
export function listDriverIssues(
  answers: Customer,
  today: string,
  {
    language = defaultLanguage,
    dialCode = '',
    validatePhone = phones.validatePhoneFormat,
  }: Omit<RuleContext, 'today'> = {},
): FieldIssue[] {
  return listFields(language).flatMap(field => {
    const result = rules[field]?.(answers, { today, language, dialCode, validatePhone })
    if (!result) return []
    const { key, ...parts } = typeof result === 'string' ? { key: result } : result
    return [{ field, message: `${field}.${key}`, ...parts }]
  })
}

/** Valid answers as stored: trimmed, the date as `yyyy-mm-dd`, the height in centimetres. */
export const toStoredDriver = (answers: Customer): Customer => ({
  ...answers,
  license_first_name: cleanName(answers.license_first_name),
  license_last_name: cleanName(answers.license_last_name),
  place_of_birth: cleanName(answers.place_of_birth),
  email: normalizeEmail(answers.email),
  date_of_birth: normalizeToIsoDate(answers.date_of_birth),
  height: normalizeHeight(answers.height),
})

const cleanName = (input: string): string =>
  stripInvisible(input).replace(/\s+/g, ' ').normalize('NFC')

/** In centimetres. */
const minCm = 100
const maxCm = 250

/** Why a stored height cannot be printed; undefined if it can. */
export function validateHeight({
  height,
  height_unit,
}: Pick<Customer, 'height' | 'height_unit'>): AnswerIssue | undefined {
  if (!height.trim()) return { key: 'missing' }
  const cm = parseCentimetres(height)
  if (cm === undefined)
    return height_unit === 'ft' ? buildUnreadableFeetIssue(height) : buildUnreadableIssue(height)
  if (cm >= minCm && cm <= maxCm) return undefined
  if (height_unit === 'ft') return { key: 'range_ft' }
  return { key: cm >= minCm / 100 && cm <= maxCm / 100 ? 'metres' : 'range' }
}

const buildUnreadableIssue = (height: string): AnswerIssue => ({
  key: /\d\s*(?:['′’]|ft|feet)/i.test(height) ? 'unit' : 'shape',
})

function buildUnreadableFeetIssue(height: string): AnswerIssue {
  const [, feet = '', inches = ''] = feetAndInchesPattern.exec(height) ?? []
  if (!feet && inches) return { key: 'feet_missing', parts: ['ft'] }
  if (!/^\d+$/.test(stripUnit(feet))) return { key: 'feet', parts: ['ft'] }
  return { key: 'inches', parts: ['in'] }
}

/** A valid stored height as a number of centimetres with a decimal point. */
export const normalizeHeight = (storedValue: string): string =>
  String(parseCentimetres(storedValue) ?? storedValue)

/** Permits are for adults; a higher age is a typo. */
const minAge = 18
const maxAge = 110

/** In the order of the error messages. */
const order: readonly DatePart[] = ['day', 'month', 'year']

/**
 * Why a typed date cannot be a driver's date of birth: missing parts first, then impossible, then
 * out of range; undefined if it can. `today` is `yyyy-mm-dd`; months may be named in the language.
 */
export function validateBirthDate(
  input: string,
  today: string,
  language?: string,
): AnswerIssue | undefined {
  const normalized = normalizeDate(input, language)
  const missingParts = order.filter(part => !parseDateParts(normalized)[part])
  if (missingParts.length === order.length) return { key: 'missing' }
  if (missingParts.length > 0) return { key: missingParts.join('_'), parts: missingParts }
  return validateCalendarDate(normalized) ?? validateAge(normalized, today)
}

function validateCalendarDate(date: string): AnswerIssue | undefined {
  const { day, month, year } = parseDateParts(date)
  if (!isNumberUpTo(31, day)) return { key: 'day_impossible', parts: ['day'] }
  if (!isNumberUpTo(12, month)) return { key: 'month_impossible', parts: ['month'] }
  if (!/^\d{4}$/.test(year)) return { key: 'year_impossible', parts: ['year'] }
  return isRealDate(date) ? undefined : { key: 'impossible', parts: ['day', 'month'] }
}

const isNumberUpTo = (max: number, text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max

function validateAge(date: string, today: string): AnswerIssue | undefined {
  const age = ageOn(date, today)
  const isLaterYear = Number(parseDateParts(date).year) > Number(parseDateParts(today).year)
  if (age < 0) return { key: 'future', ...(isLaterYear && { parts: ['year'] }) }
  if (age < minAge) return { key: 'young' }
  return age > maxAge ? { key: 'old', parts: ['year'] } : undefined
}

import { hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { normalizeText } from '@/domain/input/clean-input'
import { hasOwnCode, toDialDigits } from '@/domain/phone/parse-phone'

export interface Phone {
  phone: string
  /** The chosen country of the calling code; a number with its own code is not read in it. */
  dialCode: string
}

/** Removes an extension, which couriers cannot dial: `ext 5`, `x5`. */
const stripExtension = (input: string): string =>
  normalizeText(input).replace(/[\s,;]*(?:ext(?:ension)?|x)[.:\s]*\d{1,6}$/i, '')

const readNumber = (input: string): string => toDialDigits(stripExtension(input))

/** The issue of a number: the last part of its message's key; undefined if it is valid. */
export type PhoneRule = (phone: Phone) => string | undefined

/** A number as stored if no numbering plan knows it: digits, without a plus. */
export const toStoredDigits = (phone: string): string => readNumber(phone).replace('+', '')

/** Whether the courier or the pickup point needs a phone number and there is none. */
export const isPhoneMissing = ({
  category,
  customer,
}: Pick<CheckoutState, 'category' | 'customer'>): boolean =>
  hasParcel(category) && !(customer.phone_typed ?? customer.phone)

/** The shortest numbers (Niue) and the longest (E.164). */
const digitCount = { min: 4, max: 15 }

/**
 * Every calling code, as a pattern: the table of countries is only loaded where countries are
 * listed.
 */
const callingCode = new RegExp(
  '^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|' +
    '21[1-368]|2[2346]\\d|25[0-8]|29[017-9]|35\\d|37[0-8]|38[0-35-79]|42[013]|5[09]\\d|67[02-9]|' +
    '68[0-35-9]|69[0-2]|8[07][08]|85[02356]|88[0-368]|96[0-8]|97[0-79]|99[2-68])',
)

/** The calling code with which digits of an international number begin; empty if none exists. */
export const findLeadingCode = (digits: string): string => callingCode.exec(digits)?.[0] ?? ''

/** The issue of a number in any country. Empty is valid: a number is not always needed. */
export const validatePhoneFormat: PhoneRule = ({ phone }) => {
  const bareNumber = stripExtension(phone).replace(/^tel:/i, '')
  if (!bareNumber) return undefined
  // Japanese keyboards insert the long vowel mark for a dash.
  if (/\p{L}/u.test(bareNumber.replaceAll('ー', '-'))) return 'letters'
  const number = readNumber(bareNumber)
  const length = number.replace('+', '').length
  if (length < digitCount.min) return 'short'
  const code = number.startsWith('+') ? number.slice(1) : undefined
  if (code && !findLeadingCode(code)) return 'code'
  return length > digitCount.max ? 'long' : undefined
}

/** A way to read a number: in a country, or by its own calling code. */
export interface Reading {
  text: string
  /** Upper-case code. */
  country?: string
}

/**
 * The possible readings of a typed number, the likeliest first. Many customers type the calling
 * code without its plus.
 */
export function listReadings({ phone, dialCode }: Phone): Reading[] {
  const text = readNumber(phone)
  if (text.startsWith('+')) return [{ text }]
  const international = { text: `+${text}` }
  return dialCode ? [{ text, country: dialCode.toUpperCase() }, international] : [international]
}

/** A numbering plan's check of a number's length; undefined if it is valid. */
export type LengthRule = (text: string, country: string | undefined) => LengthIssue | undefined

type LengthIssue = 'INVALID_COUNTRY' | 'NOT_A_NUMBER' | 'TOO_SHORT' | 'TOO_LONG' | 'INVALID_LENGTH'

const lengthKeys = {
  NOT_A_NUMBER: 'short',
  TOO_SHORT: 'short',
  TOO_LONG: 'long',
  INVALID_LENGTH: 'length',
} as const

/** Builds the rule of a numbering plan, which checks a number in its own country. */
export const buildPhoneRule =
  (validateLength: LengthRule): PhoneRule =>
  phone => {
    const issue = validatePhoneFormat(phone)
    if (issue || !readNumber(phone.phone)) return issue
    const readings = listReadings(phone)
    const lengths = readings.map(({ text, country }) => validateLength(text, country))
    const [first] = lengths
    if (!first || lengths.includes(undefined)) return undefined
    const hasCode = hasOwnCode(phone.phone)
    if (!hasCode && !phone.dialCode) return 'country'
    if (first === 'INVALID_COUNTRY') return hasCode ? 'code' : 'country'
    return lengthKeys[first]
  }

/** Input rules of the card fields. Messages are Stripe's English ones. */

const BRANDS = [
  { brand: 'amex', start: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  { brand: 'diners', start: /^3(0[0-5]|[689])/, lengths: [14, 16], groups: [4, 6, 4] },
  { brand: 'jcb', start: /^35/, lengths: [16], groups: [4, 4, 4, 4] },
  { brand: 'visa', start: /^4/, lengths: [16], groups: [4, 4, 4, 4] },
  { brand: 'mastercard', start: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4] },
  { brand: 'discover', start: /^6(011|4[4-9]|5)/, lengths: [16], groups: [4, 4, 4, 4] },
  { brand: 'unionpay', start: /^(62|81)/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3] },
]
const UNKNOWN = { brand: 'unknown', start: /^/, lengths: [16], groups: [4, 4, 4, 4] }

export const MESSAGES = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
}

/** Converts digits of any script to 0-9. */
export function extractDigits(text) {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
}

function detectBrand(digits) {
  return BRANDS.find(({ start }) => start.test(digits)) ?? UNKNOWN
}

function isLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function groupDigits(digits, groups) {
  const parts = []
  let start = 0
  for (const size of groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + size))
    start += size
  }
  return parts.join(' ')
}

const cardNumber = {
  incomplete: 'incomplete_number',
  format(text) {
    const digits = extractDigits(text)
    const { groups, lengths } = detectBrand(digits)
    return groupDigits(digits.slice(0, Math.max(...lengths)), groups)
  },
  check(text) {
    const digits = extractDigits(text)
    const { brand, lengths } = detectBrand(digits)
    const isFull = lengths.includes(digits.length)
    const isWrong = digits.length >= Math.max(...lengths) && !isLuhn(digits)
    return { brand, complete: isFull && isLuhn(digits), code: isWrong ? 'invalid_number' : null }
  },
}

/** A month typed as 5 or 13 can only mean 05 and 01 3; a four-digit year loses its century. */
function parseExpiryDigits(text) {
  const single = /^\s*(\d)\s*\/\s*(\d{2,4})\s*$/.exec(text)
  const digits = single ? `0${single[1]}${single[2]}` : extractDigits(text)
  const isOneDigitMonth = digits[0] > '1' || (digits[0] === '1' && digits[1] > '2')
  const padded = isOneDigitMonth ? `0${digits}` : digits
  return padded.length >= 6 ? padded.slice(0, 2) + padded.slice(4, 6) : padded.slice(0, 4)
}

function findExpiryError(digits, now) {
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month'
  if (digits.length < 4) return null
  const years = 2000 + Number(digits.slice(2)) - now.getFullYear()
  if (years < 0) return 'invalid_expiry_year_past'
  if (years > 50) return 'invalid_expiry_year'
  return years === 0 && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : null
}

const cardExpiry = {
  incomplete: 'incomplete_expiry',
  format(text) {
    const digits = parseExpiryDigits(text)
    return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
  },
  check(text, _brand, now = new Date()) {
    const digits = parseExpiryDigits(text)
    const code = findExpiryError(digits, now)
    return { complete: digits.length === 4 && code === null, code }
  },
}

function listCvcLengths(brand) {
  if (brand === 'amex') return [4]
  return brand === 'unknown' ? [3, 4] : [3]
}

const cardCvc = {
  incomplete: 'incomplete_cvc',
  format: (text, brand) => extractDigits(text).slice(0, Math.max(...listCvcLengths(brand))),
  check: (text, brand) => ({
    complete: listCvcLengths(brand).includes(extractDigits(text).length),
    code: null,
  }),
}

/**
 * Per element type: `format(text, brand)` returns the displayed text, `check(text, brand)` the code
 * of an error that is certain while typing, and the code for an incomplete value.
 */
export const RULES = { cardNumber, cardExpiry, cardCvc }

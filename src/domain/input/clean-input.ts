/**
 * Directional marks, zero-width spaces and soft hyphens, which come with pasted text. Joiners stay:
 * some scripts need them.
 */
const invisiblePattern = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** The text without invisible marks and surrounding spaces. */
export const stripInvisible = (text: string): string => text.replace(invisiblePattern, '').trim()

/**
 * The text with digits of every script, full-width characters and foreign decimal separators as
 * 0-9, `.` and `,`.
 */
export const normalizeText = (text: string): string =>
  stripInvisible(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toLatinDigit)
    .replace(/[٫。]/g, '.')
    .replace(/[،٬]/g, ',')

/** The digits of a script are consecutive, starting at a code that ends in 0 or 6. */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  const row = code - (code % 16)
  const first = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  return String(code - first)
}

/** Whether a text consists of digits, commas and dots. */
export const isNumbersOnly = (text: string): boolean => /^[\d,.]+$/.test(text)

/** An e-mail address without surrounding spaces, invisible marks and `mailto:`. */
export const normalizeEmail = (input: string): string =>
  normalizeText(input).replace(/^mailto:\s*/i, '')

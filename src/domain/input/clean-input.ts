/** What people type and paste, freed of what they cannot see and do not mean. */

/** Directional marks, zero-width spaces and soft hyphens come along with pasted text. Joiners stay: some scripts need them. */
const invisiblePattern = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** The text without marks that nobody sees, and without spaces around it. */
export const stripInvisible = (text: string): string => text.replace(invisiblePattern, '').trim()

/** The visible text with the digits of every script, full-width signs and foreign decimal signs as 0-9, `.` and `,`. */
export const normalizeText = (text: string): string =>
  stripInvisible(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toLatinDigit)
    .replace(/[٫。]/g, '.')
    .replace(/[،٬]/g, ',')

/** Every script's digits stand in a row, which begins where the code ends in 0 or in 6. */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  const row = code - (code % 16)
  const first = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  return String(code - first)
}

/** Whether a text has digits, commas and dots alone (SPEC 5). */
export const isNumbersOnly = (text: string): boolean => /^[\d,.]+$/.test(text)

/** The address in what was typed or pasted: without spaces around it, marks nobody sees, or `mailto:`. */
export const normalizeEmail = (input: string): string =>
  normalizeText(input).replace(/^mailto:\s*/i, '')

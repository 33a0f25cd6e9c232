import { stripInvisible } from '@/domain/input/clean-input'
import { isLatin } from '@/domain/input/latin'

/** The answers that a permit prints in Latin letters. */
export const nameFields = ['license_first_name', 'license_last_name', 'place_of_birth'] as const
export type NameField = (typeof nameFields)[number]

/** In code points. */
const maxLengths: Record<NameField, number> = {
  license_first_name: 60,
  license_last_name: 60,
  place_of_birth: 100,
}

/** Symbols such as emoji, `<` and `$`: they cannot be printed on a permit. */
const symbolPattern = /[\p{So}\p{Sm}\p{Sc}]/u

/** The last part of the key of the message; undefined for a name that can be printed. */
export function validateName(
  field: NameField,
  input: string,
): 'missing' | 'long' | 'characters' | 'letters' | undefined {
  const text = stripInvisible(input)
  if (!text) return 'missing'
  if ([...text].length > maxLengths[field]) return 'long'
  if (/\p{Cc}/u.test(text)) return 'characters'
  if (!/\p{L}/u.test(text)) return 'letters'
  return symbolPattern.test(text) ? 'characters' : undefined
}

/** Whether a permit can print the name: it is valid, and in Latin letters. */
export const isPrintable = (field: NameField, name: string): boolean =>
  isLatin(name) && validateName(field, name) === undefined

import { stripInvisible } from '@/domain/input/clean-input'

/** In code points. */
const maxLengths = { license_first_name: 60, license_last_name: 60, place_of_birth: 100 }

/** The answers that a permit prints in Latin letters. */
export type NameField = keyof typeof maxLengths

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

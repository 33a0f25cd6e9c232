/**
 * As many UTF-16 units of an answer as can be stored: no field takes more. What fits on a permit or a label is less,
 * and is checked where the answer is used.
 */
export const maxStoredLength = {
  name: 200,
  email: 400,
  phone: 60,
  line: 300,
  town: 200,
  state: 100,
  code: 40,
} as const

/** Whether a text can be stored: PostgreSQL's JSON holds neither NUL nor half a character. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text)

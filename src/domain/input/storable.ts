/**
 * Most UTF-16 units that the server stores per answer, to protect the database. The rules for
 * permits and labels are stricter.
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

/** Whether PostgreSQL's JSON can store a text: it rejects NUL and lone surrogates. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text)

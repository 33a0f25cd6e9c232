/** Whether a text can be stored: PostgreSQL's JSON holds neither NUL nor half a character. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text)

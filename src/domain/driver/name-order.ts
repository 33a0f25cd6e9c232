/** A part of a name, named like its field. */
export type NamePart = 'first' | 'last'

/** The order of the name fields in a language; the stored fields are the same. */
export const resolveNameOrder = (language: string): NamePart[] =>
  language === 'ja' ? ['last', 'first'] : ['first', 'last']

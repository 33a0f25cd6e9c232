/** A part of a name, as the fields that hold it are called. */
export type NamePart = 'first' | 'last'

/** The order in which readers of a language are asked for a name; what is stored is the same. */
export const resolveNameOrder = (language: string): NamePart[] =>
  language === 'ja' ? ['last', 'first'] : ['first', 'last']

/** Whether every letter is Latin, with or without accents. */
export const isLatin = (text: string): boolean => !/[^\P{L}\p{sc=Latin}\p{sc=Common}]/u.test(text)

/** What a text names: family names have spellings of their own. */
export const nameKinds = ['given', 'family', 'place'] as const
export type NameKind = (typeof nameKinds)[number]

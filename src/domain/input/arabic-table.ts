import { foldText } from '@/domain/input/search-text'

/** A table `arabic=latin` by its Arabic words as searches fold them; the pairs have a separator. */
export const parseArabicTable = (table: string, separator: string): Map<string, string> =>
  new Map(
    table
      .split(separator)
      .map(pair => pair.split('='))
      .map(([arabic = '', latin = '']) => [foldText(arabic), latin] as const),
  )

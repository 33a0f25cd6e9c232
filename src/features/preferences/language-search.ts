import { type LanguageCode, languages } from '@/domain/data/languages'
import { buildSearchName, foldText, hasWords } from '@/domain/input/search-text'

/** Everyday names of a language and its varieties. */
const aliases: Partial<Record<LanguageCode, readonly string[]>> = {
  zh: ['Mandarin', 'Putonghua', '普通话'],
  ja: ['Nihongo', 'にほんご'],
  nb: ['Nynorsk', 'Bokmål'],
  fa: ['Farsi', 'Dari'],
  nl: ['Flemish', 'Vlaams'],
  he: ['Ivrit'],
}

/** What each language is found by: its own name, the English one, that in the reader's language, others, its code. */
export function buildLanguageIndex(locale: string): Map<string, string[]> {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return new Map(
    languages.map(({ code, name, ownName }) => [
      code,
      [ownName, name, names.of(code) ?? '', ...(aliases[code] ?? []), code],
    ]),
  )
}

/** Whether one of the names begins with what was typed, or its words do. Nothing typed finds all, signs alone none. */
export function isMatch(names: readonly string[], input: string): boolean {
  if (input.trim() === '') return true
  const query = foldText(input)
  return query !== '' && names.map(buildSearchName).some(name => hasWords(name, query.split(' ')))
}

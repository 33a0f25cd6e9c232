import { type LanguageCode, languages } from '@/domain/data/languages'
import { buildSearchName, foldText, hasWords } from '@/domain/input/search-text'

/** Common names of a language and its varieties. */
const aliases: Partial<Record<LanguageCode, readonly string[]>> = {
  zh: ['Mandarin', 'Putonghua', '普通话'],
  ja: ['Nihongo', 'にほんご'],
  nb: ['Nynorsk', 'Bokmål'],
  fa: ['Farsi', 'Dari'],
  nl: ['Flemish', 'Vlaams'],
  he: ['Ivrit'],
}

/**
 * Search texts of each language: its own name, the English one, the one in the page's language,
 * aliases, code.
 */
export function buildLanguageIndex(locale: string): Map<string, string[]> {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return new Map(
    languages.map(({ code, name, ownName }) => [
      code,
      [ownName, name, names.of(code) ?? '', ...(aliases[code] ?? []), code],
    ]),
  )
}

/**
 * Whether a name or its words begin with the input. Empty input matches all, punctuation alone
 * none.
 */
export function isMatch(names: readonly string[], input: string): boolean {
  if (input.trim() === '') return true
  const query = foldText(input)
  return query !== '' && names.map(buildSearchName).some(name => hasWords(name, query.split(' ')))
}

import { type LanguageCode, languages } from '@/domain/data/languages'
import { folded, hasWords, nameOf } from '@/domain/input/search-text'

/** Everyday names of a language and its varieties. */
const everyday: Partial<Record<LanguageCode, readonly string[]>> = {
  zh: ['Mandarin', 'Putonghua', '普通话'],
  ja: ['Nihongo', 'にほんご'],
  nb: ['Nynorsk', 'Bokmål'],
  fa: ['Farsi', 'Dari'],
  nl: ['Flemish', 'Vlaams'],
  he: ['Ivrit'],
}

/** What each language is found by: its own name, the English one, that in the reader's language, others, its code. */
export function searchedLanguages(reader: string): Map<string, string[]> {
  const names = new Intl.DisplayNames(reader, { type: 'language' })
  return new Map(
    languages.map(({ code, name, ownName }) => [
      code,
      [ownName, name, names.of(code) ?? '', ...(everyday[code] ?? []), code],
    ]),
  )
}

/** Whether one of the names begins with what was typed, or its words do. Nothing typed finds all, signs alone none. */
export function isFound(names: readonly string[], typed: string): boolean {
  if (typed.trim() === '') return true
  const asked = folded(typed)
  return asked !== '' && names.map(nameOf).some(name => hasWords(name, asked.split(' ')))
}

import { describe, expect, it } from 'vitest'
import { isFound, searchedLanguages } from '@/features/preferences/language-search'

const found = (typed: string, reader = 'en'): string[] =>
  [...searchedLanguages(reader)].flatMap(([code, names]) => (isFound(names, typed) ? code : []))

describe('a language is found by what people type', () => {
  it.each([
    ['en', 'jap', 'ja'],
    ['en', 'japones', null],
    ['en', 'Türkçe', 'tr'],
    ['en', 'turkce', 'tr'],
    ['en', 'melayu', 'ms'],
    ['en', 'farsi', 'fa'],
    ['en', 'Mandarin', 'zh'],
    ['en', 'nihongo', 'ja'],
    ['en', 'nynorsk', 'nb'],
    ['de', 'französisch', 'fr'],
    ['es', 'japones', 'ja'],
    ['ar', 'ياباني', 'ja'],
    ['ar', 'اليابانية', 'ja'],
    ['ar', 'ألماني', 'de'],
    ['ar', 'المانية', 'de'],
    ['ar', 'فرنسية', 'fr'],
    ['ar', 'عرب', 'ar'],
    ['ja', 'すぺいん', 'es'],
    ['ja', 'ﾄﾞｲﾂ', 'de'],
    ['ja', 'にほんご', 'ja'],
  ])('in %s: %s', (reader, typed, code) => expect(found(typed, reader)).toEqual(code ? [code] : []))
})

it('all languages are there while nothing is typed', () => {
  expect(found('')).toHaveLength(34)
  expect(found('  ')).toHaveLength(34)
})

it.each(['.*', '\\', '?', '-', '  %'])('signs alone find none: %s', typed =>
  expect(found(typed)).toEqual([]),
)

import { describe, expect, it } from 'vitest'
import { buildLanguageIndex, isMatch } from '@/features/preferences/language-search'

const searchLanguages = (input: string, locale = 'en'): string[] =>
  [...buildLanguageIndex(locale)].flatMap(([code, names]) => (isMatch(names, input) ? code : []))

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
  ])('in %s: %s', (locale, input, code) =>
    expect(searchLanguages(input, locale)).toEqual(code ? [code] : []),
  )
})

it('all languages are there while nothing is typed', () => {
  expect(searchLanguages('')).toHaveLength(34)
  expect(searchLanguages('  ')).toHaveLength(34)
})

it.each(['.*', '\\', '?', '-', '  %'])('signs alone find none: %s', input =>
  expect(searchLanguages(input)).toEqual([]),
)

import { describe, expect, it } from 'vitest'
import { buildLanguageIndex, isMatch } from '@/features/preferences/preferences-form'

const searchLanguages = (input: string, locale = 'en'): string[] =>
  [...buildLanguageIndex(locale)].flatMap(([code, names]) => (isMatch(names, input) ? code : []))

describe('the language search', () => {
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

it('an empty search finds all languages', () => {
  expect(searchLanguages('')).toHaveLength(34)
  expect(searchLanguages('  ')).toHaveLength(34)
})

it.each(['.*', '\\', '?', '-', '  %'])('punctuation alone finds nothing: %s', input =>
  expect(searchLanguages(input)).toEqual([]),
)

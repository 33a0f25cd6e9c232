import { describe, expect, it } from 'vitest'
import { defaultLanguage } from '@/domain/data/default-language'
import { directionOf, isLanguage, languages } from '@/domain/data/languages'

const names =
  'English, Spanish, French, Portuguese, Italian, Russian, Chinese, Arabic, German, Greek, Indonesian, Japanese, Korean, Malay, Swedish, Norwegian, Finnish, Persian, Polish, Dutch, Turkish, Czech, Vietnamese, Hungarian, Romanian, Slovak, Danish, Hindi, Bulgarian, Croatian, Hebrew, Lithuanian, Thai, Ukrainian'

describe('languages', () => {
  it('are listed in the order of the switcher', () => {
    expect(languages.map(({ name }) => name).join(', ')).toBe(names)
    expect(new Set(languages.map(({ code }) => code)).size).toBe(34)
    expect(new Set(languages.map(({ ownName }) => ownName)).size).toBe(34)
  })

  it.each(languages)('$code is the code of $name', ({ code, name }) => {
    const displayName = new Intl.DisplayNames(['en'], { type: 'language' }).of(code)
    expect(displayName).toContain(name)
  })

  it('are right-to-left in Arabic, Persian and Hebrew only', () => {
    const rtl = languages.filter(({ code }) => directionOf(code) === 'rtl').map(({ code }) => code)
    expect(rtl).toEqual(['ar', 'fa', 'he'])
    expect(directionOf('xx')).toBe('ltr')
  })

  it('default to English', () => expect(defaultLanguage).toBe('en'))

  it.each([
    ['uk', true],
    ['xx', false],
    ['EN', false],
    [undefined, false],
  ])('%s is a language: %s', (code, expected) => expect(isLanguage(code)).toBe(expected))
})

import { describe, expect, it } from 'vitest'
import { languages } from '@/domain/data/languages'
import type { HeaderReader } from '@/server/http/request'
import {
  resolveLangAttributes,
  resolveLanguage,
  resolveLocale,
  resolveTextLanguage,
  translatedLanguages,
} from '@/server/texts/language'

const createHeaderReader =
  (headers: Record<string, string>): HeaderReader =>
  name =>
    headers[name]

describe('a first visit is in the language the browser likes best', () => {
  it.each([
    ['nothing said', '', 'en'],
    ['one with texts', 'fr-CA', 'fr'],
    ['the heaviest first', 'en;q=0.5,ja;q=0.9', 'ja'],
    ['one whose texts are to come', 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt'],
    ['one further down that can be read rather than English', 'pt,es;q=0.5', 'es'],
    ['English, for who asks for it first', 'en-GB,de;q=0.9', 'en'],
    ['Norwegian by any of its names', 'no', 'nb'],
    ['new Norwegian', 'nn-NO', 'nb'],
    ['Hebrew by its older name', 'iw', 'he'],
    ['one that is refused is not taken', 'de;q=0,pl', 'pl'],
    ['none of ours', 'cy,eu', 'en'],
    ['no language at all', '*', 'en'],
    ['nonsense', ';;q=,,-,<script>', 'en'],
  ])('%s', (_, acceptLanguage, expected) =>
    expect(resolveLanguage(createHeaderReader({ 'accept-language': acceptLanguage }))).toBe(
      expected,
    ),
  )
})

describe('what was chosen comes before it', () => {
  const header = createHeaderReader({ 'accept-language': 'de', cookie: 'language=th' })
  it('in this browser', () => expect(resolveLanguage(header, 'fr')).toBe('th'))
  it.each([
    ['language=EN', 'en'],
    ['language=ar-EG', 'ar'],
    ['language=AR_eg', 'ar'],
    ['language=no', 'nb'],
  ])('however another page of the shop has written it: %s', (cookie, language) =>
    expect(resolveLanguage(createHeaderReader({ 'accept-language': 'de', cookie }), 'fr')).toBe(
      language,
    ),
  )
  it('or with the order', () =>
    expect(resolveLanguage(createHeaderReader({ 'accept-language': 'de' }), 'sv')).toBe('sv'))
  it('but not what is no language of ours', () =>
    expect(resolveLanguage(createHeaderReader({ cookie: 'language=xx' }), 'tlh')).toBe('en'))
})

describe('a language is that of a country where the browser says which', () => {
  it.each([
    ['its own', 'en', 'en-US,en;q=0.9', 'en-US'],
    ['further down', 'fr', 'de,fr,fr-CA;q=0.8', 'fr-CA'],
    ['behind a script', 'zh', 'zh-Hant-TW', 'zh-TW'],
    ['by another name of it', 'nb', 'no-NO', 'nb-NO'],
    ['of another language', 'de', 'en-US', 'de'],
    ['none', 'de', 'de', 'de'],
    ['none, in English: that of the world', 'en', 'en', 'en-001'],
    ['nonsense', 'en', 'en-,en-<b>,en-u-nu-arab', 'en-001'],
  ])('%s', (_, language, acceptLanguage, expected) =>
    expect(resolveLocale(createHeaderReader({ 'accept-language': acceptLanguage }), language)).toBe(
      expected,
    ),
  )
})

describe('words in the language of a reader', () => {
  it.each([
    ['ko', { lang: 'ko', dir: 'ltr' }],
    ['he', { lang: 'he', dir: 'rtl' }],
  ])('say so among English texts (%s)', (language, expected) =>
    expect(resolveLangAttributes(language)).toEqual(expected),
  )
  it.each(translatedLanguages)(
    'are those of the page where the texts are in it, too (%s)',
    language => expect(resolveLangAttributes(language)).toEqual({}),
  )
})

describe('texts', () => {
  it.each(languages)('are there for readers of $name', ({ code }) =>
    expect(translatedLanguages).toContain(resolveTextLanguage(code)),
  )
  it('are English where there are none in a language', () => {
    expect(resolveTextLanguage('th')).toBe('en')
    expect(resolveTextLanguage('ar')).toBe('ar')
  })
})

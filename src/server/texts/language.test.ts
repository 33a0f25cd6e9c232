import { describe, expect, it } from 'vitest'
import type { HeaderReader } from '@/server/http/request'
import { resolveLanguage, resolveLocale } from '@/server/texts/language'

const createHeaderReader =
  (headers: Record<string, string>): HeaderReader =>
  name =>
    headers[name]

describe('a first visit uses the language that the browser prefers', () => {
  it.each([
    ['no header', '', 'en'],
    ['a language with a region', 'fr-CA', 'fr'],
    ['the highest weight', 'en;q=0.5,ja;q=0.9', 'ja'],
    ['several languages', 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt'],
    ['a known language of lower weight', 'cy,es;q=0.5', 'es'],
    ['English with the highest weight', 'en-GB,de;q=0.9', 'en'],
    ['Norwegian as no', 'no', 'nb'],
    ['Norwegian as nn', 'nn-NO', 'nb'],
    ['Hebrew by its older code', 'iw', 'he'],
    ['a language of weight 0 is skipped', 'de;q=0,pl', 'pl'],
    ['unknown languages only', 'cy,eu', 'en'],
    ['a wildcard', '*', 'en'],
    ['an invalid header', ';;q=,,-,<script>', 'en'],
  ])('%s', (_, acceptLanguage, expected) =>
    expect(resolveLanguage(createHeaderReader({ 'accept-language': acceptLanguage }))).toBe(
      expected,
    ),
  )
})

describe('a chosen language wins', () => {
  const header = createHeaderReader({ 'accept-language': 'de', cookie: 'language=th' })
  it('from the cookie', () => expect(resolveLanguage(header, 'fr')).toBe('th'))
  it.each([
    ['language=EN', 'en'],
    ['language=ar-EG', 'ar'],
    ['language=AR_eg', 'ar'],
    ['language=no', 'nb'],
  ])('from the cookie in any spelling: %s', (cookie, language) =>
    expect(resolveLanguage(createHeaderReader({ 'accept-language': 'de', cookie }), 'fr')).toBe(
      language,
    ),
  )
  it('from the checkout', () =>
    expect(resolveLanguage(createHeaderReader({ 'accept-language': 'de' }), 'sv')).toBe('sv'))
  it('but not if it is unknown', () =>
    expect(resolveLanguage(createHeaderReader({ cookie: 'language=xx' }), 'tlh')).toBe('en'))
})

describe('the locale has the region that the browser names', () => {
  it.each([
    ['for the language', 'en', 'en-US,en;q=0.9', 'en-US'],
    ['with a lower weight', 'fr', 'de,fr,fr-CA;q=0.8', 'fr-CA'],
    ['after a script', 'zh', 'zh-Hant-TW', 'zh-TW'],
    ['for another code of the language', 'nb', 'no-NO', 'nb-NO'],
    ['but not for another language', 'de', 'en-US', 'de'],
    ['but not without one', 'de', 'de', 'de'],
    ['or 001 for English without one', 'en', 'en', 'en-001'],
    ['but not from invalid tags', 'en', 'en-,en-<b>,en-u-nu-arab', 'en-001'],
  ])('%s', (_, language, acceptLanguage, expected) =>
    expect(resolveLocale(createHeaderReader({ 'accept-language': acceptLanguage }), language)).toBe(
      expected,
    ),
  )
})

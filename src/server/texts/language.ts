import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageAttributes } from '@/contract/page'
import { defaultLanguage } from '@/domain/data/default-language'
import { directionOf, isLanguage, languages } from '@/domain/data/languages'
import { languageCookie } from '@/server/http/cookies'
import { type HeaderReader, parseCookie } from '@/server/http/request'

/** Where the texts are: a folder for each language. */
export const textsFolder = './public/locales'

const buildTextFilePath = (language: string, namespace: string): string =>
  join(textsFolder, language, `${namespace}.json`)

/** Whether a language has a file of its own for a namespace. */
export const isTranslatedIn = (language: string, namespace: string): boolean =>
  existsSync(buildTextFilePath(language, namespace))

/** The file of a namespace: the language's own, else the English one. */
export const resolveTextFile = (language: string, namespace: string): string =>
  buildTextFilePath(isTranslatedIn(language, namespace) ? language : defaultLanguage, namespace)

/** Languages with texts of their own, in the order of the switcher: who adds a folder has added a language. */
export const translatedLanguages: string[] = languages
  .map(({ code }) => code)
  .filter(code => existsSync(join(textsFolder, code)))

/** The language of the texts for readers of a language: its own, else English. */
export const resolveTextLanguage = (language: string): string =>
  translatedLanguages.includes(language) ? language : defaultLanguage

/** What is to be said of words in the reader's language where the texts are English; else nothing. */
export const resolveLangAttributes = (language: string): LanguageAttributes =>
  resolveTextLanguage(language) === language ? {} : { lang: language, dir: directionOf(language) }

/**
 * The customer's language, one of the switcher's: the cookie, else what the checkout remembers, else what the
 * browser asks for. Its numbers, dates and names of countries are written even where its texts are not.
 */
export function resolveLanguage(header: HeaderReader, saved?: string): string {
  const savedTags = [parseCookie(header('cookie'), languageCookie), saved]
  const savedLanguage = savedTags.map((tag = '') => parseLanguageCode(tag)).find(isLanguage)
  return (
    savedLanguage ??
    pickPreferred(parseAcceptLanguage(header('accept-language'))) ??
    defaultLanguage
  )
}

/**
 * A language with the country the browser names beside it: `en-US`. English of no country is that of the world,
 * where the day comes before the month.
 */
export function resolveLocale(header: HeaderReader, language: string): string {
  const tags = (header('accept-language') ?? '').split(',')
  const regions = tags
    .filter(tag => parseLanguageCode(tag.trim()) === language)
    .flatMap(tag => /^\s*[a-z]+(?:-[a-z]{4})?-([a-z]{2})(?![a-z\d])/i.exec(tag)?.[1] ?? [])
  const region = regions[0] ?? (language === 'en' ? '001' : undefined)
  return region ? `${language}-${region}` : language
}

/** The one a browser likes best; one further down that can be read comes before one read in English. */
function pickPreferred(preferredCodes: string[]): string | undefined {
  const readable = preferredCodes.find(code => translatedLanguages.includes(code))
  return readable && readable !== defaultLanguage ? readable : preferredCodes[0]
}

/** Accept-Language in the order of the browser's preference, without regions. */
const parseAcceptLanguage = (header = ''): string[] =>
  header
    .split(',')
    .map(part => {
      const [tag = '', q = 'q=1'] = part.trim().split(';')
      return { code: parseLanguageCode(tag), weight: Number(q.split('=')[1]) || 0 }
    })
    .filter(({ code, weight }) => isLanguage(code) && weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ code }) => code)

/** Browsers name Norwegian in three ways, and Hebrew and Indonesian in an older one too. */
const codeAliases: Record<string, string> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }

function parseLanguageCode(tag: string): string {
  const code = tag.split(/[-_]/)[0]?.toLowerCase() ?? ''
  return codeAliases[code] ?? code
}

import { defaultLanguage } from '@/domain/data/default-language'
import { isLanguage, languages } from '@/domain/data/languages'
import { languageCookie } from '@/server/http/cookies'
import { type HeaderReader, parseCookie } from '@/server/http/request'

/** The folder of the texts, with a folder for each language. */
export const textsFolder = './public/locales'

/** The languages with texts: all of the switcher, in its order. */
export const translatedLanguages: string[] = languages.map(({ code }) => code)

/**
 * The customer's language, one of the switcher's: the cookie, else the checkout's, else the first
 * known one of the browser.
 */
export function resolveLanguage(header: HeaderReader, saved?: string): string {
  const savedTags = [parseCookie(header('cookie'), languageCookie), saved]
  const savedLanguage = savedTags.map((tag = '') => parseLanguageCode(tag)).find(isLanguage)
  return savedLanguage ?? parseAcceptLanguage(header('accept-language'))[0] ?? defaultLanguage
}

/**
 * The language with the region that the browser names for it: `en-US`. English without a region is
 * `en-001`, which writes the day before the month.
 */
export function resolveLocale(header: HeaderReader, language: string): string {
  const tags = (header('accept-language') ?? '').split(',')
  const regions = tags
    .filter(tag => parseLanguageCode(tag.trim()) === language)
    .flatMap(tag => /^\s*[a-z]+(?:-[a-z]{4})?-([a-z]{2})(?![a-z\d])/i.exec(tag)?.[1] ?? [])
  const region = regions[0] ?? (language === 'en' ? '001' : undefined)
  return region ? `${language}-${region}` : language
}

/** The known languages of Accept-Language by weight, without regions. */
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

/** Norwegian has three codes in browsers, Hebrew and Indonesian have an older one each. */
const codeAliases: Record<string, string> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }

function parseLanguageCode(tag: string): string {
  const code = tag.split(/[-_]/)[0]?.toLowerCase() ?? ''
  return codeAliases[code] ?? code
}

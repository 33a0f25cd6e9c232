import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GetServerSidePropsContext } from 'next'
import type { LanguageAttributes } from '@/contract/page'
import { buildDismissalCookie } from '@/domain/checkout/dismissals'
import { defaultLanguage } from '@/domain/data/default-language'
import { directionOf, isLanguage, languages } from '@/domain/data/languages'
import { languageCookie, setCookie } from '@/server/http/cookies'
import { type HeaderReader, parseCookie, readDismissals } from '@/server/http/request'

/** The folder of the texts, with a folder for each language. */
export const textsFolder = './public/locales'

const buildTextFilePath = (language: string, namespace: string): string =>
  join(textsFolder, language, `${namespace}.json`)

/** Whether a language has its own file of a namespace. */
export const isTranslatedIn = (language: string, namespace: string): boolean =>
  existsSync(buildTextFilePath(language, namespace))

/** The path of a namespace's file: the language's own, else the English one. */
export const resolveTextFile = (language: string, namespace: string): string =>
  buildTextFilePath(isTranslatedIn(language, namespace) ? language : defaultLanguage, namespace)

/** The address of a file of texts in `public`, without the language's own that of the English one. */
export const resolveTextAddress = (url = ''): string =>
  url.replace(
    /^\/checkouts\/locales\/([\w-]+)\/([\w-]+)\.json$/,
    (address, language: string, namespace: string) =>
      isTranslatedIn(language, namespace)
        ? address
        : address.replace(`/${language}/`, `/${defaultLanguage}/`),
  )

/** The languages with texts, in the order of the switcher; a new folder adds a language. */
export const translatedLanguages: string[] = languages
  .map(({ code }) => code)
  .filter(code => existsSync(join(textsFolder, code)))

/** The language of the texts for a customer's language: the same, else English. */
export const resolveTextLanguage = (language: string): string =>
  translatedLanguages.includes(language) ? language : defaultLanguage

/**
 * The `lang` and `dir` attributes of values in the customer's language among English texts; empty
 * if the texts are in it too.
 */
export const resolveLangAttributes = (language: string): LanguageAttributes =>
  resolveTextLanguage(language) === language ? {} : { lang: language, dir: directionOf(language) }

/**
 * The customer's language, one of the switcher's: the cookie, else the checkout's, else the
 * browser's. Numbers, dates and country names use it even if its texts are not translated.
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

/** The preferred language; a translated one of lower weight wins over English texts. */
function pickPreferred(preferredCodes: string[]): string | undefined {
  const readable = preferredCodes.find(code => translatedLanguages.includes(code))
  return readable && readable !== defaultLanguage ? readable : preferredCodes[0]
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

/** Whether this page shows the notice that its texts are English; once per browser session. */
export function shouldShowUntranslatedNotice(
  { req, res }: Pick<GetServerSidePropsContext, 'req' | 'res'>,
  language: string,
): boolean {
  const name = `untranslated-${language}`
  if (resolveTextLanguage(language) === language) return false
  if (readDismissals(req.headers.cookie).includes(name)) return false
  setCookie(res, buildDismissalCookie(name))
  return true
}

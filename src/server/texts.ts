import type { IncomingMessage } from 'node:http'
import type { SSRConfig } from 'next-i18next/pages'
import { serverSideTranslations } from 'next-i18next/pages/serverSideTranslations'
import { defaultLanguage } from '@/domain/data/default-language'
import { isLanguage } from '@/domain/data/languages'
import { languageCookie } from '@/server/cookies'
import { cookieOf } from '@/server/http'

/** Languages with texts of their own: the folders under public/locales. */
export const translated = ['en', 'ar']

/** The page's language: the cookie, else what the checkout remembers, else what the browser asks for. */
export function languageOf(request: IncomingMessage, saved?: string): string {
  const wished = [cookieOf(request, languageCookie), saved, ...accepted(request)]
  return wished.find(code => code && translated.includes(code)) ?? defaultLanguage
}

/** Accept-Language in the order of the browser's preference, without regions. */
function accepted({ headers }: IncomingMessage): string[] {
  return (headers['accept-language'] ?? '')
    .split(',')
    .map(part => {
      const [tag = '', q = 'q=1'] = part.trim().split(';')
      return { code: tag.split('-')[0]?.toLowerCase() ?? '', weight: Number(q.split('=')[1]) || 0 }
    })
    .filter(({ code }) => isLanguage(code))
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code)
}

const config = {
  i18n: { defaultLocale: defaultLanguage, locales: translated },
  localePath: './public/locales',
  defaultNS: 'common',
  // Every language in the list is complete, which a test holds: a page ships one language, not two.
  fallbackLng: false as const,
}

const known = new Map<string, Promise<SSRConfig>>()

/** The texts of a page as props; read from disk once. */
export function textsOf(language: string, namespaces: string[]): Promise<SSRConfig> {
  const key = `${language}/${namespaces}`
  const texts = known.get(key) ?? serverSideTranslations(language, namespaces, config)
  if (process.env.NODE_ENV === 'production') known.set(key, texts)
  return texts
}

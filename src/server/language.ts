import { defaultLanguage } from '@/domain/data/default-language'
import { isLanguage } from '@/domain/data/languages'
import { languageCookie } from '@/server/cookies'
import { cookieIn, type Header } from '@/server/http'

/** Languages with texts of their own: the folders under public/locales. */
export const translated = ['en', 'ar']

/** The customer's language: the cookie, else what the checkout remembers, else what the browser asks for. */
export function languageOf(header: Header, saved?: string): string {
  const asked = accepted(header('accept-language'))
  const wished = [cookieIn(header('cookie'), languageCookie), saved, ...asked]
  return wished.find(code => code && translated.includes(code)) ?? defaultLanguage
}

/** Accept-Language in the order of the browser's preference, without regions. */
const accepted = (header = ''): string[] =>
  header
    .split(',')
    .map(part => {
      const [tag = '', q = 'q=1'] = part.trim().split(';')
      return { code: tag.split('-')[0]?.toLowerCase() ?? '', weight: Number(q.split('=')[1]) || 0 }
    })
    .filter(({ code }) => isLanguage(code))
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code)

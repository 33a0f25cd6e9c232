import type { SSRConfig } from 'next-i18next/pages'
import { serverSideTranslations } from 'next-i18next/pages/serverSideTranslations'
import { defaultLanguage } from '@/domain/data/default-language'
import { translated } from '@/server/language'

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
  // A disk that failed once must not fail this page until the next start.
  texts.catch(() => known.delete(key))
  return texts
}

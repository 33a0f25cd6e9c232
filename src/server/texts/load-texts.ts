import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SSRConfig } from 'next-i18next/pages'
import { serverSideTranslations } from 'next-i18next/pages/serverSideTranslations'
import { defaultLanguage } from '@/domain/data/default-language'
import { isTranslatedIn, textsFolder, translatedLanguages } from '@/server/texts/language'

const config = {
  i18n: { defaultLocale: defaultLanguage, locales: translatedLanguages },
  localePath: textsFolder,
  defaultNS: 'common',
  // Every language is complete, which a test checks: a page ships one language, not two.
  fallbackLng: false as const,
}

const cache = new Map<string, Promise<SSRConfig>>()

/** The texts of a page as props; in production they are read from disk once. */
export function loadTexts(language: string, namespaces: string[]): Promise<SSRConfig> {
  const key = `${language}/${namespaces}`
  const texts = cache.get(key) ?? readTexts(language, namespaces)
  if (process.env.NODE_ENV === 'production') cache.set(key, texts)
  // A failed read must not stay in the cache until the next start.
  texts.catch(() => cache.delete(key))
  return texts
}

/** Reads the texts; a namespace that the language lacks is in English. */
async function readTexts(language: string, namespaces: string[]): Promise<SSRConfig> {
  const texts = await serverSideTranslations(language, namespaces, config)
  const missing = namespaces.filter(namespace => !isTranslatedIn(language, namespace))
  if (missing.length === 0) return texts
  const english = await serverSideTranslations(defaultLanguage, missing, config)
  const store = texts._nextI18Next?.initialI18nStore
  if (store) store[language] = { ...store[language], ...findEnglishStore(english) }
  return texts
}

const findEnglishStore = ({ _nextI18Next: texts }: SSRConfig) =>
  texts?.initialI18nStore[defaultLanguage]

/** Namespaces of internal pages, which are English only. */
export const internalNamespaces = ['links']

/** The missing text files, such as `ar/payment.json`, whose texts are shown in English. */
export function listMissingTextFiles(): string[] {
  const namespaces = readdirSync(join(textsFolder, defaultLanguage))
    .map(file => basename(file, '.json'))
    .filter(namespace => !internalNamespaces.includes(namespace))
  return translatedLanguages.flatMap(language =>
    namespaces
      .filter(namespace => !isTranslatedIn(language, namespace))
      .map(namespace => `${language}/${namespace}.json`),
  )
}

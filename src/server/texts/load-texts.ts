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
  // Every language in the list is complete, which a test holds: a page ships one language, not two.
  fallbackLng: false as const,
}

const cache = new Map<string, Promise<SSRConfig>>()

/** The texts of a page as props; read from disk once. */
export function loadTexts(language: string, namespaces: string[]): Promise<SSRConfig> {
  const key = `${language}/${namespaces}`
  const texts = cache.get(key) ?? readTexts(language, namespaces)
  if (process.env.NODE_ENV === 'production') cache.set(key, texts)
  // A disk that failed once must not fail this page until the next start.
  texts.catch(() => cache.delete(key))
  return texts
}

/** Reads the texts, in English where the language lacks the file: a page without words sells nothing. */
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

/** Texts of pages that no customer sees: those who make links read English. */
export const internalNamespaces = ['links']

/** The files of texts that are not there, such as `ar/payment.json`: their texts are read in English. */
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

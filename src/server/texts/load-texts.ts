import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SSRConfig } from 'next-i18next/pages'
import { serverSideTranslations } from 'next-i18next/pages/serverSideTranslations'
import { defaultLanguage } from '@/domain/data/default-language'
import { isTranslatedIn, textsFolder, translated } from '@/server/texts/language'

const config = {
  i18n: { defaultLocale: defaultLanguage, locales: translated },
  localePath: textsFolder,
  defaultNS: 'common',
  // Every language in the list is complete, which a test holds: a page ships one language, not two.
  fallbackLng: false as const,
}

const known = new Map<string, Promise<SSRConfig>>()

/** The texts of a page as props; read from disk once. */
export function textsOf(language: string, namespaces: string[]): Promise<SSRConfig> {
  const key = `${language}/${namespaces}`
  const texts = known.get(key) ?? read(language, namespaces)
  if (process.env.NODE_ENV === 'production') known.set(key, texts)
  // A disk that failed once must not fail this page until the next start.
  texts.catch(() => known.delete(key))
  return texts
}

/** Reads the texts, in English where the language lacks the file: a page without words sells nothing. */
async function read(language: string, namespaces: string[]): Promise<SSRConfig> {
  const texts = await serverSideTranslations(language, namespaces, config)
  const lacking = namespaces.filter(namespace => !isTranslatedIn(language, namespace))
  if (lacking.length === 0) return texts
  const english = await serverSideTranslations(defaultLanguage, lacking, config)
  const store = texts._nextI18Next?.initialI18nStore
  if (store) store[language] = { ...store[language], ...storeOf(english) }
  return texts
}

const storeOf = ({ _nextI18Next: texts }: SSRConfig) => texts?.initialI18nStore[defaultLanguage]

/** Texts of pages that no customer sees: those who make links read English. */
export const forTheShop = ['links']

/** The files of texts that are not there, such as `ar/payment.json`: their texts are read in English. */
export function missingTextFiles(): string[] {
  const namespaces = readdirSync(join(textsFolder, defaultLanguage))
    .map(file => basename(file, '.json'))
    .filter(namespace => !forTheShop.includes(namespace))
  return translated.flatMap(language =>
    namespaces
      .filter(namespace => !isTranslatedIn(language, namespace))
      .map(namespace => `${language}/${namespace}.json`),
  )
}

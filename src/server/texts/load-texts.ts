import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { serverSideTranslations } from 'next-i18next/pages/serverSideTranslations'
import { defaultLanguage } from '@/domain/data/default-language'
import { isTranslatedIn, textsFolder, translatedLanguages } from '@/server/texts/language'

const config = {
  i18n: { defaultLocale: defaultLanguage, locales: translatedLanguages },
  localePath: textsFolder,
  defaultNS: 'common',
  fallbackLng: false as const,
  // In development a changed file shows after a reload; the library ignores this in production.
  reloadOnPrerender: true,
}

/** The texts of a page, by namespace. */
export type PageTexts = Record<string, object>

/** The texts of a page; a namespace that the language lacks is in English. */
export async function loadTexts(language: string, namespaces: string[]): Promise<PageTexts> {
  const [texts, english] = await Promise.all([
    loadLanguage(language),
    loadLanguage(defaultLanguage),
  ])
  return Object.fromEntries(
    namespaces.map(namespace => [namespace, texts[namespace] ?? english[namespace] ?? {}]),
  )
}

const cache = new Map<string, Promise<PageTexts>>()

/** All texts of a language; in production they are read from disk once. */
function loadLanguage(language: string): Promise<PageTexts> {
  const texts = cache.get(language) ?? readLanguage(language)
  if (process.env.NODE_ENV === 'production') cache.set(language, texts)
  // A failed read must not stay in the cache until the next start.
  texts.catch(() => cache.delete(language))
  return texts
}

async function readLanguage(language: string): Promise<PageTexts> {
  const { _nextI18Next: served } = await serverSideTranslations(language, undefined, config)
  return served?.initialI18nStore[language]
}

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

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInstance } from 'i18next'
import { root } from '@/commands/program'

const locales = join(root, 'public/locales')

/** Translates a key such as `driver-details:you.email`; the default namespace is `common`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

/** The product's own texts in a language, so that a change of wording breaks no test. */
export function createTranslate(language: string): Translate {
  const texts = createTexts(language)
  return (key, values) => (texts.t as Translate)(key, values ?? {})
}

/** The texts as a page gets them; a missing key throws. */
export function createTexts(language: string) {
  const texts = createInstance()
  void texts.init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: readNamespaces(language) },
    parseMissingKeyHandler: (key, fallback) => {
      if (fallback !== undefined) return fallback
      throw new Error(`There is no text ${key} in ${language}.`)
    },
  })
  return texts
}

function readNamespaces(language: string): Record<string, object> {
  const folder = join(locales, language)
  return Object.fromEntries(
    readdirSync(folder).map(file => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  )
}

export const translateEnglish = createTranslate('en')

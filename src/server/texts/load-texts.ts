import { serverSideTranslations } from 'next-i18next/pages/serverSideTranslations'
import type { PageTexts } from '@/contract/page'
import { defaultLanguage } from '@/domain/data/default-language'
import { textsFolder, translatedLanguages } from '@/server/texts/language'

const config = {
  i18n: { defaultLocale: defaultLanguage, locales: translatedLanguages },
  localePath: textsFolder,
  defaultNS: 'common',
  fallbackLng: false as const,
  // In development a changed file shows after a reload; the library ignores this in production.
  reloadOnPrerender: true,
}

/**
 * The texts of a page; throws if the language lacks a namespace. `payment:purchase` is one group of a
 * namespace. `unusedKeys` are texts or groups that the page cannot show, such as
 * `common:steps.payment`.
 */
export async function loadTexts(
  language: string,
  namespaces: string[],
  unusedKeys: string[] = [],
): Promise<PageTexts> {
  const textsByNamespace = await loadLanguage(language)
  return Object.fromEntries(
    namespaces.map(name => {
      const [namespace = name, group] = name.split(':')
      const texts = textsByNamespace[namespace]
      if (!texts) throw new Error(`public/locales/${language}/${namespace}.json is missing.`)
      const isOwn = (key: string) => key.startsWith(`${namespace}:`)
      const unused = group
        ? Object.keys(texts).filter(key => key !== group)
        : unusedKeys.filter(isOwn).map(key => key.slice(namespace.length + 1))
      return [namespace, omitTexts(texts, unused)]
    }),
  )
}

const omitted = new WeakMap<object, Map<string, object>>()

/** The same object for the same keys: rendering adds each object to the translator once. */
function omitTexts(texts: object, keys: string[]): object {
  if (keys.length === 0) return texts
  const variants = omitted.get(texts) ?? new Map<string, object>()
  omitted.set(texts, variants)
  const name = keys.join()
  const variant = variants.get(name) ?? keys.reduce(omitText, texts)
  variants.set(name, variant)
  return variant
}

const pluralForm = /_(?:zero|one|two|few|many|other)$/

/** Without a text and its plural forms, or without a group; a group that would be empty goes too. */
function omitText(texts: object, path: string): object {
  const [key = '', ...rest] = path.split('.')
  const isOther = ([name]: [string, unknown]) =>
    name !== key && name.replace(pluralForm, '') !== key
  const others = Object.fromEntries(Object.entries(texts).filter(isOther))
  const group = (texts as PageTexts)[key]
  const shownGroup = group && rest.length > 0 ? omitText(group, rest.join('.')) : {}
  return Object.keys(shownGroup).length > 0 ? { ...others, [key]: shownGroup } : others
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

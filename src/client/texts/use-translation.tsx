import {
  createInstance,
  type DefaultNamespace,
  type i18n as I18n,
  type Namespace,
  type TFunction,
  type TOptions,
} from 'i18next'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { loadedMissingTexts, loadMissingTexts } from '@/client/texts/load-missing-texts'
import type { PageTexts } from '@/contract/page'

/** The texts of the page; tests provide their own instance. */
export const TextsContext = createContext<I18n | null>(null)

const defaultNamespace = 'common'

interface TextsProviderProps {
  language: string
  texts: PageTexts
  children: ReactNode
}

/** Provides a page's texts. The context has the language: the server renders several at once. */
export const TextsProvider = ({ language, texts, children }: TextsProviderProps) => (
  <TextsContext value={useLatestTexts(provideTexts(language, texts))}>{children}</TextsContext>
)

/** The instance; a new one with the same texts once missing ones were loaded, which renders them. */
function useLatestTexts(i18n: I18n): I18n {
  const [latest, setLatest] = useState(i18n)
  useEffect(() => {
    const renew = () => setLatest(i18n.cloneInstance())
    i18n.on(loadedMissingTexts, renew)
    return () => i18n.off(loadedMissingTexts, renew)
  }, [i18n])
  return latest.language === i18n.language ? latest : i18n
}

/** One for each language in the server's process; one in a tab. */
const instances = new Map<string, I18n>()

const added = new WeakSet<object>()

/** The instance of a language, with the texts of a page added to those of earlier pages. */
function provideTexts(language: string, texts: PageTexts): I18n {
  const i18n = instances.get(language) ?? createTexts(language)
  instances.set(language, i18n)
  for (const [namespace, keys] of Object.entries(texts)) {
    // Pages ship different parts of a namespace. In development a file may have changed since.
    if (!added.has(keys)) i18n.addResourceBundle(language, namespace, keys, true, true)
    added.add(keys)
  }
  return i18n
}

function createTexts(language: string): I18n {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    // Every language is complete, which a test checks.
    fallbackLng: false,
    defaultNS: defaultNamespace,
    initAsync: false,
    // React escapes.
    interpolation: { escapeValue: false },
    resources: { [language]: {} },
  })
  loadMissingTexts(i18n)
  return i18n
}

interface Translation<N extends Namespace> {
  t: TFunction<N>
  i18n: I18n
}

/** By instance and namespace. Creating them again for each component would slow every render. */
const translations = new WeakMap<I18n, Map<string, unknown>>()

/**
 * `t` for the page's texts, the same function on every render. Keys without a namespace are of the
 * first one. A namespace must be served with the page or loaded by `loadNamespace`.
 */
export function useTranslation<const N extends Namespace = DefaultNamespace>(
  namespaces?: N,
): Translation<N> {
  const i18n = useContext(TextsContext)
  if (!i18n) throw new Error('a text is shown outside its provider')
  const [namespace = defaultNamespace] = [namespaces ?? []].flat()
  const known = translations.get(i18n) ?? new Map<string, unknown>()
  translations.set(i18n, known)
  const translation = known.get(namespace) ?? { t: createTranslate(i18n, namespace), i18n }
  known.set(namespace, translation)
  return translation as Translation<N>
}

type Translate = (key: string, options?: TOptions | string) => string

/**
 * Remembers texts as they are written, because every page asks for many of the same ones. i18next
 * returns those whose form depends on a value.
 */
function createTranslate(i18n: I18n, namespace: string): Translate {
  const translate = i18n.getFixedT(i18n.language, namespace as DefaultNamespace) as Translate
  const texts = new Map<string, string>()
  // A file may have changed.
  if (process.env.NODE_ENV !== 'production') i18n.store.on('added', () => texts.clear())
  return (key, options = {}) => {
    if (typeof options === 'string' || 'count' in options || 'context' in options)
      return translate(key, options)
    const text = texts.get(key) ?? findText(i18n, namespace, key)
    if (text === undefined) return translate(key, options)
    texts.set(key, text)
    return fillIn(text, options) ?? translate(key, options)
  }
}

/** A text without references. */
function findText(i18n: I18n, namespace: string, key: string): string | undefined {
  const [path = key, ownNamespace = namespace] = key.split(':').reverse()
  const text: unknown = i18n.getResource(i18n.language, ownNamespace, path)
  return typeof text === 'string' && !text.includes('$t(') ? text : undefined
}

/** The text with its values; undefined if one is missing. i18next would take long. */
function fillIn(text: string, options: TOptions): string | undefined {
  if (!text.includes('{{')) return text
  const filled = text.replace(/\{\{(\w+)\}\}/g, (placeholder, name) =>
    String(options[name] ?? placeholder),
  )
  return filled.includes('{{') ? undefined : filled
}

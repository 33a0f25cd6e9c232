import { createInstance, type i18n as I18n } from 'i18next'

/** Timeout of one file, in milliseconds. */
const timeoutMs = 10_000

/**
 * Loads texts that the page was served without, before they are shown. Uses i18next's backend
 * connector: up to ten files in parallel, five retries, the first after 350 ms, each wait twice the
 * previous one. Throws if they cannot be loaded.
 */
export async function loadNamespace(i18n: I18n, namespace: string): Promise<void> {
  const { language } = i18n
  if (i18n.hasResourceBundle(language, namespace)) return
  const reader = createInstance()
  await reader.use({ type: 'backend', init: () => undefined, read: readNamespace }).init({
    lng: language,
    fallbackLng: false,
    ns: namespace,
    defaultNS: namespace,
    initAsync: false,
  })
  const texts = reader.getResourceBundle(language, namespace)
  if (!texts) throw new Error('the texts could not be loaded')
  i18n.addResourceBundle(language, namespace, texts)
}

/** The second argument of a failure is whether a retry could help. */
type ReadCallback = (error: unknown, texts: object | boolean) => void

function readNamespace(language: string, namespace: string, callback: ReadCallback): void {
  fetchTexts(`/checkouts/locales/${language}/${namespace}.json`).then(
    texts => callback(null, texts),
    error => callback(error, navigator.onLine),
  )
}

async function fetchTexts(url: string): Promise<object> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}

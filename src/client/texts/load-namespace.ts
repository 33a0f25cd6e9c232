import { createInstance, type i18n as I18n } from 'i18next'

/** Timeout of one file, in milliseconds. */
const timeoutMs = 10_000

/** Loads texts that the page was served without, before they are shown. Throws like `loadFile`. */
export async function loadNamespace(i18n: I18n, namespace: string): Promise<void> {
  if (!i18n.hasResourceBundle(i18n.language, namespace)) await completeNamespace(i18n, namespace)
}

/** Loads a namespace that the page was served a part of. Throws like `loadFile`. */
export async function completeNamespace(i18n: I18n, namespace: string): Promise<void> {
  const { language } = i18n
  const texts = await loadFile(`locales/${language}/${namespace}`)
  i18n.addResourceBundle(language, namespace, texts, true, true)
}

/**
 * Loads a JSON file of `public`, given without its extension. Uses i18next's backend connector: up
 * to ten files in parallel, five retries, the first after 350 ms, each wait twice the previous one.
 * Throws if it cannot be loaded.
 */
export async function loadFile<File extends object>(path: string): Promise<File> {
  const reader = createInstance()
  await reader.use({ type: 'backend', init: () => undefined, read: readFile }).init({
    lng: 'dev',
    fallbackLng: false,
    ns: path,
    defaultNS: path,
    initAsync: false,
  })
  const file = reader.getResourceBundle('dev', path)
  if (!file) throw new Error('the texts could not be loaded')
  return file
}

/** The second argument of a failure is whether a retry could help. */
type ReadCallback = (error: unknown, file: object | boolean) => void

function readFile(_language: string, path: string, callback: ReadCallback): void {
  fetchFile(`/checkouts/${path}.json`).then(
    file => callback(null, file),
    error => callback(error, navigator.onLine),
  )
}

async function fetchFile(url: string): Promise<object> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}

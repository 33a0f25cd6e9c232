import { createInstance, type i18n as I18n } from 'i18next'

/** A file that does not come in this time, in milliseconds, has failed. */
const timeoutMs = 10_000

/**
 * Brings texts that the page was served without, before what needs them is shown. i18next's own rule reads them:
 * up to ten files at once, five more tries, the first after 350 ms and each wait twice the one before (SPEC 9).
 * Throws when they cannot be had.
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

/** The second argument of a failure says whether another try could help. */
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

import type { i18n as I18n } from 'i18next'
import { report } from '@/client/api/report-error'

/** Event of an instance: more texts of a namespace are there. */
export const loadedMissingTexts = 'loadedMissingTexts'

/**
 * A missing text renders as an empty string, and the browser loads its namespace: a first visit's
 * page comes without the texts that few customers see. One that its file lacks is reported; in
 * development to the dev server as well. A test checks that every language has every text.
 */
export function loadMissingTexts(i18n: I18n): void {
  i18n.options.saveMissing = true
  i18n.options.parseMissingKeyHandler = (_key, fallback) => fallback ?? ''
  i18n.options.missingKeyHandler = async (_languages, namespace, key, _text, _isUpdate, values) => {
    if (typeof window === 'undefined' || values.defaultValue !== undefined) return
    const isComplete = await loadOnce(i18n, namespace)
    if (isComplete && !i18n.exists(key, { ...values, ns: namespace }))
      reportMissingKey(i18n.language, namespace, key)
  }
}

/** Whether the file of a namespace could be loaded, by its path. */
const loads = new Map<string, Promise<boolean>>()

/** Whether the namespace is complete; if it could not be loaded, the next missing text retries. */
function loadOnce(i18n: I18n, namespace: string): Promise<boolean> {
  const path = `${i18n.language}/${namespace}`
  const load = loads.get(path) ?? loadAll(i18n, namespace)
  loads.set(path, load)
  load.then(isComplete => isComplete || loads.delete(path))
  return load
}

async function loadAll(i18n: I18n, namespace: string): Promise<boolean> {
  try {
    const { completeNamespace } = await import('@/client/texts/load-namespace')
    await completeNamespace(i18n, namespace)
    i18n.emit(loadedMissingTexts)
    return true
  } catch {
    return false
  }
}

function reportMissingKey(language: string, namespace: string, key: string): void {
  report(`the text ${namespace}:${key} is missing`)
  if (process.env.NODE_ENV !== 'development') return
  const query = new URLSearchParams({ key })
  fetch(`/checkouts/locales/${language}/${namespace}.missing.json?${query}`, { method: 'POST' })
}

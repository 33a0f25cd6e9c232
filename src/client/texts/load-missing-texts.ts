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
  i18n.options.missingKeyHandler = (_languages, namespace, key, _text, _isUpdate, values) => {
    if (typeof window === 'undefined' || values.defaultValue !== undefined) return
    loadOnce(i18n, namespace).then(
      () =>
        i18n.exists(key, { ...values, ns: namespace }) ||
        reportMissingKey(i18n.language, namespace, key),
      () => undefined,
    )
  }
}

/** By the path of the file. */
const loads = new Map<string, Promise<void>>()

function loadOnce(i18n: I18n, namespace: string): Promise<void> {
  const path = `${i18n.language}/${namespace}`
  const load = loads.get(path) ?? loadAll(i18n, namespace)
  loads.set(path, load)
  // The next missing text tries again.
  load.catch(() => loads.delete(path))
  return load
}

async function loadAll(i18n: I18n, namespace: string): Promise<void> {
  const { completeNamespace } = await import('@/client/texts/load-namespace')
  await completeNamespace(i18n, namespace)
  i18n.emit(loadedMissingTexts)
}

function reportMissingKey(language: string, namespace: string, key: string): void {
  report(`the text ${namespace}:${key} is missing`)
  if (process.env.NODE_ENV !== 'development') return
  const query = new URLSearchParams({ key })
  fetch(`/checkouts/locales/${language}/${namespace}.missing.json?${query}`, { method: 'POST' })
}

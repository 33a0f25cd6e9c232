import type { i18n as I18n } from 'i18next'
import { report } from '@/client/api/report-error'

/**
 * A missing text renders as an empty string and is reported; in development to the dev server as
 * well. A test checks that every language has every text.
 */
export function reportMissingKeys(i18n: I18n): void {
  i18n.options.saveMissing = true
  i18n.options.parseMissingKeyHandler = (_key, fallback) => fallback ?? ''
  i18n.options.missingKeyHandler = (
    [language],
    namespace,
    key,
    _text,
    _isUpdate,
    { defaultValue },
  ) => {
    if (typeof window === 'undefined' || defaultValue !== undefined) return
    report(`the text ${namespace}:${key} is missing`)
    if (process.env.NODE_ENV !== 'development') return
    const query = new URLSearchParams({ key })
    fetch(`/checkouts/locales/${language}/${namespace}.missing.json?${query}`, { method: 'POST' })
  }
}

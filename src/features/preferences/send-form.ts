import { requestFocusAfterLoad } from '@/features/preferences/use-focus-after-load'

/** A server that does not respond within this time counts as unreachable. */
const timeoutMs = 15_000

/**
 * Submits the form and replaces this page with the result, so that Back opens the page before it. A
 * refused form is submitted by the browser, which shows why. Returns false on the unchanged page
 * when there is no response.
 */
export async function sendForm(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)] as [string, string][])
  const response = await fetch(form.action, {
    method: 'POST',
    body,
    // Only the redirect is requested: the page has messages that are shown only once.
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  if (!response) return false
  requestFocusAfterLoad()
  const redirect: { to?: string } = response.ok ? await response.json().catch(() => ({})) : {}
  if (redirect.to) location.replace(redirect.to)
  else form.submit()
  return true
}

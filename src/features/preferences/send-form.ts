import { requestFocusAfterLoad } from '@/features/preferences/use-focus-after-load'

/** A server that has not answered in this time, in milliseconds, cannot be reached. */
const timeoutMs = 15_000

/**
 * Sends the form and shows the page it leads to in place of this one: one step back is the page before it. What
 * is refused is left to the browser, which shows why. Answers false, on the page as it is, where nobody answers.
 */
export async function sendForm(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)] as [string, string][])
  const response = await fetch(form.action, {
    method: 'POST',
    body,
    // The page is asked for once, by who shows it: some of what it says is said once.
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

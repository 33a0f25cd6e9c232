import { keepFocus } from '@/features/preferences/focus-after-load'

/** A server that has not answered in this time, in milliseconds, cannot be reached. */
const patienceMs = 15_000

/**
 * Sends the form and shows the page it leads to in place of this one: one step back is the page before it. What
 * is refused is left to the browser, which shows why. Answers false, on the page as it is, where nobody answers.
 */
export async function sendForm(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)] as [string, string][])
  const answer = await fetch(form.action, {
    method: 'POST',
    body,
    // The page is asked for once, by who shows it: some of what it says is said once.
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => null)
  if (!answer) return false
  keepFocus()
  const told: { to?: string } = answer.ok ? await answer.json().catch(() => ({})) : {}
  if (told.to) location.replace(told.to)
  else form.submit()
  return true
}

import { keep, kept, untilClosed } from '@/client/browser/web-storage'
import { jsonIn } from '@/client/store/draft-storage'

/** What has happened in this tab's visit, and is told once. */
const visitKey = 'ida-checkout-visit'

function known(): string[] {
  const names = jsonIn(kept(visitKey, untilClosed))
  return Array.isArray(names) ? names : []
}

/** Whether something happens for the first time in this visit; true once. A browser that remembers nothing says no. */
export function isFirstTime(name: string): boolean {
  if (known().includes(name)) return false
  keep(visitKey, JSON.stringify([...known(), name]), untilClosed)
  return known().includes(name)
}

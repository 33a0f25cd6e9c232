import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'

/** Names of events tracked once per visit (per tab). */
const visitKey = 'ida-checkout-visit'

function readNames(): string[] {
  const names = parseJson(readStorage(visitKey, getSessionStorage))
  return Array.isArray(names) ? names : []
}

/**
 * Whether this is the first call for `name` in this visit. False if the browser cannot store it.
 */
export function isFirstTime(name: string): boolean {
  if (readNames().includes(name)) return false
  writeStorage(visitKey, JSON.stringify([...readNames(), name]), getSessionStorage)
  return readNames().includes(name)
}

import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'

/** What has happened in this tab's visit, and is told once. */
const visitKey = 'ida-checkout-visit'

function readNames(): string[] {
  const names = parseJson(readStorage(visitKey, getSessionStorage))
  return Array.isArray(names) ? names : []
}

/** Whether something happens for the first time in this visit; true once. A browser that remembers nothing says no. */
export function isFirstTime(name: string): boolean {
  if (readNames().includes(name)) return false
  writeStorage(visitKey, JSON.stringify([...readNames(), name]), getSessionStorage)
  return readNames().includes(name)
}

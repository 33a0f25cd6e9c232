import { vi } from 'vitest'

/** Stubs an empty browser storage; returns its entries. */
export function stubStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const entries = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  })
  return entries
}

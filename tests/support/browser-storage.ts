import { vi } from 'vitest'

/** Gives the code under test an empty storage of a browser; answers with what is kept in it. */
export function stubStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const entries = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  })
  return entries
}

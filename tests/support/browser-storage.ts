import { vi } from 'vitest'

/** Gives the code under test an empty storage of a browser; answers with what is kept in it. */
export function stubStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const stored = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}

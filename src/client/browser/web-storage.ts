/** A text kept in this browser; null where there is none, or where the browser forbids looking. */
export function readStorage(
  key: string,
  getStorage: () => Storage = getLocalStorage,
): string | null {
  try {
    return getStorage().getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser, or nothing under this key any more. It may be full or forbidden: then nothing is kept. */
export function writeStorage(
  key: string,
  value: string | null,
  getStorage: () => Storage = getLocalStorage,
): void {
  try {
    if (value === null) getStorage().removeItem(key)
    else getStorage().setItem(key, value)
  } catch {
    // Everything goes on without it.
  }
}

/** In this tab alone, where nobody finds it later; a reload does not lose it. */
export const getSessionStorage = () => sessionStorage

const getLocalStorage = () => localStorage

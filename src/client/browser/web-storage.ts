/** Reads a localStorage entry; null without one, or if the browser forbids access. */
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

/** Writes a localStorage entry (null removes it). Quota and privacy errors are ignored. */
export function writeStorage(
  key: string,
  value: string | null,
  getStorage: () => Storage = getLocalStorage,
): void {
  try {
    if (value === null) getStorage().removeItem(key)
    else getStorage().setItem(key, value)
  } catch {
    // The page works without storage.
  }
}

/** sessionStorage: private to this tab, and survives a reload. */
export const getSessionStorage = () => sessionStorage

const getLocalStorage = () => localStorage

/** A text kept in this browser; null where there is none, or where the browser forbids looking. */
export function kept(key: string, storage: () => Storage = local): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser, or nothing under this key any more. It may be full or forbidden: then nothing is kept. */
export function keep(key: string, text: string | null, storage: () => Storage = local): void {
  try {
    if (text === null) storage().removeItem(key)
    else storage().setItem(key, text)
  } catch {
    // Everything goes on without it.
  }
}

/** In this tab alone, where nobody finds it later; a reload does not lose it. */
export const untilClosed = () => sessionStorage

const local = () => localStorage

import { type RefObject, useEffect } from 'react'
import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'

const storageKey = 'ida-checkout-preferences'

/** Another language reloads the page: the button that led to it gets the focus again. */
export const requestFocusAfterLoad = (): void => writeStorage(storageKey, '1', getSessionStorage)

/** Focuses the button once, on the reloaded page. */
export function useFocusAfterLoad(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (!readStorage(storageKey, getSessionStorage)) return
    writeStorage(storageKey, null, getSessionStorage)
    button.current?.focus({ preventScroll: true })
  }, [button])
}

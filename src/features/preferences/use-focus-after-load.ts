import { type RefObject, useEffect } from 'react'
import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'

const storageKey = 'ida-checkout-preferences'

/** Another language loads the page anew: the button that led to it takes the focus there again. */
export const requestFocusAfterLoad = (): void => writeStorage(storageKey, '1', getSessionStorage)

/** Gives the button the focus once, on the page that its choice has loaded. */
export function useFocusAfterLoad(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (!readStorage(storageKey, getSessionStorage)) return
    writeStorage(storageKey, null, getSessionStorage)
    button.current?.focus({ preventScroll: true })
  }, [button])
}

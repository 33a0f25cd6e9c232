import { type RefObject, useEffect } from 'react'
import { keep, kept, untilClosed } from '@/client/browser/web-storage'

const key = 'ida-checkout-preferences'

/** Another language loads the page anew: the button that led to it takes the focus there again. */
export const keepFocus = (): void => keep(key, '1', untilClosed)

/** Gives the button the focus once, on the page that its choice has loaded. */
export function useFocusKept(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (!kept(key, untilClosed)) return
    keep(key, null, untilClosed)
    button.current?.focus({ preventScroll: true })
  }, [button])
}

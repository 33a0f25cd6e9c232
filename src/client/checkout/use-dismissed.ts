import { useCheckout, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { buildDismissalCookie } from '@/domain/checkout/dismissals'

/**
 * Whether something was put away in this browser, and how it is: it stays away until the browser is closed.
 * The button that was pressed goes with it: its owner gives the focus a place.
 */
export function useDismissed(name: string): [boolean, () => void] {
  const store = useCheckoutStore()
  const page = usePage()
  const isDismissedInStore = useCheckout(({ dismissed }) => dismissed.includes(name))
  const dismiss = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = buildDismissalCookie(name)
    store.setState(({ dismissed }) => ({ dismissed: [...dismissed, name] }))
  }
  return [isDismissedInStore || page.dismissed.includes(name), dismiss]
}

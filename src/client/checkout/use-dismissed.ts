import { useCheckout, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { buildDismissalCookie } from '@/domain/checkout/dismissals'

/**
 * Whether `name` was dismissed in this browser, and a function that dismisses it until the browser
 * is closed. The pressed button disappears: the caller must move the focus.
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

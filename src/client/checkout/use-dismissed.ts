import { useCheckout, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { buildDismissalCookie } from '@/domain/checkout/dismissals'

/**
 * Whether `name` was dismissed in this browser, and a function that dismisses it until the browser
 * is closed. The pressed button disappears: the focus moves to the page's heading, or to another
 * element.
 */
export function useDismissed(name: string): [boolean, (focusTarget?: string) => void] {
  const store = useCheckoutStore()
  const page = usePage()
  const isDismissedInStore = useCheckout(({ dismissed }) => dismissed.includes(name))
  const dismiss = (focusTarget = 'h1') => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = buildDismissalCookie(name)
    store.setState(({ dismissed }) => ({ dismissed: [...dismissed, name] }))
    document.querySelector<HTMLElement>(focusTarget)?.focus({ preventScroll: true })
  }
  return [isDismissedInStore || page.dismissed.includes(name), dismiss]
}

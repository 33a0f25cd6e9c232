import { updateQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageData } from '@/contract/page'

const parameter = 'cjevent'

/**
 * Has the server store the affiliate network's `cjevent` in a cookie, once, and removes the
 * parameter from the address.
 */
export function storeCjEvent(_store: CheckoutStore, { cjEvent }: PageData): () => void {
  if (cjEvent) {
    const query = new URLSearchParams({ [parameter]: cjEvent })
    // A failure must not affect the customer.
    fetch(`/checkouts/api/set-cj-cookie/?${query}`, { keepalive: true }).catch(() => undefined)
  }
  // An invalid value is removed too: third-party scripts read the address.
  updateQuery(searchParams => searchParams.delete(parameter))
  return () => undefined
}

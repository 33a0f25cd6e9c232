import { updateQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageData } from '@/contract/page'

const parameter = 'cjevent'

/** Has the affiliate network's event of this address kept, once (SPEC 7), and takes whatever it says out of the address. */
export function storeCjEvent(_store: CheckoutStore, { cjEvent }: PageData): () => void {
  if (cjEvent) {
    const query = new URLSearchParams({ [parameter]: cjEvent })
    // Whether it is kept is nothing to the customer.
    fetch(`/checkouts/api/set-cj-cookie/?${query}`, { keepalive: true }).catch(() => undefined)
  }
  // One that is none leaves as well: it may be anything, and others' scripts read the address.
  updateQuery(searchParams => searchParams.delete(parameter))
  return () => undefined
}

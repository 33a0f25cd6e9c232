import { updateQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageData } from '@/contract/page'

/** Once the checkout has begun with what the link said, the address no longer says it. Answers with what ends it. */
export const stripLaunchParams = (store: CheckoutStore, page: PageData): (() => void) =>
  runAfterLaunchStripped(store, page, () => undefined)

/**
 * Runs something once the address says nothing of the link any more, at once where it does not. Until the checkout
 * has begun the address is all that a reload would have of the link. Answers with what calls it off.
 */
export function runAfterLaunchStripped(
  store: CheckoutStore,
  { launch }: Pick<PageData, 'launch'>,
  callback: () => void,
): () => void {
  const paramNames = Object.keys(launch)
  const strip = () => {
    updateQuery(query => {
      for (const name of paramNames) query.delete(name)
    })
    callback()
  }
  if (paramNames.length === 0) callback()
  else if (store.getState().checkout.token) strip()
  else {
    const unsubscribe = store.subscribe(({ checkout }) => {
      if (!checkout.token) return
      unsubscribe()
      strip()
    })
    return unsubscribe
  }
  return () => undefined
}

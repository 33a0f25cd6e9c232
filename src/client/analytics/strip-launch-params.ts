import { updateQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageData } from '@/contract/page'

/** Removes the launch parameters from the address once the checkout exists. Returns the cleanup. */
export const stripLaunchParams = (store: CheckoutStore, page: PageData): (() => void) =>
  runAfterLaunchStripped(store, page, () => undefined)

/**
 * Runs `callback` once the address has no launch parameters, immediately if it has none. Until the
 * checkout exists they stay: a reload needs them. Returns the cleanup.
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

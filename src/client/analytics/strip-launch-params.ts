import { changeQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { ServedPage } from '@/contract/page'

/** Once the checkout has begun with what the link said, the address no longer says it. Answers with what ends it. */
export const leaveLaunch = (store: CheckoutStore, page: ServedPage): (() => void) =>
  onceLaunchLeft(store, page, () => undefined)

/**
 * Runs something once the address says nothing of the link any more, at once where it does not. Until the checkout
 * has begun the address is all that a reload would have of the link. Answers with what calls it off.
 */
export function onceLaunchLeft(
  store: CheckoutStore,
  { launch }: Pick<ServedPage, 'launch'>,
  run: () => void,
): () => void {
  const names = Object.keys(launch)
  const leave = () => {
    changeQuery(query => {
      for (const name of names) query.delete(name)
    })
    run()
  }
  if (names.length === 0) run()
  else if (store.getState().checkout.token) leave()
  else {
    const stop = store.subscribe(({ checkout }) => {
      if (!checkout.token) return
      stop()
      leave()
    })
    return stop
  }
  return () => undefined
}

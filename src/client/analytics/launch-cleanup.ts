import Router from 'next/router'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageData } from '@/contract/page'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'

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

/**
 * Keeps the query parameters that are not launch parameters in the address from step to step.
 * `search` is the query of the first page: a customer may already be on the next step when this
 * code has loaded. Returns the cleanup.
 */
export function keepPassthroughQuery(
  { launch }: Pick<PageData, 'launch'>,
  search: string,
): () => void {
  const passthrough = pickPassthroughParams([...new URLSearchParams(search)], Object.keys(launch))
  if (passthrough.length === 0) return () => undefined
  const restoreQuery = () =>
    updateQuery(query => {
      const missing = passthrough.filter(([name]) => !query.has(name))
      for (const [name, value] of missing) query.append(name, value)
    })
  restoreQuery()
  Router.events.on('routeChangeComplete', restoreQuery)
  return () => Router.events.off('routeChangeComplete', restoreQuery)
}

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

/** Changes the query of the page's address and of the router's history entry. */
function updateQuery(update: (query: URLSearchParams) => void): void {
  const url = new URL(location.href)
  update(url.searchParams)
  const path = url.pathname + url.search + url.hash
  if (path === location.pathname + location.search + location.hash) return
  history.replaceState({ ...history.state, url: path, as: path }, '', path)
}

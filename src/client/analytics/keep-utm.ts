import Router from 'next/router'
import { changeQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { ServedPage } from '@/contract/page'
import { restOf } from '@/domain/links/passthrough-query'

/** Keeps the rest of the query in the address from step to step. Answers with what ends it. */
export function keepRest(_store: CheckoutStore, { launch }: ServedPage): () => void {
  const rest = restOf([...new URLSearchParams(location.search)], Object.keys(launch))
  if (rest.length === 0) return () => undefined
  const put = () =>
    changeQuery(query => {
      const missing = rest.filter(([name]) => !query.has(name))
      for (const [name, value] of missing) query.append(name, value)
    })
  Router.events.on('routeChangeComplete', put)
  return () => Router.events.off('routeChangeComplete', put)
}

import Router from 'next/router'
import { updateQuery } from '@/client/browser/url-query'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageData } from '@/contract/page'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'

/**
 * Keeps the query parameters that are not launch parameters in the address from step to step.
 * Returns the cleanup.
 */
export function keepPassthroughQuery(_store: CheckoutStore, { launch }: PageData): () => void {
  const passthrough = pickPassthroughParams(
    [...new URLSearchParams(location.search)],
    Object.keys(launch),
  )
  if (passthrough.length === 0) return () => undefined
  const restoreQuery = () =>
    updateQuery(query => {
      const missing = passthrough.filter(([name]) => !query.has(name))
      for (const [name, value] of missing) query.append(name, value)
    })
  Router.events.on('routeChangeComplete', restoreQuery)
  return () => Router.events.off('routeChangeComplete', restoreQuery)
}

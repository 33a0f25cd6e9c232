import { isOffered } from '@/domain/catalog/plans'
import type { TravelCart } from '@/domain/catalog/travel-items'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Launch } from '@/domain/links/launch-params'
import { parseUrlState, type UrlState } from '@/domain/links/url-state'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { countRejection } from '@/server/limits/link-rejection-counter'

/**
 * The change of a link's `state` parameter. It does not replace a partner's plan or the customer's
 * own choice of urgent processing; plans and travel items that are not on offer are omitted.
 */
export function buildLinkChange(state: StoredState, launch: Launch, catalog: Catalog): StateChange {
  const { selectedLicense, travelItemsInCart, urgent, ...otherAnswers } = parseLaunchState(launch)
  const limits = {
    campaigns: [...state.campaigns, ...launch.campaigns],
    products: launch.products.length > 0 ? launch.products : state.products,
  }
  const canChoosePlan = state.partnerToken === null && isOffered(selectedLicense ?? 0, limits)
  return {
    ...otherAnswers,
    ...(canChoosePlan && selectedLicense && { selectedLicense, planChanged: true }),
    ...(travelItemsInCart && {
      travelItemsInCart: filterOnSale(travelItemsInCart, state, catalog),
    }),
    // Preselected by the shop, not the customer: removed where the law forbids preselection.
    ...(urgent && !state.urgent.is_chosen && { urgent: { ...urgent, is_chosen: false } }),
  }
}

const parseLaunchState = ({ state }: Launch): UrlState =>
  state === null ? {} : parseUrlState(state).state

function filterOnSale(cart: TravelCart, { currency, language }: StoredState, catalog: Catalog) {
  const ids = new Set(catalog.travelItems(currency, language).map(({ item_id }) => item_id))
  return cart.filter(({ item_id }) => ids.has(item_id))
}

/** Logs and counts an invalid `state` of a link by its reason; returns the reason, or null. */
export function reportIgnoredState(backend: Backend, { state }: Launch): string | null {
  const fault = state === null ? null : parseUrlState(state).fault
  if (fault) {
    backend.log.warn(
      { event: 'link.state_ignored', state: fault },
      'the state of a link is invalid and was ignored',
    )
    countRejection(backend, `state.${fault}`)
  }
  return fault
}

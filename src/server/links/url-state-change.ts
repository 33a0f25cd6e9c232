import { isOffered } from '@/domain/catalog/plans'
import type { TravelCart } from '@/domain/catalog/travel-items'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Launch } from '@/domain/links/launch-params'
import { parseUrlState, type UrlState } from '@/domain/links/url-state'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { countRejection } from '@/server/limits/link-rejection-counter'

/**
 * What a link's `state` changes in an order (SPEC 2). A partner's plan and the customer's own word about the
 * urgent extra stay; plans and travel items that are not on offer are left out.
 */
export function buildLinkChange(
  state: CheckoutState,
  launch: Launch,
  catalog: Catalog,
): StateChange {
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
    // The shop ticks it, not the customer: where the law forbids that, it does not stay.
    ...(urgent && !state.urgent.is_chosen && { urgent: { ...urgent, is_chosen: false } }),
  }
}

const parseLaunchState = ({ state }: Launch): UrlState =>
  state === null ? {} : parseUrlState(state).state

function filterOnSale(cart: TravelCart, { currency, language }: CheckoutState, catalog: Catalog) {
  const ids = new Set(catalog.travelItems(currency, language).map(({ item_id }) => item_id))
  return cart.filter(({ item_id }) => ids.has(item_id))
}

/** A link whose `state` is ignored is somebody's mistake: by its reason, operators can count how often (SPEC 5). */
export function reportIgnoredState(backend: Backend, { state }: Launch): string | null {
  const fault = state === null ? null : parseUrlState(state).fault
  if (fault) {
    backend.log.warn({ state: fault }, 'the state that a link says is ignored')
    countRejection(backend, `state.${fault}`)
  }
  return fault
}

import type { WireCheckout } from '@/contract/checkout'
import { hasParcel, isOffered, urgentId } from '@/domain/catalog/plans'
import type { CheckoutState, StoredState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { resolveAddressee } from '@/domain/checkout/residence'
import type { StateChange } from '@/domain/checkout/state-change'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { isSameQuote } from '@/domain/pricing/quote'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import type { CouponDeps } from '@/server/checkout/coupons'
import { deriveState, toWireQuote } from '@/server/checkout/derive-state'
import { buildPreferenceCookie, currencyCookie } from '@/server/http/cookies'
import { ApiError } from '@/server/infra/api-error'

/**
 * The state in its new currency, with the price of the same order in the old one. Throws `currency`
 * unless every part of the price also exists in the new currency: an order never mixes two
 * currencies.
 */
export function applyCurrency(
  previousState: StoredState,
  nextState: StoredState,
  { catalog, couponContext }: CouponDeps,
): StoredState {
  const [from_value, to_value] = [previousState.currency, nextState.currency]
  const deriveInOldCurrency = () =>
    deriveState({ ...nextState, currency: from_value }, catalog, couponContext)
  if (from_value === to_value) {
    // The old price is valid only while the order's price is unchanged.
    const isOutdated =
      nextState.currencyData &&
      !isSamePrice(deriveState(previousState, catalog, couponContext), deriveInOldCurrency())
    return isOutdated ? { ...nextState, currencyData: null } : nextState
  }
  const [oldDerived, newDerived] = [
    deriveInOldCurrency(),
    deriveState(nextState, catalog, couponContext),
  ]
  if (!hasAllPrices(oldDerived, newDerived, catalog))
    throw new ApiError('currency', { currency: to_value })
  const lines = buildPriceLines(oldDerived)
  return {
    ...nextState,
    currencyData: lines && { from_value, to_value, before: lines },
    currency_error: null,
  }
}

/** Whether every part with a price in `first` has one in `second`. */
function hasAllPrices(first: CheckoutState, second: CheckoutState, catalog: Catalog): boolean {
  const pricedParts = listPricedParts(second, catalog)
  return (
    quoteOf(second) !== null &&
    listPricedParts(first, catalog).every(part => pricedParts.includes(part))
  )
}

/** The parts of an order that have a price of their own, chosen or on offer. */
function listPricedParts(state: CheckoutState, catalog: Catalog): string[] {
  const { productList, currency, travelItemsInCart, travelItemsData } = state
  const isPrinted = hasParcel(state.category)
  const { country } = resolveAddressee(state)
  const products = productList.filter(({ id }) => id === urgentId || isOffered(id, state))
  const methods = isPrinted
    ? catalog.shippingMethods(country, currency, findPickupPartner(state))
    : []
  const travelItems = travelItemsData.filter(({ item_id }) =>
    travelItemsInCart.some(line => line.item_id === item_id),
  )
  return [
    ...products.map(({ id }) => `product ${id}`),
    ...methods.map(({ code }) => `delivery by ${code}`),
    ...travelItems.map(({ item_id }) => `travel item ${item_id}`),
  ]
}

function isSamePrice(first: CheckoutState, second: CheckoutState): boolean {
  const [price, otherPrice] = [quoteOf(first), quoteOf(second)]
  return price !== null && otherPrice !== null && isSameQuote(price, otherPrice)
}

/** The price line by line, in major units; null without a price. */
function buildPriceLines(state: CheckoutState) {
  const price = quoteOf(state)
  if (!price) return null
  const { currency: _, ...lines } = toWireQuote(price)
  return lines
}

/**
 * The cookie with the requested currency, so that the next visit starts with it; undefined unless
 * the change requested a currency and got it.
 */
export const buildCurrencyCookie = (
  { env }: Backend,
  { currency }: WireCheckout,
  { body: { state } }: { body: { state: StateChange } },
): string | undefined =>
  state.currency === currency ? buildPreferenceCookie(env, currencyCookie, currency) : undefined

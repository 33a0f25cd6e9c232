import type { WireChange, WireCheckout } from '@/contract/checkout'
import { shippingFormOf } from '@/domain/address/shipping-form'
import { hasParcel, isOffered, urgentId } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { pickupPartner } from '@/domain/links/partner-offer'
import { isSameQuote } from '@/domain/pricing/quote'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import type { Context } from '@/server/checkout/change-context'
import { filled, wireQuoteOf } from '@/server/checkout/derive-state'
import { currencyCookie, keepChoice } from '@/server/http/cookies'
import { Failure } from '@/server/infra/api-error'

/**
 * The state in its new currency, with the price of the same order before. Throws `currency` unless every
 * part of the price is there in the new one too: an order is never priced in two.
 */
export function withCurrency(
  before: CheckoutState,
  after: CheckoutState,
  { catalog, moment }: Context,
): CheckoutState {
  const [from_value, to_value] = [before.currency, after.currency]
  const inOld = () => filled({ ...after, currency: from_value }, catalog, moment)
  if (from_value === to_value) {
    // The price before is told as long as it is that of the same order.
    const isOver = after.currencyData && !isSamePrice(filled(before, catalog, moment), inOld())
    return isOver ? { ...after, currencyData: null } : after
  }
  const [was, is] = [inOld(), filled(after, catalog, moment)]
  if (!isPricedLike(was, is, catalog)) throw new Failure('currency', { currency: to_value })
  const lines = linesOf(was)
  return {
    ...after,
    currencyData: lines && { from_value, to_value, before: lines },
    currency_error: null,
  }
}

/** Whether whatever is priced in one currency has a price in the other; both states are filled. */
function isPricedLike(one: CheckoutState, other: CheckoutState, catalog: Catalog): boolean {
  const priced = partsOf(other, catalog)
  return quoteOf(other) !== null && partsOf(one, catalog).every(part => priced.includes(part))
}

/** Everything with a price of its own that a filled state holds or offers. */
function partsOf(state: CheckoutState, catalog: Catalog): string[] {
  const { productList, currency, travelItemsInCart, travelItemsData } = state
  const isPrinted = hasParcel(state.category)
  const country = shippingFormOf(state).shipping_country
  const products = productList.filter(({ id }) => id === urgentId || isOffered(id, state))
  const methods = isPrinted ? catalog.shippingMethods(country, currency, pickupPartner(state)) : []
  const travel = travelItemsData.filter(({ item_id }) =>
    travelItemsInCart.some(line => line.item_id === item_id),
  )
  return [
    ...products.map(({ id }) => `product ${id}`),
    ...methods.map(({ code }) => `delivery by ${code}`),
    ...travel.map(({ item_id }) => `travel item ${item_id}`),
  ]
}

function isSamePrice(one: CheckoutState, other: CheckoutState): boolean {
  const [price, otherPrice] = [quoteOf(one), quoteOf(other)]
  return price !== null && otherPrice !== null && isSameQuote(price, otherPrice)
}

/** The price of a filled state line by line, in major units. */
function linesOf(state: CheckoutState) {
  const price = quoteOf(state)
  if (!price) return null
  const { currency: _, ...lines } = wireQuoteOf(price)
  return lines
}

/** A currency that was asked for and given is kept by the browser too: the next visit begins with it. */
export const currencyKept = (
  { env }: Backend,
  { currency }: WireCheckout,
  { body: { state } }: { body: { state: WireChange } },
): string | undefined =>
  state.currency === currency ? keepChoice(env, currencyCookie, currency) : undefined

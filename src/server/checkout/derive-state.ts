import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState, StoredState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import { type CouponContext, couponContextOf, deriveCoupons } from '@/server/checkout/coupons'
import { derivePrices } from '@/server/checkout/derive-prices'
import { buildLifetimeOffer } from '@/server/checkout/lifetime-offer'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { OrderRow } from '@/server/db/tables/orders'

/**
 * A checkout in its wire format, with money in major units. A caller that has just derived the
 * row's state passes it.
 */
export function toWireCheckout(
  storedCheckout: StoredCheckout,
  token: string,
  catalog: Catalog,
  now: Date,
  state = deriveState(storedCheckout.row.state, catalog, couponContextOf(storedCheckout.row, now)),
): WireCheckout {
  const { row, order } = storedCheckout
  const quote = quoteOf(state)
  return {
    token,
    state: {
      ...state,
      token,
      total: quote ? toMajor(quote.total, quote.currency) : 0,
      orderId: order?.id ?? null,
    },
    status: row.status,
    currency: state.currency,
    order: order && toWireOrder(order),
    ...(row.status !== 'processing' && { lifetime: toWireLifetime(storedCheckout, catalog) }),
    version: row.version,
    quote: quote && toWireQuote(quote),
  }
}

/** A quote in major units. */
export function toWireQuote(quote: Quote): NonNullable<WireCheckout['quote']> {
  const toMajorUnits = (amount: number) => toMajor(amount, quote.currency)
  return {
    currency: quote.currency,
    plan: toMajorUnits(quote.plan),
    urgent: toMajorUnits(quote.urgent),
    shipping: toMajorUnits(quote.shipping),
    travel: toMajorUnits(quote.travel),
    discount: toMajorUnits(quote.discount),
    tax: toMajorUnits(quote.tax),
    total: toMajorUnits(quote.total),
  }
}

function toWireOrder({ id, status, total, refunded, currency, paidAt, charged }: OrderRow) {
  const code = currency as CurrencyCode
  return {
    id,
    status,
    total: toMajor(total, code),
    refunded: toMajor(refunded, code),
    currency: code,
    paid_at: paidAt?.toISOString() ?? null,
    charged: charged && {
      ...toWireQuote(charged),
      plan_id: charged.planId,
      coupon: charged.coupon,
      travel_items: (charged.travelItems ?? []).map(line => ({
        ...line,
        total: toMajor(line.total, code),
      })),
    },
  }
}

function toWireLifetime(storedCheckout: StoredCheckout, catalog: Catalog) {
  const offer = buildLifetimeOffer(storedCheckout, catalog)
  return {
    offer: offer && toWireQuote(offer),
    order: storedCheckout.lifetime ? toWireOrder(storedCheckout.lifetime) : null,
  }
}

/**
 * A stored state with everything that the catalog and the day decide: plans, prices, tax and coupon
 * terms. Only the result has a price. Money is in major units. `toWireCheckout` adds token, order
 * and total.
 */
export function deriveState(
  stored: StoredState,
  catalog: Catalog,
  couponContext: CouponContext,
): CheckoutState {
  const state = derivePrices(stored, catalog)
  return { ...state, ...deriveCoupons(state, { catalog, couponContext }) }
}

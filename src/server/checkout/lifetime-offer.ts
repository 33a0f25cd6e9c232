import { findPlan, lifetimeId } from '@/domain/catalog/plans'
import type { CurrencyCode } from '@/domain/data/currencies'
import { isLifetimeOffered, quoteLifetime } from '@/domain/payments/lifetime-upsell'
import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'

/**
 * The price of the lifetime upsell for a paid plan, in minor units of the order's currency, at
 * today's price; null if it is not, or no longer, offered.
 */
export function buildLifetimeOffer(
  { row, order, lifetime }: StoredCheckout,
  catalog: Catalog,
): Quote | null {
  if (row.status !== 'paid' || !order?.charged?.planPaid) return null
  if (lifetime && lifetime.status !== 'pending') return null
  // One offer after a payment: a checkout with auto-renewal gets that offer instead.
  if (row.state.isSubscriptionEnabled) return null
  const { planId, planPaid } = order.charged
  const currency = order.currency as CurrencyCode
  const products = catalog.products(currency)
  const lifetimePlan = findPlan(products, lifetimeId)
  const plan = findPlan(products, planId)
  const { campaigns, upsellOffers } = row.state
  const isByPartner = order.partnerTokenId !== null
  if (!lifetimePlan || !isLifetimeOffered({ ...order, isByPartner, plan, campaigns, upsellOffers }))
    return null
  const quote = quoteLifetime(currency, toMinor(lifetimePlan.price, currency), planPaid)
  return quote.total >= findMinimumCharge(currency) ? quote : null
}

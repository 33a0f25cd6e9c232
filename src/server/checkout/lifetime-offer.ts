import { lifetimeId, planById } from '@/domain/catalog/plans'
import type { CurrencyCode } from '@/domain/data/currencies'
import { isOfferedLifetime, lifetimeQuote } from '@/domain/payments/lifetime-upsell'
import { leastAmount } from '@/domain/pricing/minimum-charge'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'

/**
 * What lifetime costs whoever has paid this checkout's plan, in the currency that was paid in, at today's price;
 * null where it is not, or no longer, offered.
 */
export function lifetimeOffer(
  { row, order, lifetime }: StoredCheckout,
  catalog: Catalog,
): Quote | null {
  if (row.status !== 'paid' || !order?.charged?.planPaid) return null
  if (lifetime && lifetime.status !== 'pending') return null
  // One offer after a payment: this customer is made the one of auto-renewal.
  if (row.state.isSubscriptionEnabled) return null
  const { planId, planPaid } = order.charged
  const currency = order.currency as CurrencyCode
  const products = catalog.products(currency)
  const sold = planById(products, lifetimeId)
  const plan = planById(products, planId)
  const { campaigns, upsellOffers } = row.state
  const isByPartner = order.partnerTokenId !== null
  if (!sold || !isOfferedLifetime({ ...order, isByPartner, plan, campaigns, upsellOffers }))
    return null
  const price = lifetimeQuote(currency, toMinor(sold.price, currency), planPaid)
  return price.total >= leastAmount(currency) ? price : null
}

import type { CurrencyCode } from '@/domain/data/currencies'
import { isOfferedLifetime, lifetimeQuote } from '@/domain/lifetime'
import { lifetimeId, planById } from '@/domain/plans'
import { leastAmount } from '@/domain/pricing/least-amount'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog'
import type { StoredCheckout } from '@/server/present'

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

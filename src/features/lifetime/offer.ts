import type { ClientState } from '@/client/store/checkout-store'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'

const quoteCache = new WeakMap<object, Quote>()

/** The lifetime offer in minor units, or null; the same object for the same checkout. */
export function selectOfferQuote({ checkout }: Pick<ClientState, 'checkout'>): Quote | null {
  const offer = checkout.lifetime?.offer
  if (!offer) return null
  const toMinorAmount = (amount: number) => toMinor(amount, offer.currency)
  const quote = quoteCache.get(offer) ?? {
    currency: offer.currency,
    plan: toMinorAmount(offer.plan),
    urgent: 0,
    shipping: 0,
    travel: 0,
    discount: toMinorAmount(offer.discount),
    tax: toMinorAmount(offer.tax),
    total: toMinorAmount(offer.total),
  }
  quoteCache.set(offer, quote)
  return quote
}

import type { ClientState } from '@/client/store/checkout-store'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'

const known = new WeakMap<object, Quote>()

/** What lifetime is offered for, in minor units; the same answer for the same checkout. Null without an offer. */
export function offerIn({ checkout }: Pick<ClientState, 'checkout'>): Quote | null {
  const offer = checkout.lifetime?.offer
  if (!offer) return null
  const minor = (amount: number) => toMinor(amount, offer.currency)
  const quote = known.get(offer) ?? {
    currency: offer.currency,
    plan: minor(offer.plan),
    urgent: 0,
    shipping: 0,
    travel: 0,
    discount: minor(offer.discount),
    tax: minor(offer.tax),
    total: minor(offer.total),
  }
  known.set(offer, quote)
  return quote
}

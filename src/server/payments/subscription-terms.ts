import { planById } from '@/domain/catalog/plans'
import { orderOf } from '@/domain/checkout/quote-of-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { firstChargeAt, isOfferedRenewal, renewalQuote } from '@/domain/payments/auto-renewal'
import { leastAmount } from '@/domain/pricing/minimum-charge'
import type { Quote } from '@/domain/pricing/quote'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { filled, momentOf } from '@/server/checkout/derive-state'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Env } from '@/server/config/env'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

/** What the renewal of a paid plan costs, and when it is charged first: when the plan ends. */
export interface RenewalTerms {
  orderId: string
  price: Quote
  /** What it would cost without the discount of renewals. */
  full: Quote
  years: number
  chargeAt: Date
}

/** The terms for whoever has paid this checkout's plan; null where its renewal is not, or no longer, offered. */
export function renewalTerms(
  { env, now }: Pick<Backend, 'env' | 'now'>,
  { row, order }: StoredCheckout,
  catalog: Catalog,
): RenewalTerms | null {
  if (!order?.paidAt || !isStanding(row, order)) return null
  const planId = order.charged?.planId ?? 0
  if (!isOfferedAfter(env, row, { planId, partnerTokenId: order.partnerTokenId })) return null
  const state = filled(row.state, catalog, momentOf(row, now()))
  const priced = orderOf(state)
  const years = yearsOf(order, catalog)
  // A plan or a currency that was changed since has no price here that the customer knows.
  if (!priced || !years || priced.plan.id !== planId) return null
  if (priced.currency !== order.currency) return null
  const price = renewalQuote(priced, catalog.renewalCoupon(priced.currency))
  if (price.total < leastAmount(priced.currency)) return null
  return {
    orderId: order.id,
    price,
    full: renewalQuote(priced, null),
    years,
    chargeAt: firstChargeAt(order.paidAt, years),
  }
}

/** Nothing was given back of it, nobody disputes it, and it is not for life. */
const isStanding = ({ status, state }: CheckoutRow, order: OrderRow): boolean =>
  status !== 'processing' &&
  ['paid', 'fulfilled'].includes(order.status) &&
  order.refunded === 0 &&
  order.dispute === null &&
  !state.isLifetimePaid

/** Whether a plan that was paid just now is offered auto-renewal; then it is not offered for life as well. */
export const isOfferedAfter = (
  { subscriptions }: Pick<Env, 'subscriptions'>,
  { state }: Pick<CheckoutRow, 'state'>,
  { planId, partnerTokenId }: { planId: number; partnerTokenId: string | null },
): boolean =>
  isOfferedRenewal({
    isOn: subscriptions,
    variants: state.variants ?? {},
    planId,
    isByPartner: partnerTokenId !== null,
  })

const yearsOf = ({ charged, currency }: OrderRow, catalog: Catalog): number | null =>
  planById(catalog.products(currency as CurrencyCode), charged?.planId ?? 0)?.years ?? null

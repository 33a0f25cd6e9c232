import { findPlan } from '@/domain/catalog/plans'
import { orderOf } from '@/domain/checkout/quote-of-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import {
  computeFirstChargeAt,
  isRenewalOffered,
  quoteRenewal,
} from '@/domain/payments/auto-renewal'
import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import type { Quote } from '@/domain/pricing/quote'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { couponContextOf } from '@/server/checkout/coupons'
import { deriveState } from '@/server/checkout/derive-state'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Env } from '@/server/config/env'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

/** The price of a paid plan's renewal, and its first charge shortly before the plan ends. */
export interface RenewalTerms {
  orderId: string
  price: Quote
  /** The price without the renewal coupon. */
  fullPrice: Quote
  years: number
  chargeAt: Date
}

/** Terms for a paid checkout; null when its renewal is not, or no longer, offered. */
export function buildRenewalTerms(
  { env, now }: Pick<Backend, 'env' | 'now'>,
  { row, order }: StoredCheckout,
  catalog: Catalog,
): RenewalTerms | null {
  if (!order?.paidAt || !isRenewable(row, order)) return null
  const planId = order.charged?.planId ?? 0
  if (!canOfferRenewal(env, row, { planId, partnerTokenId: order.partnerTokenId })) return null
  const state = deriveState(row.state, catalog, couponContextOf(row, now()))
  const pricedOrder = orderOf(state)
  const years = yearsOf(order, catalog)
  // If plan or currency has changed since, the customer knows no price for them.
  if (!pricedOrder || !years || pricedOrder.plan.id !== planId) return null
  if (pricedOrder.currency !== order.currency) return null
  const price = quoteRenewal(pricedOrder, catalog.renewalCoupon(pricedOrder.currency))
  if (price.total < findMinimumCharge(pricedOrder.currency)) return null
  return {
    orderId: order.id,
    price,
    fullPrice: quoteRenewal(pricedOrder, null),
    years,
    chargeAt: computeFirstChargeAt(order.paidAt, years),
  }
}

/** Paid, not refunded, not disputed and not for life. */
const isRenewable = ({ status, state }: CheckoutRow, order: OrderRow): boolean =>
  status !== 'processing' &&
  ['paid', 'fulfilled'].includes(order.status) &&
  order.refunded === 0 &&
  order.dispute === null &&
  !state.isLifetimePaid

/** Whether a plan offers auto-renewal at its payment; the lifetime upsell is not offered then. */
export const canOfferRenewal = (
  { hasSubscriptions }: Pick<Env, 'hasSubscriptions'>,
  { state }: Pick<CheckoutRow, 'state'>,
  { planId, partnerTokenId }: { planId: number; partnerTokenId: string | null },
): boolean =>
  isRenewalOffered({
    isOn: hasSubscriptions,
    variants: state.variants ?? {},
    planId,
    isByPartner: partnerTokenId !== null,
  })

const yearsOf = ({ charged, currency }: OrderRow, catalog: Catalog): number | null =>
  findPlan(catalog.products(currency as CurrencyCode), charged?.planId ?? 0)?.years ?? null

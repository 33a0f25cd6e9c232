import type { Campaign } from '@/domain/catalog/campaigns'
import { lifetimeId, type Product } from '@/domain/catalog/plans'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { OrderStatus } from '@/domain/payments/payment-states'
import { discountOnPlan } from '@/domain/pricing/coupon'
import { type Minor, percentOf, toMinor } from '@/domain/pricing/money'
import { type Order, type Quote, toTravelLine } from '@/domain/pricing/quote'

/** What an order remembers of its price, for lifetime to cost the difference to it. */
export interface PlanPaid {
  /** The plan's own line after its part of the discount, before tax, in minor units. */
  planPaid: Minor
  taxRatePercent: number
}

/** What was paid for the plan itself: what a discount on several lines took off the plan is its share of them. */
export function computePlanPaid(order: Order): PlanPaid {
  const { plan, coupon, currency, urgentPrice: urgent, taxRatePercent } = order
  const travel = plan.isPhysical ? order.travel.map(toTravelLine) : []
  const discountable = {
    plan,
    urgent,
    travel,
    toMinor: (major: number) => toMinor(major, currency),
  }
  return { planPaid: plan.price - discountOnPlan(discountable, coupon), taxRatePercent }
}

/**
 * Lifetime for the difference to what was paid for the plan, in minor units: `plan` is its whole price,
 * `discount` what was paid, and the difference is taxed as the order was.
 */
export function quoteLifetime(
  currency: CurrencyCode,
  price: Minor,
  { planPaid, taxRatePercent }: PlanPaid,
): Quote {
  const net = Math.max(0, price - planPaid)
  const tax = percentOf(net, taxRatePercent)
  return {
    currency,
    plan: price,
    urgent: 0,
    shipping: 0,
    travel: 0,
    discount: price - net,
    tax,
    total: net + tax,
  }
}

/** What of an order and its checkout decides whether lifetime is offered. */
export interface LifetimePurchase {
  status: OrderStatus
  total: Minor
  refunded: Minor
  dispute: string | null
  isByPartner: boolean
  plan: Pick<Product, 'category'> | undefined
  campaigns: Campaign[]
  upsellOffers: { id: number; accepted: boolean }[]
}

/**
 * Whether lifetime may be offered after this order: a printed plan of our own that was paid for and of which
 * nothing was given back or disputed. Once, and never where it stood among the plans already.
 */
export const isLifetimeOffered = (purchase: LifetimePurchase): boolean =>
  purchase.status === 'paid' &&
  purchase.total > 0 &&
  purchase.refunded === 0 &&
  purchase.dispute === null &&
  !purchase.isByPartner &&
  purchase.plan?.category === 'physical' &&
  !purchase.campaigns.includes('summer_lifetime') &&
  readLifetimeAnswer(purchase) === undefined

/** What the customer has said to the offer; undefined while nothing. */
export const readLifetimeAnswer = ({
  upsellOffers,
}: Pick<LifetimePurchase, 'upsellOffers'>): boolean | undefined =>
  upsellOffers.find(({ id }) => id === lifetimeId)?.accepted

/** The answers with this one to lifetime; the latest counts. */
export const withLifetimeAnswer = <State extends Pick<LifetimePurchase, 'upsellOffers'>>(
  state: State,
  accepted: boolean,
): State => ({
  ...state,
  upsellOffers: [
    ...state.upsellOffers.filter(({ id }) => id !== lifetimeId),
    { id: lifetimeId, accepted },
  ],
})

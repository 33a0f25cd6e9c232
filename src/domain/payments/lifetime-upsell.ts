import type { Campaign } from '@/domain/catalog/campaigns'
import { lifetimeId } from '@/domain/catalog/plans'
import type { Product } from '@/domain/catalog/product-schema'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { OrderStatus } from '@/domain/payments/payment-states'
import { discountOnPlan } from '@/domain/pricing/coupon'
import { type Minor, percentOf, toMinor } from '@/domain/pricing/money'
import { type Order, type Quote, toTravelLine } from '@/domain/pricing/quote'

/** What an order stores about its price, to calculate the lifetime price. */
export interface PlanPaid {
  /** The plan's price after its part of the discount, before tax, in minor units. */
  planPaid: Minor
  taxRatePercent: number
}

/** The amount paid for the plan itself, after the plan's share of a discount on several lines. */
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
 * The lifetime price minus the amount paid for the plan, in minor units: `plan` is the full price,
 * `discount` the amount paid (at most the price), and the difference is taxed at the order's rate.
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

/** The parts of an order and its checkout that decide whether lifetime is offered. */
interface LifetimePurchase {
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
 * Whether lifetime is offered after this order: a paid printed plan of the shop's own, with nothing
 * refunded or disputed. It is offered once, and not in the campaign that has lifetime among its
 * plans.
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

/** The customer's answer to the offer; undefined if there is none yet. */
export const readLifetimeAnswer = ({
  upsellOffers,
}: Pick<LifetimePurchase, 'upsellOffers'>): boolean | undefined =>
  upsellOffers.find(({ id }) => id === lifetimeId)?.accepted

/** Returns the state with this answer to the lifetime offer, in place of an earlier one. */
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

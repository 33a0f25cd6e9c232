import { isInVariant } from '@/domain/analytics/experiments'
import { lifetimeId, summerLifetimeId } from '@/domain/catalog/plans'
import type { Coupon } from '@/domain/pricing/coupon'
import { type Order, type Quote, quote } from '@/domain/pricing/quote'

/**
 * How a plan's auto-renewal stands: the card is being kept, the subscription is being made, it runs, its last
 * charge has failed, it could not be set up, or the customer has stopped it.
 */
export type RenewalState = 'wanted' | 'creating' | 'active' | 'past_due' | 'failed' | 'stopped'

/** Which state may follow which, in whatever order events arrive. Who has stopped it is never charged again. */
export const renewalEdges: Record<RenewalState, readonly RenewalState[]> = {
  wanted: ['creating', 'failed', 'stopped'],
  creating: ['active', 'failed', 'stopped'],
  active: ['past_due', 'stopped'],
  past_due: ['active', 'stopped'],
  failed: ['wanted', 'stopped'],
  stopped: [],
}

/** What of a paid checkout decides whether it is offered auto-renewal. */
interface PaidCheckout {
  /** Whether the shop has it at all. */
  isOn: boolean
  variants: Record<string, string>
  planId: number
  /** Who came by a partner's token has bought from the partner. */
  isByPartner: boolean
}

/** Whether a plan may be renewed by itself: one that ends, of our own, for customers of the experiments (SPEC 9). */
export const isRenewalOffered = ({ isOn, variants, planId, isByPartner }: PaidCheckout): boolean =>
  isOn &&
  planId !== lifetimeId &&
  planId !== summerLifetimeId &&
  !isByPartner &&
  (isInVariant(variants, 'AUTO_RENEWAL') || isInVariant(variants, 'AB_30_SUBSCRIPTION'))

/** The wording of the offer: which of its merits is told first. */
export const wordings = ['plain', 'saving', 'unnoticed', 'control'] as const
export type Wording = (typeof wordings)[number]

const wordingByVariant: Record<string, Wording> = {
  VARIANT_2: 'saving',
  VARIANT_3: 'unnoticed',
  VARIANT_4: 'control',
}

/** The wording of a checkout's variant; all of them say the price, the date and how it is stopped. */
export const resolveWording = ({ AUTO_RENEWAL: variant = '' }: Record<string, string>): Wording =>
  wordingByVariant[variant] ?? 'plain'

/** What a plan costs when it is renewed: the plan and its way to the customer, without the extras of the first order. */
export const quoteRenewal = (order: Order, coupon: Coupon | null): Quote =>
  quote({ ...order, coupon, urgentPrice: 0, travel: [] })

/** Providers bill from no later than one period ahead, by their own clock: ours may be ahead of it. */
const chargeLeadMs = 3_600_000

/** When a plan of so many years is renewed first: an hour before it ends. */
export const computeFirstChargeAt = (paidAt: Date, years: number): Date =>
  new Date(addYears(paidAt, years).getTime() - chargeLeadMs)

/** On a 29 February that is not there, the day before. */
function addYears(date: Date, years: number): Date {
  const result = new Date(date.getTime())
  result.setUTCFullYear(date.getUTCFullYear() + years)
  if (result.getUTCMonth() !== date.getUTCMonth()) result.setUTCDate(0)
  return result
}

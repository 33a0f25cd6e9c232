import { isInVariant } from '@/domain/analytics/experiments'
import { lifetimeId, summerLifetimeId } from '@/domain/catalog/plans'
import { addYears } from '@/domain/dates/add-years'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { type Order, type Quote, quote } from '@/domain/pricing/quote'

/**
 * State of a plan's auto-renewal: the card is being stored, the subscription is being created, it
 * is active, its last charge failed, it could not be set up, or the customer stopped it.
 */
export type RenewalState = 'wanted' | 'creating' | 'active' | 'past_due' | 'failed' | 'stopped'

/**
 * Allowed transitions, in whatever order events arrive. `stopped` is final: a customer who stopped
 * it is never charged again.
 */
export const renewalEdges: Record<RenewalState, readonly RenewalState[]> = {
  wanted: ['creating', 'failed', 'stopped'],
  creating: ['active', 'failed', 'stopped'],
  active: ['past_due', 'stopped'],
  past_due: ['active', 'stopped'],
  failed: ['wanted', 'stopped'],
  stopped: [],
}

/** States of a renewal that may still charge the customer without asking again. */
export const liveRenewalStates: RenewalState[] = ['creating', 'active', 'past_due']

/** The parts of a paid checkout that decide whether auto-renewal is offered. */
interface PaidCheckout {
  /** The setting `SUBSCRIPTIONS`. */
  isOn: boolean
  variants: Record<string, string>
  planId: number
  /** A partner's customer has bought from the partner. */
  isByPartner: boolean
}

/**
 * Whether auto-renewal is offered: for a plan that ends, in an order without a partner, to
 * customers in the experiments.
 */
export const isRenewalOffered = ({ isOn, variants, planId, isByPartner }: PaidCheckout): boolean =>
  isOn &&
  planId !== lifetimeId &&
  planId !== summerLifetimeId &&
  !isByPartner &&
  (isInVariant(variants, 'AUTO_RENEWAL') || isInVariant(variants, 'AB_30_SUBSCRIPTION'))

/** The wordings of the offer, which differ in the benefit that comes first. */
const wordings = ['plain', 'saving', 'unnoticed', 'control'] as const
type Wording = (typeof wordings)[number]

const wordingByVariant: Record<string, Wording> = {
  VARIANT_2: 'saving',
  VARIANT_3: 'unnoticed',
  VARIANT_4: 'control',
}

/**
 * The wording for a checkout's variant; every wording includes the price, the date and how to stop.
 */
export const resolveWording = ({ AUTO_RENEWAL: variant = '' }: Record<string, string>): Wording =>
  wordingByVariant[variant] ?? 'plain'

/** The price of a renewal: plan and delivery, without urgent processing and travel items. */
export const quoteRenewal = (order: Order, coupon: Coupon | null): Quote =>
  quote({ ...order, coupon, urgentPrice: 0, travel: [] })

/**
 * Providers refuse a first charge more than one period ahead by their own clock; ours may be ahead
 * of it.
 */
const chargeLeadMs = 3_600_000

/** The first charge of a plan of so many years: one hour before it ends. */
export const computeFirstChargeAt = (paidAt: Date, years: number): Date =>
  new Date(addYears(paidAt, years).getTime() - chargeLeadMs)

import { analyticsPaths } from '@/domain/analytics/analytics-paths'
import { findPlan, findPlanPosition } from '@/domain/catalog/plans'
import type { Product } from '@/domain/catalog/product-schema'
import { expressSteps, type Step, steps } from '@/domain/checkout/steps'

/**
 * A data layer event: names, codes, numbers. Never a token, an email, a name or one of the shop's
 * addresses.
 */
export type TagEvent = { event: string } & Record<string, string | number | null>

/** The virtual page of a checkout that begins; the first step's page follows it. */
export const selectPath = '/select-idp/'

/**
 * The server sets this cookie when it creates a checkout; the next page with scripts sends the
 * event.
 */
export const checkoutBegunCookie = 'begun'

/**
 * Other text in the code field could be an email address or a token, which must not reach
 * analytics.
 */
const isCode = /^[\w-]{1,32}$/

/** The coupon code for analytics; empty if it does not look like a code. */
export const toTrackableCode = (name: string): string => (isCode.test(name) ? name : '')

/** The step of a route in the router's form, `/v2/shipping`; undefined for other pages. */
export const findStepByRoute = (route: string): Step | undefined =>
  [...steps, ...expressSteps].find(step => step.route === `${route}/`)

/**
 * The virtual page of a route; undefined for pages that are not steps: unknown addresses, help,
 * preferences.
 */
export function findAnalyticsPath(route: string): string | undefined {
  const step = findStepByRoute(route)
  return step && analyticsPaths[step.id]
}

/** The fields of a plan in an event. */
interface PlanEventFields {
  plan_id: number
  category: string | null
  years: number | null
  /** Its card's position from the left; 0 for lifetime. */
  position: number
}

/** The fields of a plan by id; one that is not in the list has only its id. */
export function toPlanEventFields(
  products: Product[],
  id: number,
  direction: 'ltr' | 'rtl',
): PlanEventFields {
  const plan = findPlan(products, id)
  return {
    plan_id: id,
    category: plan?.category ?? null,
    years: plan?.years ?? null,
    position: findPlanPosition(plan?.years ?? null, direction),
  }
}

/** An order as needed for a purchase event. Money in major units. */
interface PaidOrder {
  id: string
  status: string
  total: number
  currency: string
  charged: { plan_id: number; coupon: string | null } | null
}

/**
 * A purchase event without the fields of the plan. `event_id` is the same as in the server's event,
 * so that the purchase counts once.
 */
export const toPurchaseEvent = (order: PaidOrder, kind: 'plan' | 'lifetime') => ({
  event_id: order.id,
  order_id: order.id,
  kind,
  value: order.total,
  currency: order.currency,
  coupon: order.charged?.coupon ?? null,
})

/** Whether the order counts as a purchase: paid, and not fully refunded or disputed since. */
export const isPurchase = (order: PaidOrder | null | undefined): order is PaidOrder =>
  order?.status === 'paid' && order.charged !== null

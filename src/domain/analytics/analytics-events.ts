import { findPlan, findPlanPosition, type Product } from '@/domain/catalog/plans'
import { expressSteps, type Step, steps } from '@/domain/checkout/steps'

/** An event of the data layer: names, codes, numbers. Never a token, an email, a name or an address of ours. */
export type TagEvent = { event: string } & Record<string, string | number | null>

/** The virtual page of a checkout that begins (SPEC 2); the first step's own follows it. */
export const selectPath = '/select-idp/'

/** Says that the server has begun a checkout, which the next page with scripts is to tell of. */
export const checkoutBegunCookie = 'begun'

/** Looks like a code: whatever else was typed, or stood in a link, an email or a token, is nobody's business. */
const isCode = /^[\w-]{1,32}$/

/** A discount code as it is told; empty for what looks like none. */
export const toTrackableCode = (name: string): string => (isCode.test(name) ? name : '')

/** The step shown at a route as the router writes it, `/v2/shipping`; undefined for a page that is no step. */
export const findStepByRoute = (route: string): Step | undefined =>
  [...steps, ...expressSteps].find(step => step.route === `${route}/`)

/** The virtual page of a route (SPEC 2); undefined for what is no step: unknown addresses, help, preferences. */
export const findAnalyticsPath = (route: string): string | undefined =>
  findStepByRoute(route)?.analyticsPath

/** What is told of a plan. */
interface PlanEventFields {
  plan_id: number
  category: string | null
  years: number | null
  /** Its card's place from the left (SPEC 9); 0 for life. */
  position: number
}

/** A plan by its id; one that is not in the list is told by its id alone. */
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

/** What of an order counts as a purchase. Money in major units, as it travels. */
interface PaidOrder {
  id: string
  status: string
  total: number
  currency: string
  charged: { plan_id: number; coupon: string | null } | null
}

/** A purchase, without what is told of its plan. `event_id` is also that of the server's own event: it is counted once. */
export const toPurchaseEvent = (order: PaidOrder, kind: 'plan' | 'lifetime') => ({
  event_id: order.id,
  order_id: order.id,
  kind,
  value: order.total,
  currency: order.currency,
  coupon: order.charged?.coupon ?? null,
})

/** Whether an order is one to tell of: paid, and not given back since. */
export const isPurchase = (order: PaidOrder | null | undefined): order is PaidOrder =>
  order?.status === 'paid' && order.charged !== null

import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { routeOf } from '@/domain/checkout/checkout-status'
import {
  type ExpressStepId,
  expressStepById,
  type Step,
  stepById,
  stepByNumber,
} from '@/domain/checkout/steps'
import { launchOf, type Query } from '@/domain/links/launch-params'
import {
  type BackReason,
  canOpen,
  furthestOpen,
  isExpress,
  pageOf,
  stepsOn,
  whyBack,
} from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { todayOf } from '@/server/infra/clock'

/** The step a page shows. */
export const pageById = (id: Step['id']): Step =>
  isExpressPage(id) ? expressStepById(id) : stepById(id)

const isExpressPage = (id: Step['id']): id is ExpressStepId =>
  id === 'info' || id === 'express-payment'

/** A bank or PayPal may send its customer back to another browser than they have paid from. */
export const orderElsewhere = { session: 'elsewhere' }

/** An address, and what is told there. */
interface Way {
  route: string
  told?: Record<string, string>
}

/** Where the customer belongs when it is not here. */
export async function elsewhere(
  open: Backend,
  context: GetServerSidePropsContext,
  id: Step['id'],
  checkout: WireCheckout | null,
): Promise<Way | undefined> {
  const isThere = id === 'thank-you'
  if (!checkout) {
    const way = await wayTo(open, context, null)
    if (way.route === pageById(id).route) return undefined
    return isThere ? { ...way, told: orderElsewhere } : way
  }
  // Photos may still come once the order is paid.
  if (checkout.status === 'paid' && (isThere || id === 'upload-photos')) return undefined
  const { state } = checkout
  const step = stepByNumber(stepsOn(id).first)
  const { today, table } = await rulesNow(open)
  if (checkout.status === 'paid' || isThere || !canOpen(step, state, today, table))
    return wayTo(open, context, checkout, step)
  const page = pageOf(step.number, state)
  return page.id === id ? undefined : { route: page.route }
}

/** Where the customer belongs; and why it is an earlier page than `asked`, or than the saved one, when it is. */
export async function wayTo(
  open: Backend,
  { query }: GetServerSidePropsContext,
  checkout: WireCheckout | null,
  asked?: Step,
): Promise<Way> {
  if (!checkout) return { route: firstPage(query).route }
  const { state, status } = checkout
  if (status !== 'processing') return { route: routeOf(status, state.step) }
  const { today, table } = await rulesNow(open)
  const { number } = furthestOpen(state, today, table)
  const isBack = (asked?.number ?? state.step) <= state.step && whyBack(state, today, table)
  return {
    route: pageOf(number, state).route,
    ...(isBack && { told: { back: '', ...(isReviewed(state, asked) && fromReview) } }),
  }
}

/** Where an order begins: the link may ask for the express checkout. */
export const firstPage = (query: Query): Step => pageOf(1, launchOf(query))

/** Told of a page to which the customer has come from the review to change something. */
export const fromReview = { from: 'review' }

/** Who has seen the whole order, and asks for what comes then, goes back to it from any of its parts. */
const isReviewed = (state: CheckoutState, asked: Step | undefined): boolean =>
  !isExpress(state) && (asked?.number ?? state.step) >= stepById('review').number

/** Why a customer who was led back has to be here; null when nothing is in the way any more. */
export async function whyLedBack(
  open: Backend,
  { state }: WireCheckout,
): Promise<BackReason | null> {
  const { today, table } = await rulesNow(open)
  return whyBack(state, today, table)
}

async function rulesNow(open: Backend) {
  const { table } = await open.permits()
  return { today: todayOf(open.now()), table }
}

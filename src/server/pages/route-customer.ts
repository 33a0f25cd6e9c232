import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { resolveReturnRoute } from '@/domain/checkout/checkout-status'
import {
  type ExpressStepId,
  findExpressStep,
  findStep,
  findStepByNumber,
  type Step,
} from '@/domain/checkout/steps'
import { parseLaunch, type Query } from '@/domain/links/launch-params'
import {
  type BackReason,
  canOpen,
  findFurthestOpen,
  findStepPage,
  isExpress,
  resolveBackReason,
  resolveStepRange,
} from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { toIsoDate } from '@/server/infra/clock'

/** The step a page shows. */
export const findPage = (id: Step['id']): Step =>
  isExpressPage(id) ? findExpressStep(id) : findStep(id)

const isExpressPage = (id: Step['id']): id is ExpressStepId =>
  id === 'info' || id === 'express-payment'

/**
 * Notice for a browser without the order: a bank or PayPal may return the customer to another
 * browser.
 */
export const orderElsewhereParams = { session: 'elsewhere' }

/** A route and the parameters of its notice. */
interface PageRedirect {
  route: string
  params?: Record<string, string>
}

/** The redirect to the page the customer belongs on; undefined if this is it. */
export async function redirectFor(
  backend: Backend,
  context: GetServerSidePropsContext,
  id: Step['id'],
  checkout: WireCheckout | null,
): Promise<PageRedirect | undefined> {
  const isThankYou = id === 'thank-you'
  if (!checkout) {
    const destination = await destinationFor(backend, context, null)
    if (destination.route === findPage(id).route) return undefined
    return isThankYou ? { ...destination, params: orderElsewhereParams } : destination
  }
  // Photos can still be added after payment. A refunded order needs none: its own page says so.
  const needsPhotos = checkout.order?.status !== 'refunded'
  if (checkout.status === 'paid' && (isThankYou || (id === 'upload-photos' && needsPhotos)))
    return undefined
  const { state } = checkout
  const step = findStepByNumber(resolveStepRange(id).first)
  const { today, table } = await loadRules(backend)
  if (checkout.status === 'paid' || isThankYou || !canOpen(step, state, today, table))
    return destinationFor(backend, context, checkout, step)
  const page = findStepPage(step.number, state)
  return page.id === id ? undefined : { route: page.route }
}

/**
 * The page the customer belongs on, with the notice parameter if it is before `requestedStep`, or before
 * the saved step.
 */
export async function destinationFor(
  backend: Backend,
  { query }: GetServerSidePropsContext,
  checkout: WireCheckout | null,
  requestedStep?: Step,
): Promise<PageRedirect> {
  if (!checkout) return { route: resolveFirstPage(query).route }
  const { state, status } = checkout
  if (status !== 'processing')
    return {
      route: resolveReturnRoute(status, state.step),
      ...((requestedStep?.number ?? 1) === 1 && { params: fromStartParams }),
    }
  const { today, table } = await loadRules(backend)
  const { number } = findFurthestOpen(state, today, table)
  const isSentBack =
    (requestedStep?.number ?? state.step) <= state.step && resolveBackReason(state, today, table)
  return {
    route: findStepPage(number, state).route,
    ...(isSentBack && {
      params: { back: '', ...(returnsToReview(state, requestedStep) && fromReviewParams) },
    }),
  }
}

/** The first page of an order: a link may request the express checkout. */
export const resolveFirstPage = (query: Query): Step => findStepPage(1, parseLaunch(query))

/** Marks a page that was opened from the review to change something. */
export const fromReviewParams = { from: 'review' }

/**
 * Marks the page of a paid order that a request for the start of an order leads to: the customer may
 * want another order.
 */
const fromStartParams = { from: 'start' }

/** A customer who requests the review or a later step returns to the review from any correction. */
const returnsToReview = (state: CheckoutState, requestedStep: Step | undefined): boolean =>
  !isExpress(state) && (requestedStep?.number ?? state.step) >= findStep('review').number

/** The reason for the redirect back; null once nothing is missing. */
export async function loadBackReason(
  backend: Backend,
  { state }: WireCheckout,
): Promise<BackReason | null> {
  const { today, table } = await loadRules(backend)
  return resolveBackReason(state, today, table)
}

async function loadRules(backend: Backend) {
  const { table } = await backend.permits()
  return { today: toIsoDate(backend.now()), table }
}

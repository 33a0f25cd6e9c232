import type { IncomingHttpHeaders } from 'node:http'
import { and, eq, or } from 'drizzle-orm'
import { paypalWebhook, stripeWebhook } from '@/contract/operations'
import { type Backend, getBackend } from '@/server/backend'
import { providerEvents } from '@/server/db/tables/events'
import { attempts, isPayingAttempt } from '@/server/db/tables/orders'
import type { PaypalEvent } from '@/server/gateways/paypal-events'
import type { StripeEvent } from '@/server/gateways/stripe-events'
import {
  type RouteHandler,
  readRawBody,
  sendApiError,
  sendFault,
  sendJson,
} from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { toApiError } from '@/server/infra/outage'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { recordRefundsAndDisputes } from '@/server/payments/refunds-and-disputes'
import { settle } from '@/server/payments/settle'
import { findRenewalId, recordRenewal, syncRenewal } from '@/server/payments/sync-subscription'

/** Events are small; larger bodies are refused. */
const maxBodyBytes = 1_000_000

type WebhookHandler = (
  backend: Backend,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
) => Promise<void>

/** The route handler of a provider's webhook: 200 once committed, 5xx requests the event again. */
const createWebhookRoute =
  ({ method }: { method: string }, handleEvent: WebhookHandler): RouteHandler =>
  async (request, response) => {
    try {
      if (request.method !== method) {
        response.setHeader('Allow', method)
        throw new ApiError('method')
      }
      const body = await readRawBody(request, maxBodyBytes)
      await handleEvent(await getBackend(), body, request.headers)
      sendJson(response, 200, { received: true })
    } catch (error) {
      if (error instanceof ApiError) return sendApiError(request, response, error)
      const openBackend = await getBackend().catch(() => undefined)
      openBackend?.log.error(
        { event: 'webhook.failed', ...toSafeLog(error) },
        'a webhook could not be processed',
      )
      const apiError = toApiError(error)
      if (apiError) sendApiError(request, response, apiError)
      else sendFault(response, 'Not processed. Please retry.')
    }
  }

export const receiveStripe = createWebhookRoute(stripeWebhook, (backend, body, headers) =>
  receiveStripeEvent(backend, body, String(headers['stripe-signature'])),
)

export const receivePaypal = createWebhookRoute(paypalWebhook, receivePaypalEvent)

/** Handles a PayPal event. It is a hint: settling captures an order that is approved. */
async function receivePaypalEvent(
  backend: Backend,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const event = await backend.paypal?.constructEvent(rawBody, headers)
  if (event === undefined) throw new ApiError('signature')
  if (event === null) return logUnreadable(backend)
  await processOnce(backend, event, () => applyPaypalEvent(backend, event))
}

/** A repeated delivery would be as unreadable, so the event is acknowledged. */
const logUnreadable = ({ log }: Backend): void =>
  log.warn({ event: 'webhook.unreadable' }, 'a signed event has no id, type or object')

async function applyPaypalEvent(backend: Backend, event: PaypalEvent): Promise<string | undefined> {
  if (event.type.startsWith('CUSTOMER.DISPUTE.')) return recordDispute(backend, event)
  const isPaymentEvent = /^(CHECKOUT\.ORDER|CHECKOUT\.PAYMENT-APPROVAL|PAYMENT\.CAPTURE)\./.test(
    event.type,
  )
  if (!isPaymentEvent) return undefined
  const attemptId = await findAttemptId(backend, event.ref, event.attemptId)
  if (attemptId) await settle(backend, attemptId)
  if (attemptId && /\.(REFUNDED|REVERSED)$/.test(event.type))
    await recordRefundsAndDisputes(backend, attemptId)
  return attemptId
}

/** A dispute names the attempt by our id for it, or else the order. */
async function recordDispute(
  backend: Backend,
  { attemptId: ownId, orderNumber }: PaypalEvent,
): Promise<string | undefined> {
  const attemptId = ownId
    ? await queryAttemptId(backend, undefined, ownId)
    : await findPaidAttemptId(backend, orderNumber ?? '')
  if (attemptId) await recordRefundsAndDisputes(backend, attemptId)
  else logUnmatched(backend)
  return attemptId
}

/** The attempt that pays an order through PayPal. */
async function findPaidAttemptId({ db }: Backend, orderId: string): Promise<string | undefined> {
  const [attempt] = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.orderId, orderId), eq(attempts.provider, 'paypal'), isPayingAttempt))
  return attempt?.id
}

/**
 * Handles a Stripe event. It is a hint: the payment is read back from the provider. Returns once
 * the result is committed; a throw makes Stripe send the event again.
 */
async function receiveStripeEvent(
  backend: Backend,
  rawBody: Buffer,
  signature: string,
): Promise<void> {
  const event = backend.stripe.constructEvent(rawBody, signature)
  if (event === undefined) throw new ApiError('signature')
  if (event === null) return logUnreadable(backend)
  await processOnce(backend, event, () => applyStripeEvent(backend, event))
}

/**
 * Applies an event that was not processed before, and stores it with the attempt that `apply` returns.
 * It is stored last, so that one whose processing failed is processed again. Two deliveries at the
 * same moment may both be applied: what they lead to is idempotent.
 */
async function processOnce(
  { db, now, log }: Backend,
  { id, type }: { id: string; type: string },
  apply: () => Promise<string | undefined>,
): Promise<void> {
  crashAt('event_verified')
  const [processed] = await db.select().from(providerEvents).where(eq(providerEvents.id, id))
  if (processed) return log.info({ event: 'webhook.repeated', type }, 'an event was sent again')
  const attemptId = await apply()
  crashAt('event_acted')
  await db
    .insert(providerEvents)
    .values({ id, type, attemptId, receivedAt: now() })
    .onConflictDoNothing()
}

const isRefundOrDispute = (type: string): boolean =>
  /^(?:charge\.(?:refund|dispute)|refund\.)/.test(type)

async function applyStripeEvent(
  backend: Backend,
  { type, data: { object: eventObject } }: StripeEvent,
): Promise<string | undefined> {
  if (isRenewalEvent(type)) await applyRenewalEvent(backend, type, eventObject)
  const attemptId = type.startsWith('payment_intent.')
    ? await findAttemptId(backend, eventObject.id, eventObject.metadata.attempt)
    : isRefundOrDispute(type) && (await findAttemptIdByPayment(backend, eventObject.payment_intent))
  if (!attemptId) return undefined
  // A refund's event may arrive before the payment was settled; it needs a captured attempt.
  await settle(backend, attemptId)
  if (isRefundOrDispute(type)) await recordRefundsAndDisputes(backend, attemptId)
  return attemptId
}

const isRenewalEvent = (type: string): boolean =>
  /^(?:setup_intent\.|customer\.subscription\.|invoice\.(?:paid|payment_failed)$)/.test(type)

/** A saved card, a subscription or one of its invoices. Those of other systems are ignored. */
async function applyRenewalEvent(
  backend: Backend,
  type: string,
  eventObject: StripeEvent['data']['object'],
): Promise<void> {
  const ownId = eventObject.metadata.renewal
  if (type.startsWith('setup_intent.')) {
    const setupRenewalId = await findRenewalId(backend, null, ownId)
    if (setupRenewalId && type === 'setup_intent.succeeded')
      await syncRenewal(backend, setupRenewalId)
    return
  }
  const ref = type.startsWith('invoice.')
    ? eventObject.parent.subscription_details.subscription
    : eventObject.id
  const renewalId = await findRenewalId(backend, ref, ownId)
  if (renewalId && isText(ref)) await recordRenewal(backend, renewalId, ref)
}

/** The attempt of a Stripe payment. Without a stored payment id, its metadata names the attempt. */
async function findAttemptIdByPayment(backend: Backend, ref: unknown): Promise<string | undefined> {
  const attemptId = await queryAttemptId(backend, ref)
  if (attemptId || !isText(ref)) return attemptId
  return findAttemptId(backend, ref, await backend.stripe.retrieveAttemptId(ref))
}

/** The id of an event's attempt, by the provider's payment id or by ours. */
async function findAttemptId(
  backend: Backend,
  ref: unknown,
  ownId?: unknown,
): Promise<string | undefined> {
  const attemptId = await queryAttemptId(backend, ref, ownId)
  if (!attemptId) logUnmatched(backend)
  return attemptId
}

const logUnmatched = ({ log }: Backend): void =>
  log.warn({ event: 'webhook.unmatched' }, 'an event names a payment that is not ours')

async function queryAttemptId(
  { db }: Backend,
  ref: unknown,
  ownId?: unknown,
): Promise<string | undefined> {
  // An empty id must never become a query that matches anything.
  const conditions = [
    ...(isText(ref) ? [eq(attempts.providerRef, ref)] : []),
    ...(isText(ownId) ? [eq(attempts.id, ownId)] : []),
  ]
  if (conditions.length === 0) return undefined
  const [attempt] = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(or(...conditions))
  return attempt?.id
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

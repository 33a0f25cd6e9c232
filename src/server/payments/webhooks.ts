import type { IncomingHttpHeaders } from 'node:http'
import { and, eq, or } from 'drizzle-orm'
import { paypalWebhook, stripeWebhook } from '@/contract/operations'
import { type Backend, getBackend } from '@/server/backend'
import { providerEvents } from '@/server/db/tables/events'
import { attempts } from '@/server/db/tables/orders'
import type { PaypalEvent } from '@/server/gateways/paypal-events'
import { type RouteHandler, readRawBody, sendJson } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { recordRefundsAndDisputes } from '@/server/payments/refunds-and-disputes'
import { settle } from '@/server/payments/settle'
import { findRenewalId, recordRenewal, syncRenewal } from '@/server/payments/sync-subscription'

/** Events are small; what is larger is none. */
const maxBodyBytes = 1_000_000

type WebhookHandler = (
  backend: Backend,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
) => Promise<void>

/** The route handler of a provider's webhook: 200 once committed, 500 asks for the event again. */
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
      if (error instanceof ApiError) return sendJson(response, error.status, error)
      const openBackend = await getBackend().catch(() => undefined)
      openBackend?.log.error(toSafeLog(error), 'a webhook was not taken')
      sendJson(response, 500, { detail: 'Not taken. Send it again.' })
    }
  }

export const receiveStripe = createWebhookRoute(stripeWebhook, (backend, body, headers) =>
  receiveStripeEvent(backend, body, String(headers['stripe-signature'])),
)

export const receivePaypal = createWebhookRoute(paypalWebhook, receivePaypalEvent)

/** Takes one of PayPal's events: a hint as well. What its order has approved is captured now, if nobody has. */
async function receivePaypalEvent(
  backend: Backend,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const event = await backend.paypal?.constructEvent(rawBody, headers)
  if (!event) throw new ApiError('signature')
  crashAt('event_verified')
  if (event.type.startsWith('CUSTOMER.DISPUTE.')) await recordDispute(backend, event)
  const isPaymentEvent = /^(CHECKOUT\.ORDER|CHECKOUT\.PAYMENT-APPROVAL|PAYMENT\.CAPTURE)\./.test(
    event.type,
  )
  const attemptId = isPaymentEvent && (await findAttemptId(backend, event.ref, event.attemptId))
  if (attemptId) await settle(backend, attemptId)
  if (attemptId && /\.(REFUNDED|REVERSED)$/.test(event.type))
    await recordRefundsAndDisputes(backend, attemptId)
  crashAt('event_acted')
  await recordEvent(backend, event)
}

/** A dispute names the attempt as we have named it to PayPal, or else the order. */
async function recordDispute(backend: Backend, event: PaypalEvent): Promise<void> {
  const { attemptId: ownId, orderNumber } = event
  const attemptId = ownId
    ? await findAttemptId(backend, undefined, ownId)
    : orderNumber && (await findPaidAttemptId(backend, orderNumber))
  if (attemptId) await recordRefundsAndDisputes(backend, attemptId)
}

/** The payment that pays an order at PayPal. */
async function findPaidAttemptId({ db }: Backend, orderId: string): Promise<string | undefined> {
  const [attempt] = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        eq(attempts.orderId, orderId),
        eq(attempts.provider, 'paypal'),
        eq(attempts.state, 'captured'),
      ),
    )
  return attempt?.id
}

/**
 * Takes one of Stripe's events. Events are hints: the payment it names is read back from the provider.
 * Returning means it is committed; a throw makes Stripe send it again.
 */
async function receiveStripeEvent(
  backend: Backend,
  rawBody: Buffer,
  signature: string,
): Promise<void> {
  const event = backend.stripe.constructEvent(rawBody, signature)
  if (!event) throw new ApiError('signature')
  crashAt('event_verified')
  await applyEvent(backend, event.type, event.data.object as EventObject)
  crashAt('event_acted')
  await recordEvent(backend, event)
}

async function recordEvent({ db, now }: Backend, { id, type }: { id: string; type: string }) {
  await db.insert(providerEvents).values({ id, type, receivedAt: now() }).onConflictDoNothing()
}

/** What we read of the object an event is about. */
interface EventObject {
  id?: unknown
  payment_intent?: unknown
  metadata?: { attempt?: unknown; renewal?: unknown } | null
  /** Of an invoice: what it bills. */
  parent?: { subscription_details?: { subscription?: unknown } | null } | null
}

/** Of charges: what comes after the payment. */
const isRefundOrDispute = (type: string): boolean =>
  /^(?:charge\.(?:refund|dispute)|refund\.)/.test(type)

async function applyEvent(backend: Backend, type: string, eventObject: EventObject): Promise<void> {
  if (type.startsWith('payment_intent.')) {
    const attemptId = await findAttemptId(backend, eventObject.id, eventObject.metadata?.attempt)
    if (attemptId) await settle(backend, attemptId)
  }
  if (isRefundOrDispute(type)) {
    const attemptId = await findAttemptIdByPayment(backend, eventObject.payment_intent)
    // It may be told before the payment itself was: there has to be one to write it down at.
    if (attemptId) await settle(backend, attemptId)
    if (attemptId) await recordRefundsAndDisputes(backend, attemptId)
  }
  if (isRenewalEvent(type)) await applyRenewalEvent(backend, type, eventObject)
}

const isRenewalEvent = (type: string): boolean =>
  /^(?:setup_intent\.|customer\.subscription\.|invoice\.(?:paid|payment_failed)$)/.test(type)

/** A card that was kept for it, the subscription itself, or one of its charges. Others' are not ours to act on. */
async function applyRenewalEvent(
  backend: Backend,
  type: string,
  eventObject: EventObject,
): Promise<void> {
  const ownId = eventObject.metadata?.renewal
  if (type.startsWith('setup_intent.')) {
    const setupRenewalId = await findRenewalId(backend, null, ownId)
    if (setupRenewalId && type === 'setup_intent.succeeded')
      await syncRenewal(backend, setupRenewalId)
    return
  }
  const ref = type.startsWith('invoice.')
    ? eventObject.parent?.subscription_details?.subscription
    : eventObject.id
  const renewalId = await findRenewalId(backend, ref, ownId)
  if (renewalId && isText(ref)) await recordRenewal(backend, renewalId, ref)
}

/** The attempt of a payment whose id may have been lost on its way to us: the provider knows it by our name, too. */
async function findAttemptIdByPayment(backend: Backend, ref: unknown): Promise<string | undefined> {
  const attemptId = await queryAttemptId(backend, ref)
  if (attemptId || !isText(ref)) return attemptId
  return findAttemptId(backend, ref, await backend.stripe.attemptIdOf(ref))
}

/** The attempt an event is about, by the provider's id of the payment, or by ours. */
async function findAttemptId(
  backend: Backend,
  ref: unknown,
  ownId?: unknown,
): Promise<string | undefined> {
  const attemptId = await queryAttemptId(backend, ref, ownId)
  if (!attemptId) backend.log.warn('an event named a payment that is not ours')
  return attemptId
}

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

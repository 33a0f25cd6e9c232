import type { IncomingHttpHeaders } from 'node:http'
import { and, eq, or } from 'drizzle-orm'
import { paypalWebhook, stripeWebhook } from '@/contract/operations'
import { type Backend, backend } from '@/server/backend'
import { providerEvents } from '@/server/db/tables/events'
import { attempts } from '@/server/db/tables/orders'
import type { PaypalEvent } from '@/server/gateways/paypal-events'
import { type RouteHandler, rawBody, sendJson } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { failpoint } from '@/server/infra/crash-point'
import { faultOf } from '@/server/infra/safe-error-log'
import { recordAftermath } from '@/server/payments/refunds-and-disputes'
import { settle } from '@/server/payments/settle'
import { bringAbout, recordRenewal, renewalNamed } from '@/server/payments/sync-subscription'

/** Events are small; what is larger is none. */
const bodyLimit = 1_000_000

type Receive = (backend: Backend, rawBody: Buffer, headers: IncomingHttpHeaders) => Promise<void>

/** The route handler of a provider's webhook: 200 once committed, 500 asks for the event again. */
const receiving =
  ({ method }: { method: string }, receive: Receive): RouteHandler =>
  async (request, response) => {
    try {
      if (request.method !== method) {
        response.setHeader('Allow', method)
        throw new Failure('method')
      }
      const body = await rawBody(request, bodyLimit)
      await receive(await backend(), body, request.headers)
      sendJson(response, 200, { received: true })
    } catch (error) {
      if (error instanceof Failure) return sendJson(response, error.status, error)
      const open = await backend().catch(() => undefined)
      open?.log.error(faultOf(error), 'a webhook was not taken')
      sendJson(response, 500, { detail: 'Not taken. Send it again.' })
    }
  }

export const receiveStripe = receiving(stripeWebhook, (backend, body, headers) =>
  receiveStripeEvent(backend, body, String(headers['stripe-signature'])),
)

export const receivePaypal = receiving(paypalWebhook, receivePaypalEvent)

/** Takes one of PayPal's events: a hint as well. What its order has approved is captured now, if nobody has. */
async function receivePaypalEvent(
  backend: Backend,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const event = await backend.paypal?.event(rawBody, headers)
  if (!event) throw new Failure('signature')
  failpoint('event_verified')
  if (event.type.startsWith('CUSTOMER.DISPUTE.')) await recordDispute(backend, event)
  const isOfMoney = /^(CHECKOUT\.ORDER|CHECKOUT\.PAYMENT-APPROVAL|PAYMENT\.CAPTURE)\./.test(
    event.type,
  )
  const attempt = isOfMoney && (await attemptNamed(backend, event.ref, event.attemptId))
  if (attempt) await settle(backend, attempt)
  if (attempt && /\.(REFUNDED|REVERSED)$/.test(event.type)) await recordAftermath(backend, attempt)
  failpoint('event_acted')
  await note(backend, event)
}

/** A dispute names the attempt as we have named it to PayPal, or else the order. */
async function recordDispute(backend: Backend, event: PaypalEvent): Promise<void> {
  const { attemptId: own, orderNumber } = event
  const attempt = own
    ? await attemptNamed(backend, undefined, own)
    : orderNumber && (await paidBy(backend, orderNumber))
  if (attempt) await recordAftermath(backend, attempt)
}

/** The payment that pays an order at PayPal. */
async function paidBy({ db }: Backend, orderId: string): Promise<string | undefined> {
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
  const event = backend.stripe.event(rawBody, signature)
  if (!event) throw new Failure('signature')
  failpoint('event_verified')
  await actOn(backend, event.type, event.data.object as Told)
  failpoint('event_acted')
  await note(backend, event)
}

async function note({ db, now }: Backend, { id, type }: { id: string; type: string }) {
  await db.insert(providerEvents).values({ id, type, receivedAt: now() }).onConflictDoNothing()
}

/** What we read of the object an event is about. */
interface Told {
  id?: unknown
  payment_intent?: unknown
  metadata?: { attempt?: unknown; renewal?: unknown } | null
  /** Of an invoice: what it bills. */
  parent?: { subscription_details?: { subscription?: unknown } | null } | null
}

/** Of charges: what comes after the payment. */
const isAftermath = (type: string): boolean => /^(?:charge\.(?:refund|dispute)|refund\.)/.test(type)

async function actOn(backend: Backend, type: string, told: Told): Promise<void> {
  if (type.startsWith('payment_intent.')) {
    const attempt = await attemptNamed(backend, told.id, told.metadata?.attempt)
    if (attempt) await settle(backend, attempt)
  }
  if (isAftermath(type)) {
    const attempt = await attemptPaidBy(backend, told.payment_intent)
    // It may be told before the payment itself was: there has to be one to write it down at.
    if (attempt) await settle(backend, attempt)
    if (attempt) await recordAftermath(backend, attempt)
  }
  if (isOfRenewal(type)) await renew(backend, type, told)
}

const isOfRenewal = (type: string): boolean =>
  /^(?:setup_intent\.|customer\.subscription\.|invoice\.(?:paid|payment_failed)$)/.test(type)

/** A card that was kept for it, the subscription itself, or one of its charges. Others' are not ours to act on. */
async function renew(backend: Backend, type: string, told: Told): Promise<void> {
  const own = told.metadata?.renewal
  if (type.startsWith('setup_intent.')) {
    const renewal = await renewalNamed(backend, null, own)
    if (renewal && type === 'setup_intent.succeeded') await bringAbout(backend, renewal)
    return
  }
  const ref = type.startsWith('invoice.')
    ? told.parent?.subscription_details?.subscription
    : told.id
  const renewal = await renewalNamed(backend, ref, own)
  if (renewal && isText(ref)) await recordRenewal(backend, renewal, ref)
}

/** The attempt of a payment whose id may have been lost on its way to us: the provider knows it by our name, too. */
async function attemptPaidBy(backend: Backend, ref: unknown): Promise<string | undefined> {
  const known = await attemptWith(backend, ref)
  if (known || !isText(ref)) return known
  return attemptNamed(backend, ref, await backend.stripe.ownName(ref))
}

/** The attempt an event is about, by the provider's id of the payment, or by ours. */
async function attemptNamed(
  backend: Backend,
  ref: unknown,
  own?: unknown,
): Promise<string | undefined> {
  const attempt = await attemptWith(backend, ref, own)
  if (!attempt) backend.log.warn('an event named a payment that is not ours')
  return attempt
}

async function attemptWith(
  { db }: Backend,
  ref: unknown,
  own?: unknown,
): Promise<string | undefined> {
  // An empty id must never become a query that matches anything.
  const names = [
    ...(isText(ref) ? [eq(attempts.providerRef, ref)] : []),
    ...(isText(own) ? [eq(attempts.id, own)] : []),
  ]
  if (names.length === 0) return undefined
  const [attempt] = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(or(...names))
  return attempt?.id
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

import { and, desc, eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { changeOrder, finishOrder } from '@/contract/orders'
import type { CurrencyCode } from '@/domain/data/currencies'
import { validateEmail } from '@/domain/driver/email'
import { normalizeEmail } from '@/domain/input/clean-input'
import { listUnstorableFields } from '@/domain/input/storable'
import {
  isPayment,
  isWaitingForCustomer,
  type PaymentOutcome,
} from '@/domain/payments/payment-states'
import { toMajor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { assertNotClosed, loadCheckout } from '@/server/checkout/checkout-repository'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { checkoutEvents } from '@/server/db/tables/events'
import { type AttemptRow, attempts, type OrderRow } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'
import { enqueueChange, replaceMail } from '@/server/outbox/enqueue'
import { readAttemptWaitSeconds } from '@/server/payments/payment-limits'
import { cancelAttempt, logSettleFailure, settle } from '@/server/payments/settle'

type FinishOrderResponse = Infer<typeof finishOrder.response>

/**
 * Settles the latest attempt of an order and returns the order's payment outcome; `total` in major
 * units. An attempt that cannot be settled now is `checking`: its money may have been taken. With
 * `call_off` a payment that waits for the customer is cancelled. Throws `not_found` unless the order
 * belongs to the token's checkout.
 */
export async function finishPayment(
  backend: Backend,
  input: Pick<Input<undefined, Infer<typeof finishOrder.body>>, 'params' | 'body' | 'address'>,
): Promise<FinishOrderResponse> {
  const { params, body, address } = input
  const { order, isOver } = await findOrder(backend, body.token, params['id'])
  const summary = {
    id: order.id,
    total: toMajor(order.total, order.currency as CurrencyCode),
    currency: order.currency as CurrencyCode,
  }
  if (isOver) return { ...summary, outcome: 'done', reason: null }
  const latest = await findLatestAttempt(backend, order.id)
  if (!latest) return { ...summary, outcome: 'not_charged', reason: null }
  const isRequestedPayment = body.payment === undefined || body.payment === latest.providerRef
  const shouldCancel = body.call_off === true && isRequestedPayment
  // Cancel before settling: settling would capture a PayPal order that the customer has approved.
  if (shouldCancel && latest.provider === 'paypal') await cancelAttempt(backend, latest)
  const settled = await settle(backend, latest.id).catch(logSettleFailure(backend, latest.id))
  if (!settled) return { ...summary, outcome: 'checking', reason: null }
  const finalAttempt = shouldCancel ? await cancelIfWaiting(backend, settled) : settled
  const outcome = paymentStatusOf(finalAttempt)
  // Another attempt of the same order may have paid it.
  if (outcome === 'not_charged' && (await findOrder(backend, body.token, order.id)).isOver)
    return { ...summary, outcome: 'done', reason: null }
  const { provider, reason } = finalAttempt
  if (outcome !== 'not_charged' || reason === null) return { ...summary, outcome, reason }
  const subject = { provider, address, checkoutId: order.checkoutId }
  const waitSeconds = await readAttemptWaitSeconds(backend, subject)
  return { ...summary, outcome, reason, ...(waitSeconds > 0 && { retry_after: waitSeconds }) }
}

/** One of the checkout's two orders; `isOver` when it no longer waits for money. */
async function findOrder(backend: Backend, token: string, id: string | undefined) {
  const { row, order: planOrder, lifetime } = await loadCheckout(backend, token)
  const order = [planOrder, lifetime].find(candidate => candidate?.id === id)
  if (!order) throw new ApiError('not_found')
  const isOver = order.kind === 'plan' ? row.status !== 'processing' : order.status !== 'pending'
  return { order, isOver }
}

/** The order is free only after the provider has confirmed the cancellation. */
const cancelIfWaiting = async (backend: Backend, attempt: AttemptRow): Promise<AttemptRow> =>
  isWaitingForCustomer(attempt) ? cancelAttempt(backend, attempt) : attempt

async function findLatestAttempt(
  { db }: Backend,
  orderId: string,
): Promise<AttemptRow | undefined> {
  const [latest] = await db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, orderId))
    .orderBy(desc(attempts.createdAt))
    .limit(1)
  return latest
}

/**
 * An attempt that waits for the bank may still take the money: `checking`. One that waits for the
 * customer has taken nothing, but still may, in another tab or on another device: `waiting`.
 */
const paymentStatusOf = (attempt: AttemptRow): PaymentOutcome => {
  const { state } = attempt
  if (state === 'captured') return isPayment(attempt) ? 'done' : 'not_charged'
  if (isWaitingForCustomer(attempt)) return 'waiting'
  return state === 'failed' || state === 'cancelled' ? 'not_charged' : 'checking'
}

/** Per paid order and day: each correction sends a mail to an unverified address, or an event. */
const correctionLimit: RateLimit = { name: 'email-corrections', maxHits: 5, windowSeconds: 86_400 }

/**
 * Changes the e-mail address of an order, sends the confirmation of a paid order there, and announces
 * another address to the operator's system. Throws `not_found` unless the order belongs to the token's
 * checkout, `closed` or `refunded` for an order that gets no more mails there, `unprocessable` for an
 * invalid address, `rate_limited` after too many corrections, and `stale` after a concurrent change.
 */
export async function correctEmail(
  backend: Backend,
  { params, query, body }: Input<Infer<typeof changeOrder.query>, Infer<typeof changeOrder.body>>,
): Promise<Infer<typeof changeOrder.response>> {
  const { row, order, lifetime } = await loadCheckout(backend, query.token)
  if (!order || order.id !== params['id']) throw new ApiError('not_found')
  await assertNotClosed(backend.db, row)
  const email = normalizeEmail(body.email)
  const problem =
    validateEmail(email) ?? (listUnstorableFields(email).length > 0 ? 'characters' : undefined)
  if (problem)
    throw new ApiError('unprocessable', {
      issues: [{ field: 'email', message: `email.${problem}` }],
    })
  if (isPaid(order)) await consumeLimit(backend, correctionLimit, order.id)
  const state = { ...row.state, customer: { ...row.state.customer, email } }
  const version = await backend.db.transaction(async tx => {
    const [saved] = await tx
      .update(checkouts)
      .set({ state, version: row.version + 1, updatedAt: backend.now() })
      .where(
        and(
          eq(checkouts.id, row.id),
          eq(checkouts.version, row.version),
          eq(checkouts.status, row.status),
        ),
      )
      .returning()
    if (!saved) throw new ApiError('stale')
    if (email !== row.state.customer.email)
      await announceEmail(backend, tx, saved, [order, lifetime])
    for (const placedOrder of [order, lifetime])
      if (placedOrder?.status === 'paid')
        await replaceMail(backend, tx, {
          orderId: placedOrder.id,
          kind: 'confirmation_mail',
          dedupeKey: `${saved.version}`,
        })
    return saved.version
  })
  return { id: order.id, email, version }
}

/** Adds the change to the timeline, without the address, and queues the events of the paid orders. */
async function announceEmail(
  backend: Backend,
  tx: Tx,
  { id, version }: CheckoutRow,
  placedOrders: (Pick<OrderRow, 'id' | 'status'> | null | undefined)[],
): Promise<void> {
  const createdAt = backend.now()
  await tx
    .insert(checkoutEvents)
    .values({ checkoutId: id, kind: 'email_changed', detail: {}, createdAt })
  for (const order of placedOrders)
    if (order && isPaid(order)) await enqueueChange(backend, tx, order.id, version)
}

const isPaid = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'paid' || status === 'fulfilled'

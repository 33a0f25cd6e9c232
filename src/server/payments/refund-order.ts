import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMajor, toMinor } from '@/domain/pricing/money'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import {
  type AttemptRow,
  attempts,
  isPayingAttempt,
  orders,
  type RefundRow,
  refunds,
} from '@/server/db/tables/orders'
import { RefundError } from '@/server/gateways/charge-outcome'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { generateId } from '@/server/infra/tokens'
import { findAttempt, lockAttempt } from '@/server/payments/attempt-repository'
import { recordRefundsAndDisputes } from '@/server/payments/refunds-and-disputes'

/** A refund that an operator asks for. */
export interface RefundRequest {
  /** In major units of the order's currency; undefined: all that is left. */
  amount?: number | undefined
  /** The caller's own key: repeated with it, a request refunds once. */
  requestKey: string
}

/**
 * Refunds a paid order, in whole or in part. The refund is committed before the provider is asked, and
 * the order's refunded amount is read back from the provider. Returns the refund: `done`, `failed`, or
 * `requested` while its result is not known; the sweeper then repeats it with the same key. Throws
 * `not_found`, `order_state` for an order without a payment, `refund_open` while another refund of it is
 * not finished, `unprocessable` for an amount above what is left or with too many decimals, and
 * `refund_unavailable` when the provider cannot be read and the refund is not stored by an earlier call.
 */
export async function refundOrder(
  backend: Backend,
  orderId: string,
  { amount: majorAmount, requestKey }: RefundRequest,
): Promise<RefundRow> {
  const payment = await findPayment(backend, orderId)
  const amount = majorAmount === undefined ? undefined : toExactMinor(majorAmount, payment)
  // A refund made at the provider reduces what is left.
  await recordRefundsAndDisputes(backend, payment.id).catch(async error => {
    backend.log.warn(
      { event: 'refund.unreadable', ...toSafeLog(error), attempt: payment.id },
      'the refunds of a payment could not be read',
    )
    if (!(await isRequested(backend, payment.id, requestKey)))
      throw new ApiError('refund_unavailable')
  })
  const refund = await backend.db.transaction(tx =>
    requestRefund(backend, tx, payment.id, { amount, requestKey }),
  )
  return sendRefund(backend, refund)
}

/** Whether an earlier call with this key has stored the refund. */
async function isRequested({ db }: Backend, attemptId: string, requestKey: string) {
  const isSame = and(eq(refunds.attemptId, attemptId), eq(refunds.requestKey, requestKey))
  const [refund] = await db.select({ id: refunds.id }).from(refunds).where(isSame)
  return refund !== undefined
}

/** The attempt that pays an order through a provider. */
async function findPayment({ db }: Backend, orderId: string): Promise<AttemptRow> {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw new ApiError('not_found')
  const [attempt] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.orderId, orderId), isPayingAttempt, ne(attempts.provider, 'none')))
  if (!attempt) throw new ApiError('order_state')
  return attempt
}

/** In minor units. Throws `unprocessable` for an amount that the currency cannot express. */
function toExactMinor(major: number, payment: AttemptRow): Minor {
  const currency = payment.currency as CurrencyCode
  const minor = toMinor(major, currency)
  if (toMajor(minor, currency) === major) return minor
  throw new ApiError('unprocessable', { issues: [{ field: 'amount', message: 'refund.decimals' }] })
}

/** Stores the refund, or returns the one of an earlier call with the same key. */
async function requestRefund(
  { now }: Backend,
  tx: Tx,
  attemptId: string,
  { amount, requestKey }: { amount: Minor | undefined; requestKey: string },
): Promise<RefundRow> {
  const { attempt } = await lockAttempt(tx, attemptId)
  const earlier = await tx.select().from(refunds).where(eq(refunds.attemptId, attemptId))
  const repeated = earlier.find(refund => refund.requestKey === requestKey)
  if (repeated && amount !== undefined && amount !== repeated.amount)
    throw new ApiError('unprocessable', {
      issues: [{ field: 'request_key', message: 'refund.other_amount' }],
    })
  if (repeated) return repeated
  if (earlier.some(({ state }) => state === 'requested')) throw new ApiError('refund_open')
  const refundedBefore = await readRefunded(tx, attempt)
  const left = attempt.amount - refundedBefore
  const value = amount ?? left
  if (value < 1 || value > left)
    throw new ApiError('unprocessable', { issues: [{ field: 'amount', message: 'refund.above' }] })
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: `refund-${generateId()}`,
      attemptId,
      requestKey,
      amount: value,
      refundedBefore,
      state: 'requested',
      createdAt: now(),
      checkedAt: now(),
    })
    .returning()
  if (!refund) throw new Error('the refund was not stored')
  return refund
}

/** The order's refunded amount. */
async function readRefunded(db: Db | Tx, { orderId }: AttemptRow): Promise<number> {
  const [order] = await db
    .select({ refunded: orders.refunded })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order?.refunded ?? 0
}

/** Asks the provider for a refund that is not finished, and reads the order's refunds back. */
async function sendRefund(
  backend: Backend,
  refund: RefundRow,
  { isRepeated = false } = {},
): Promise<RefundRow> {
  if (refund.state !== 'requested') return refund
  const attempt = await findAttempt(backend.db, refund.attemptId)
  const gateway = attempt?.provider === 'paypal' ? backend.paypal : backend.stripe
  if (!attempt?.providerRef || !gateway) return refund
  const money = { amount: refund.amount, currency: attempt.currency as CurrencyCode }
  try {
    await gateway.refund(attempt.providerRef, refund.id, money)
    crashAt('order_refunded')
    await recordRefundsAndDisputes(backend, attempt.id)
  } catch (error) {
    logRefundFailure(backend, refund, error)
    const reason = error instanceof RefundError ? findFinalReason(error, isRepeated) : undefined
    return reason ? finishRefund(backend, refund, { state: 'failed', reason }) : refund
  }
  return finishRefund(backend, refund, { state: 'done' })
}

/**
 * Why a refund is not tried again; undefined if it is. A fault that the provider has stored under the
 * key would be repeated for ever.
 */
const findFinalReason = ({ refusal, isAnswered }: RefundError, isRepeated: boolean) =>
  refusal ?? (isRepeated && isAnswered ? 'provider_fault' : undefined)

const logRefundFailure = ({ log }: Backend, { id }: RefundRow, error: unknown): void =>
  log.error(
    { event: 'refund.failed', ...toSafeLog(error), refund: id },
    'a refund was not confirmed by the provider',
  )

/**
 * Asks again for a refund whose result is not known. What the provider has refunded meanwhile counts as
 * this refund: no money is given back twice.
 */
async function repeatRefund(backend: Backend, refund: RefundRow): Promise<void> {
  const attempt = await findAttempt(backend.db, refund.attemptId)
  if (!attempt) return
  await recordRefundsAndDisputes(backend, attempt.id)
  const isMade = (await readRefunded(backend.db, attempt)) >= refund.refundedBefore + refund.amount
  if (isMade) await finishRefund(backend, refund, { state: 'done' })
  else await sendRefund(backend, refund, { isRepeated: true })
}

async function finishRefund(
  { db, now }: Backend,
  refund: RefundRow,
  changes: Pick<RefundRow, 'state'> & { reason?: string },
): Promise<RefundRow> {
  const [finished] = await db
    .update(refunds)
    .set({ ...changes, checkedAt: now() })
    .where(and(eq(refunds.id, refund.id), eq(refunds.state, 'requested')))
    .returning()
  return finished ?? refund
}

/**
 * Providers forget idempotency keys after a day: from then on a repeated call could refund twice, so
 * that an operator must look.
 */
const giveUpAfterMs = 12 * 3_600_000

/** Repeats up to `limit` refunds whose result is not known and that were last tried before `before`. */
export async function sweepRefunds(
  backend: Backend,
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  const { db, now, log } = backend
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, 'requested'), lt(refunds.checkedAt, before)))
    .orderBy(refunds.checkedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(refunds)
    .set({ checkedAt: now() })
    .where(sql`${refunds.id} in (${due})`)
    .returning()
  for (const refund of claimed) {
    if (now().getTime() - refund.createdAt.getTime() < giveUpAfterMs)
      await repeatRefund(backend, refund).catch(error => logRefundFailure(backend, refund, error))
    else {
      await finishRefund(backend, refund, { state: 'unknown' })
      log.error(
        { event: 'refund.unknown', refund: refund.id },
        'a refund was never confirmed: look it up at the provider',
      )
    }
  }
}

import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createPaypalOrder } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { Made } from '@/server/gateways/paypal'
import { Failure } from '@/server/infra/api-error'
import { type Limit, take } from '@/server/limits/rate-limit'
import { isPaidByNow } from '@/server/payments/charge'
import { countUsesAnew } from '@/server/payments/coupon-reservation'
import { lock, release, settle, waitsForCustomer } from '@/server/payments/settle'
import { startAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof createPaypalOrder.body>
type Answer = Infer<typeof createPaypalOrder.answer>

/** Opening PayPal's window and closing it again costs two calls: customers do it a few times. */
const ordersOfAddress: Limit = { name: 'paypal-orders-address', most: 40, windowSeconds: 3_600 }
const ordersOfCheckout: Limit = { name: 'paypal-orders-checkout', most: 20, windowSeconds: 900 }

/**
 * Makes a PayPal order for the stored checkout's price, under an attempt that holds it. No money moves: it is
 * captured when the customer has approved it and somebody asks where the money is.
 */
export async function orderWithPaypal(
  backend: Backend,
  { body, address }: Pick<Input<undefined, Body>, 'body' | 'address'>,
): Promise<Answer> {
  if (!backend.paypal) throw new Failure('not_served')
  const { row, order } = await stored(backend, body.token)
  if (row.status !== 'processing') return nothingLeft(order?.id)
  await take(backend, ordersOfAddress, address)
  await take(backend, ordersOfCheckout, row.id)
  if (row.paying && (await isPaidByNow(backend, row.paying))) return nothingLeft(order?.id)
  const seen = { total: body.expected_total, currency: body.expected_currency }
  const attempt = await startAttempt(backend, body.token, seen, 'paypal')
  if (attempt.provider === 'none') {
    await settle(backend, attempt.id)
    return nothingLeft(attempt.orderId)
  }
  const made = await backend.paypal.create(askedOf(backend, attempt))
  const isHeld = await hold(backend, attempt, made)
  if (!made) await countUsesAnew(backend, attempt)
  if (!made || !isHeld) throw new Failure('unavailable', { reason: 'unreachable' })
  return {
    status: 'approve',
    order: { id: attempt.orderId },
    id: made.ref,
    approve_url: made.approveUrl,
  }
}

const nothingLeft = (orderId: string | undefined): Answer => ({
  status: 'success',
  order: { id: orderId ?? '' },
  id: null,
  approve_url: null,
})

function askedOf({ env }: Backend, attempt: AttemptRow) {
  const finish = `${env.appUrl}/checkouts/finish-payment/`
  return {
    attemptId: attempt.id,
    orderId: attempt.orderId,
    idempotencyKey: attempt.idempotencyKey,
    amount: attempt.amount,
    currency: attempt.currency as CurrencyCode,
    returnUrl: finish,
    cancelUrl: `${finish}?paypal=cancelled`,
  }
}

/**
 * Writes down the order that was made; without one the attempt is over, for nobody can approve what nobody
 * knows. False when the attempt was given up meanwhile: its order must not be approved.
 */
function hold({ db, now }: Backend, attempt: AttemptRow, made: Made | undefined): Promise<boolean> {
  return db.transaction(async tx => {
    const { attempt: latest } = await lock(tx, attempt.id)
    if (latest.state !== 'created') return false
    if (!made) await release(tx, attempt)
    await tx
      .update(attempts)
      .set({
        checkedAt: now(),
        ...(made
          ? { state: 'confirming', providerRef: made.ref, reason: waitsForCustomer }
          : { state: 'failed', reason: 'unreachable' }),
      })
      .where(eq(attempts.id, attempt.id))
    return true
  })
}

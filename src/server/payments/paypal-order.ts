import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { createPaypalOrder } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { CreatedOrder } from '@/server/gateways/paypal'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'
import { isPaidByNow } from '@/server/payments/charge'
import { invalidateCoupon } from '@/server/payments/coupon-reservation'
import { authenticationRequired, lock, release, settle } from '@/server/payments/settle'
import { startAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof createPaypalOrder.body>
type PaypalOrderResponse = Infer<typeof createPaypalOrder.response>

/** Customers open and close PayPal's window repeatedly: higher limits than for declines. */
const addressOrderLimit: RateLimit = {
  name: 'paypal-orders-address',
  maxHits: 40,
  windowSeconds: 3_600,
}
const checkoutOrderLimit: RateLimit = {
  name: 'paypal-orders-checkout',
  maxHits: 20,
  windowSeconds: 900,
}

/**
 * Creates a PayPal order for the stored checkout's price, with an attempt that holds the price. No
 * money moves: `settle` captures the order after the customer's approval. Throws `not_served` when
 * the shop has no PayPal, `rate_limited` after too many orders, `unavailable` when PayPal creates
 * no order.
 */
export async function startPaypalOrder(
  backend: Backend,
  { body, address }: Pick<Input<undefined, Body>, 'body' | 'address'>,
): Promise<PaypalOrderResponse> {
  if (!backend.paypal) throw new ApiError('not_served')
  const { row, order } = await loadCheckout(backend, body.token)
  if (row.status !== 'processing') return toPaidAnswer(order?.id)
  await consumeLimit(backend, addressOrderLimit, address)
  await consumeLimit(backend, checkoutOrderLimit, row.id)
  if (row.activeAttemptId && (await isPaidByNow(backend, row.activeAttemptId)))
    return toPaidAnswer(order?.id)
  const expectedPrice = { total: body.expected_total, currency: body.expected_currency }
  const attempt = await startAttempt(backend, body.token, expectedPrice, 'paypal')
  if (attempt.provider === 'none') {
    await settle(backend, attempt.id)
    return toPaidAnswer(attempt.orderId)
  }
  const paypalOrder = await backend.paypal.createOrder(toOrderRequest(backend, attempt))
  const isAttached = await attachPaypalOrder(backend, attempt, paypalOrder)
  if (!paypalOrder) await invalidateCoupon(backend, attempt)
  if (!paypalOrder || !isAttached) throw new ApiError('unavailable', { reason: 'unreachable' })
  return {
    status: 'approve',
    order: { id: attempt.orderId },
    id: paypalOrder.ref,
    approve_url: paypalOrder.approveUrl,
  }
}

const toPaidAnswer = (orderId: string | undefined): PaypalOrderResponse => ({
  status: 'success',
  order: { id: orderId ?? '' },
  id: null,
  approve_url: null,
})

function toOrderRequest({ env }: Backend, attempt: AttemptRow) {
  const finishUrl = `${env.appUrl}/checkouts/finish-payment/`
  return {
    attemptId: attempt.id,
    orderId: attempt.orderId,
    idempotencyKey: attempt.idempotencyKey,
    amount: attempt.amount,
    currency: attempt.currency as CurrencyCode,
    returnUrl: finishUrl,
    cancelUrl: `${finishUrl}?paypal=cancelled`,
  }
}

/**
 * Stores PayPal's order id. Without an order the attempt fails: its id is unknown, so it cannot be
 * approved. False when the attempt was abandoned meanwhile and must not be approved.
 */
function attachPaypalOrder(
  { db, now }: Backend,
  attempt: AttemptRow,
  paypalOrder: CreatedOrder | undefined,
): Promise<boolean> {
  return db.transaction(async tx => {
    const { attempt: latest } = await lock(tx, attempt.id)
    if (latest.state !== 'created') return false
    if (!paypalOrder) await release(tx, attempt)
    await tx
      .update(attempts)
      .set({
        checkedAt: now(),
        ...(paypalOrder
          ? { state: 'confirming', providerRef: paypalOrder.ref, reason: authenticationRequired }
          : { state: 'failed', reason: 'unreachable' }),
      })
      .where(eq(attempts.id, attempt.id))
    return true
  })
}

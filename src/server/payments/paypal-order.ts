import type { Infer } from '@/contract/api-call'
import type { createPaypalOrder } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import type { AttemptRow } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { CreatedOrder } from '@/server/gateways/paypal'
import { ApiError } from '@/server/infra/api-error'
import { recordAnswer } from '@/server/payments/attempt-repository'
import { startWhenFree } from '@/server/payments/payment-limits'
import { endActiveAttempt, settle } from '@/server/payments/settle'
import { startAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof createPaypalOrder.body>
type PaypalOrderResponse = Infer<typeof createPaypalOrder.response>

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
  if (await endActiveAttempt(backend, row)) return toPaidAnswer(order?.id)
  const expectedPrice = { total: body.expected_total, currency: body.expected_currency }
  const payer = { token: body.token, address }
  const attempt = await startWhenFree(() => startAttempt(backend, payer, expectedPrice, 'paypal'))
  if (attempt.provider === 'none') {
    await settle(backend, attempt.id)
    return toPaidAnswer(attempt.orderId)
  }
  const paypalOrder = await backend.paypal.createOrder(toOrderRequest(backend, attempt))
  const { providerRef } = await recordAnswer(backend, attempt.id, toAnswer(paypalOrder))
  // An attempt that was given up meanwhile must not be approved.
  if (!paypalOrder || providerRef !== paypalOrder.ref)
    throw new ApiError('unavailable', { reason: 'unreachable' })
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
    statementDescriptor: env.statementDescriptor,
    returnUrl: finishUrl,
    cancelUrl: `${finishUrl}?paypal=cancelled`,
  }
}

/**
 * What the call has learned. Without an order the attempt fails: its id is unknown, so it cannot be
 * approved.
 */
const toAnswer = (paypalOrder: CreatedOrder | undefined): ChargeOutcome =>
  paypalOrder
    ? { status: 'requires_action', ref: paypalOrder.ref, clientSecret: '' }
    : { status: 'refused', reason: 'unreachable' }

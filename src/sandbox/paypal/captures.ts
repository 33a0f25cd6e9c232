import { newId } from '@/sandbox/ids'
import { minorOf, moneyOf } from '@/sandbox/paypal/amounts'
import { tell } from '@/sandbox/paypal/events'
import { notFound, unprocessable } from '@/sandbox/paypal/failure'
import type { Capture, Money, PaypalOrder, PaypalRefund } from '@/sandbox/paypal/objects'
import { newPaypalId } from '@/sandbox/paypal/paypal-ids'
import { moment, type PaypalWorld } from '@/sandbox/paypal/tables'
import { captureView, refundView } from '@/sandbox/paypal/views'
import type { Movement } from '@/sandbox/stripe/objects'

const FIRST = { approved: 'COMPLETED', pending: 'PENDING', denied: 'PENDING', declined: 'DECLINED' }

export function findCapture(world: PaypalWorld, id: string): Capture {
  const capture = world.captures.find(id)
  if (!capture) throw notFound()
  return capture
}

/** The capture of an approved order: money moves now, or PayPal looks at it first. */
export function takePayment(world: PaypalWorld, order: PaypalOrder): Capture {
  const now = moment()
  const capture = world.captures.put({
    id: newPaypalId(),
    status: FIRST[order.choice ?? 'approved'] as Capture['status'],
    order: order.id,
    amount: order.amount,
    custom_id: order.custom_id,
    invoice_id: order.invoice_id,
    create_time: now,
    update_time: now,
  })
  if (capture.status === 'COMPLETED') moveMoney(world, capture, 'charge', capture.amount)
  tell(world, `PAYMENT.CAPTURE.${capture.status}`, 'capture', captureView(capture))
  return capture
}

/** PayPal has looked at a capture that was pending. */
export function decide(world: PaypalWorld, id: string, status: 'COMPLETED' | 'DENIED'): Capture {
  const capture = findCapture(world, id)
  if (capture.status !== 'PENDING') throw unprocessable('INVALID_STATUS', 'It is not pending.')
  const decided = world.captures.put({
    ...capture,
    status: status === 'DENIED' ? 'DECLINED' : status,
    update_time: moment(),
  })
  if (status === 'COMPLETED') moveMoney(world, decided, 'charge', decided.amount)
  tell(world, `PAYMENT.CAPTURE.${status}`, 'capture', captureView(decided))
  return decided
}

/** Gives money back. Throws PaypalFailure 422 when more would go back than came in. */
export function addRefund(world: PaypalWorld, capture: Capture, asked?: Money): PaypalRefund {
  const { currency_code: currency } = capture.amount
  const left = minorOf(capture.amount) - refundedOf(world, capture)
  if (capture.status === 'REFUNDED') {
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
  }
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
    throw unprocessable('REFUND_NOT_ALLOWED', 'This capture cannot be refunded.')
  }
  const amount = asked ? minorOf(asked) : left
  if (asked && asked.currency_code !== currency) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'The refund needs the same currency.')
  }
  if (amount < 1 || amount > left) {
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'The refund is more than what is left.')
  }
  const refund = world.refunds.put({
    id: newPaypalId(),
    status: 'COMPLETED',
    capture: capture.id,
    amount: moneyOf(amount, currency),
    create_time: moment(),
  })
  const status = amount === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  world.captures.put({ ...capture, status, update_time: moment() })
  moveMoney(world, capture, 'refund', refund.amount)
  tell(world, 'PAYMENT.CAPTURE.REFUNDED', 'refund', refundView(world, refund))
  return refund
}

function refundedOf(world: PaypalWorld, { id }: Capture): number {
  return world.refunds
    .all()
    .filter(refund => refund.capture === id)
    .reduce((sum, { amount }) => sum + minorOf(amount), 0)
}

function moveMoney(
  world: PaypalWorld,
  capture: Capture,
  kind: Movement['kind'],
  amount: Money,
): void {
  const { custom_id: attempt = '', invoice_id: order = '' } = capture
  world.movements.put({
    id: newId('txn'),
    provider: 'paypal',
    kind,
    amount: minorOf(amount),
    currency: amount.currency_code.toLowerCase(),
    intent: capture.order,
    charge: capture.id,
    customer: null,
    metadata: { attempt, order },
    at: new Date().toISOString(),
  })
}

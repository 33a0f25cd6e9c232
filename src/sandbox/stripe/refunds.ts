import { newId } from '@/sandbox/ids'
import { findRow, invalidRequest, invalidState } from '@/sandbox/stripe/api-error'
import { recordMovement } from '@/sandbox/stripe/charging'
import { emitEvent } from '@/sandbox/stripe/events'
import { formatAmount } from '@/sandbox/stripe/money'
import type { Charge, Refund } from '@/sandbox/stripe/objects'
import { integer, type Parameters, text } from '@/sandbox/stripe/parameters'
import { findIntent } from '@/sandbox/stripe/payment-intents'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const REFUND_SHAPE = { amount: integer, payment_intent: text }

export const findCharge = (context: RequestContext, id: string): Charge =>
  findRow(context.charges, 'charge', id)

export const findRefund = (context: RequestContext, id: string): Refund =>
  findRow(context.refunds, 'refund', id)

/** Refunds a payment. Throws StripeError 400 when refunds would exceed the charge. */
export function addRefund(
  context: RequestContext,
  { amount: requested, payment_intent: intentId = '' }: Parameters<typeof REFUND_SHAPE>,
): Refund {
  const charge = findChargeToRefund(context, intentId)
  const remaining = charge.amount_captured - charge.amount_refunded
  const amount = requested ?? remaining
  assertRefundable(charge, amount, remaining)
  const refund = context.refunds.put({
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  })
  recordMovement(context, charge, 'refund', amount)
  const refunded = charge.amount_refunded + amount
  const updatedCharge = context.charges.put({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  })
  emitEvent(context, 'charge.refunded', updatedCharge, { amount_refunded: charge.amount_refunded })
  emitEvent(context, 'refund.created', refund)
  return refund
}

/** The bank returns a refund. */
export function failRefund(context: RequestContext, id: string): Refund {
  const refund = findRefund(context, id)
  const charge = findCharge(context, refund.charge)
  const failed = context.refunds.put({ ...refund, status: 'failed' })
  recordMovement(context, charge, 'refund_failed', refund.amount)
  context.charges.put({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  emitEvent(context, 'refund.failed', failed)
  return failed
}

function findChargeToRefund(context: RequestContext, intentId: string): Charge {
  const intent = findIntent(context, intentId)
  if (intent.latest_charge && intent.status === 'succeeded')
    return findCharge(context, intent.latest_charge)
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
  throw invalidState(message, { param: 'payment_intent' })
}

function assertRefundable(charge: Charge, amount: number, remaining: number): void {
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidState(message, { code: 'charge_already_refunded' })
  }
  if (amount < 1) {
    const code = 'parameter_invalid_integer'
    throw invalidRequest('Invalid positive integer', { code, param: 'amount' })
  }
  if (amount > remaining) {
    const requestedText = formatAmount(amount, charge.currency)
    const remainingText = formatAmount(remaining, charge.currency)
    const message = `Refund amount (${requestedText}) is greater than unrefunded amount on charge (${remainingText})`
    throw invalidState(message, { param: 'amount' })
  }
}

import { newId } from '@/sandbox/ids'
import { invalidRequest, invalidState, resourceMissing } from '@/sandbox/stripe/api-error'
import { emitEvent } from '@/sandbox/stripe/events'
import { formatAmount } from '@/sandbox/stripe/money'
import type { Charge, Movement, Refund } from '@/sandbox/stripe/objects'
import {
  expand,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  text,
} from '@/sandbox/stripe/parameters'
import { findIntent } from '@/sandbox/stripe/payment-intents'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const REFUND_SHAPE = {
  amount: integer,
  charge: text,
  expand,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

type RefundParameters = Parameters<typeof REFUND_SHAPE>

export function findCharge(context: RequestContext, id: string): Charge {
  const charge = context.charges.find(id)
  if (!charge) throw resourceMissing('charge', id)
  return charge
}

/** Refunds a payment. Throws StripeError 400 when refunds would exceed the charge. */
export function addRefund(context: RequestContext, parameters: RefundParameters): Refund {
  const charge = findChargeToRefund(context, parameters)
  const remaining = charge.amount_captured - charge.amount_refunded
  const amount = parameters.amount ?? remaining
  assertRefundable(charge, amount, remaining)
  const refund = context.refunds.put({
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    metadata: mergeMetadata({}, parameters.metadata),
    payment_intent: charge.payment_intent,
    reason: parameters.reason ?? null,
    status: 'succeeded',
  })
  recordMovement(context, charge, refund, 'refund')
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
  const refund = context.refunds.find(id)
  if (!refund) throw resourceMissing('refund', id)
  const charge = findCharge(context, refund.charge)
  const failed = context.refunds.put({ ...refund, status: 'failed' })
  recordMovement(context, charge, failed, 'refund_failed')
  context.charges.put({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  emitEvent(context, 'refund.failed', failed)
  return failed
}

function findChargeToRefund(context: RequestContext, parameters: RefundParameters): Charge {
  if (parameters.charge) return findCharge(context, parameters.charge)
  if (!parameters.payment_intent) {
    const message = 'One of the following params should be provided: payment_intent or charge.'
    throw invalidRequest(message, { code: 'parameter_missing' })
  }
  const intent = findIntent(context, parameters.payment_intent)
  if (!intent.latest_charge || intent.status !== 'succeeded') {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
    throw invalidState(message, { param: 'payment_intent' })
  }
  return findCharge(context, intent.latest_charge)
}

function assertRefundable(charge: Charge, amount: number, remaining: number): void {
  if (charge.status !== 'succeeded') {
    throw invalidState('This charge did not succeed.', { param: 'charge' })
  }
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

function recordMovement(
  context: RequestContext,
  charge: Charge,
  refund: Refund,
  kind: Movement['kind'],
): void {
  context.movements.put({
    id: newId('txn'),
    provider: 'stripe',
    kind,
    amount: refund.amount,
    currency: refund.currency,
    intent: charge.payment_intent,
    charge: charge.id,
    customer: charge.customer,
    metadata: charge.metadata,
    at: new Date().toISOString(),
  })
}

import { newId } from '@/sandbox/ids'
import { record } from '@/sandbox/stripe/events'
import { conflicting, missing, refused } from '@/sandbox/stripe/failure'
import { written } from '@/sandbox/stripe/money'
import type { Charge, Movement, Refund } from '@/sandbox/stripe/objects'
import {
  expand,
  mergedMetadata,
  metadata,
  oneOf,
  type Parameters,
  text,
  whole,
} from '@/sandbox/stripe/parameters'
import { findIntent } from '@/sandbox/stripe/payment-intents'
import type { Scene } from '@/sandbox/stripe/tables'

export const REFUND_SHAPE = {
  amount: whole,
  charge: text,
  expand,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

type RefundParameters = Parameters<typeof REFUND_SHAPE>

export function findCharge(scene: Scene, id: string): Charge {
  const charge = scene.charges.find(id)
  if (!charge) throw missing('charge', id)
  return charge
}

/** Gives money back. Throws StripeFailure 400 when more would go back than came in. */
export function addRefund(scene: Scene, parameters: RefundParameters): Refund {
  const charge = chargeToRefund(scene, parameters)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = parameters.amount ?? left
  assertRefundable(charge, amount, left)
  const refund = scene.refunds.put({
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: scene.now,
    currency: charge.currency,
    metadata: mergedMetadata({}, parameters.metadata),
    payment_intent: charge.payment_intent,
    reason: parameters.reason ?? null,
    status: 'succeeded',
  })
  moveMoney(scene, charge, refund, 'refund')
  const refunded = charge.amount_refunded + amount
  const after = scene.charges.put({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  })
  record(scene, 'charge.refunded', after, { amount_refunded: charge.amount_refunded })
  record(scene, 'refund.created', refund)
  return refund
}

/** A bank cannot place a refund and sends it back. */
export function failRefund(scene: Scene, id: string): Refund {
  const refund = scene.refunds.find(id)
  if (!refund) throw missing('refund', id)
  const charge = findCharge(scene, refund.charge)
  const failed = scene.refunds.put({ ...refund, status: 'failed' })
  moveMoney(scene, charge, failed, 'refund_failed')
  scene.charges.put({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  record(scene, 'refund.failed', failed)
  return failed
}

function chargeToRefund(scene: Scene, parameters: RefundParameters): Charge {
  if (parameters.charge) return findCharge(scene, parameters.charge)
  if (!parameters.payment_intent) {
    const message = 'One of the following params should be provided: payment_intent or charge.'
    throw refused(message, { code: 'parameter_missing' })
  }
  const intent = findIntent(scene, parameters.payment_intent)
  if (!intent.latest_charge || intent.status !== 'succeeded') {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
    throw conflicting(message, { param: 'payment_intent' })
  }
  return findCharge(scene, intent.latest_charge)
}

function assertRefundable(charge: Charge, amount: number, left: number): void {
  if (charge.status !== 'succeeded') {
    throw conflicting('This charge did not succeed.', { param: 'charge' })
  }
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw conflicting(message, { code: 'charge_already_refunded' })
  }
  if (amount < 1) {
    const code = 'parameter_invalid_integer'
    throw refused('Invalid positive integer', { code, param: 'amount' })
  }
  if (amount > left) {
    const asked = written(amount, charge.currency)
    const rest = written(left, charge.currency)
    const message = `Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`
    throw conflicting(message, { param: 'amount' })
  }
}

function moveMoney(scene: Scene, charge: Charge, refund: Refund, kind: Movement['kind']): void {
  scene.movements.put({
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

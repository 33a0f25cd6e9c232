import { newId } from '@/sandbox/ids'
import { record } from '@/sandbox/stripe/events'
import type { Charge, DeclineReason, PaymentIntent, PaymentMethod } from '@/sandbox/stripe/objects'
import { attach, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { Scene } from '@/sandbox/stripe/tables'

const NOT_AUTHENTICATED = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment ' +
    'method and try again.',
}

/** Asks the bank: money moves, or the charge fails and the intent waits for another card. */
export function chargeIntent(
  scene: Scene,
  intent: PaymentIntent,
  decline: DeclineReason | null,
): PaymentIntent {
  if (decline) return failIntent(scene, intent, decline)
  const method = methodOf(scene, intent)
  const charge = scene.charges.put(chargeOf(scene, intent, method, null))
  moveMoney(scene, intent, charge)
  keepOrSpend(scene, intent, method)
  const succeeded = scene.intents.put({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  })
  record(scene, 'charge.succeeded', charge)
  record(scene, 'payment_intent.succeeded', succeeded)
  return succeeded
}

/** No money moved. Without a bank's reason it was the authentication that failed: no charge. */
export function failIntent(
  scene: Scene,
  intent: PaymentIntent,
  decline: DeclineReason | null,
): PaymentIntent {
  const method = methodOf(scene, intent)
  const charge = decline ? scene.charges.put(chargeOf(scene, intent, method, decline)) : null
  const failed = scene.intents.put({
    ...intent,
    last_payment_error: {
      ...(charge ? { charge: charge.id } : {}),
      ...(decline ?? NOT_AUTHENTICATED),
      payment_method: method,
      type: decline ? 'card_error' : 'invalid_request_error',
    },
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  if (charge) record(scene, 'charge.failed', charge)
  record(scene, 'payment_intent.payment_failed', failed)
  return failed
}

function methodOf(scene: Scene, intent: PaymentIntent): PaymentMethod {
  return findPaymentMethod(scene, intent.payment_method ?? '', 'payment_method')
}

function moveMoney(scene: Scene, intent: PaymentIntent, charge: Charge): void {
  scene.movements.put({
    id: newId('txn'),
    provider: 'stripe',
    kind: 'charge',
    amount: charge.amount,
    currency: charge.currency,
    intent: intent.id,
    charge: charge.id,
    customer: intent.customer,
    metadata: intent.metadata,
    at: new Date().toISOString(),
  })
}

function keepOrSpend(scene: Scene, intent: PaymentIntent, method: PaymentMethod): void {
  if (intent.customer && intent.setup_future_usage && !method.customer) {
    attach(scene, method, intent.customer)
    return
  }
  const behaviour = scene.behaviours.find(method.id)
  if (behaviour && !method.customer) scene.behaviours.put({ ...behaviour, isSpent: true })
}

function chargeOf(
  scene: Scene,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: DeclineReason | null,
): Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: !decline,
    created: scene.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline ? (decline.decline_code ?? decline.code) : null,
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: method.card, type: 'card' },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  }
}

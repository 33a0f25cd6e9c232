import { newId } from '@/sandbox/ids'
import { emitEvent } from '@/sandbox/stripe/events'
import type {
  Charge,
  DeclineReason,
  Movement,
  PaymentIntent,
  PaymentMethod,
} from '@/sandbox/stripe/objects'
import { attach, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { RequestContext } from '@/sandbox/stripe/tables'

const NOT_AUTHENTICATED = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment ' +
    'method and try again.',
}

const ACCOUNT_PREFIX = 'SANDBOX'

/** Charges the intent; a decline returns it to `requires_payment_method`. */
export function chargeIntent(
  context: RequestContext,
  intent: PaymentIntent,
  decline: DeclineReason | null,
): PaymentIntent {
  if (decline) return failIntent(context, intent, decline)
  const method = findMethod(context, intent)
  const charge = context.charges.put(buildCharge(context, intent, method, null))
  recordMovement(context, charge, 'charge', charge.amount)
  attachOrMarkUsed(context, intent, method)
  const succeeded = context.intents.put({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  })
  emitEvent(context, 'charge.succeeded', charge)
  emitEvent(context, 'payment_intent.succeeded', succeeded)
  return succeeded
}

/**
 * Records a failed attempt. Without a decline it was the authentication that failed: no charge
 * object.
 */
export function failIntent(
  context: RequestContext,
  intent: PaymentIntent,
  decline: DeclineReason | null,
): PaymentIntent {
  const method = findMethod(context, intent)
  const charge = decline ? context.charges.put(buildCharge(context, intent, method, decline)) : null
  const failed = context.intents.put({
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
  if (charge) emitEvent(context, 'charge.failed', charge)
  emitEvent(context, 'payment_intent.payment_failed', failed)
  return failed
}

function findMethod(context: RequestContext, intent: PaymentIntent): PaymentMethod {
  return findPaymentMethod(context, intent.payment_method ?? '', 'payment_method')
}

/** Writes a movement of a charge's money to the ledger; the amount is in minor units. */
export function recordMovement(
  context: RequestContext,
  charge: Charge,
  kind: Movement['kind'],
  amount: number,
): void {
  context.movements.put({
    id: newId('txn'),
    provider: 'stripe',
    kind,
    amount,
    currency: charge.currency,
    intent: charge.payment_intent,
    charge: charge.id,
    customer: charge.customer,
    metadata: charge.metadata,
    at: new Date().toISOString(),
  })
}

function attachOrMarkUsed(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethod,
): void {
  if (intent.customer && intent.setup_future_usage && !method.customer) {
    attach(context, method, intent.customer)
    return
  }
  const behaviour = context.behaviours.find(method.id)
  if (behaviour && !method.customer) context.behaviours.put({ ...behaviour, isSpent: true })
}

/** The text on a card statement; no more than 22 characters are shown. */
function buildDescriptor({ statement_descriptor_suffix: suffix }: PaymentIntent): string {
  return suffix ? `${ACCOUNT_PREFIX}* ${suffix}`.slice(0, 22) : ACCOUNT_PREFIX
}

function buildCharge(
  context: RequestContext,
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
    calculated_statement_descriptor: buildDescriptor(intent),
    captured: !decline,
    created: context.now,
    currency: intent.currency,
    customer: intent.customer,
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
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  }
}

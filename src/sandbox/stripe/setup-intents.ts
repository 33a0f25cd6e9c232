import { newId } from '@/sandbox/ids'
import {
  findRow,
  invalidRequest,
  invalidState,
  StripeError,
  type StripeErrorBody,
} from '@/sandbox/stripe/api-error'
import { findCustomer } from '@/sandbox/stripe/customers'
import { emitEvent } from '@/sandbox/stripe/events'
import type { SetupIntent } from '@/sandbox/stripe/objects'
import {
  flag,
  hashOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  text,
} from '@/sandbox/stripe/parameters'
import { attach, findPaymentMethod, openChallenge } from '@/sandbox/stripe/payment-methods'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const SETUP_SHAPE = {
  automatic_payment_methods: hashOf({ allow_redirects: oneOf('never'), enabled: flag }),
  confirm: flag,
  customer: text,
  metadata,
  payment_method: text,
  usage: oneOf('off_session'),
  use_stripe_sdk: flag,
}

const NOT_AUTHENTICATED: StripeErrorBody = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  message:
    'The latest attempt to set up the payment method has failed because authentication failed.',
}

export const findSetup = (context: RequestContext, id: string): SetupIntent =>
  findRow(context.setups, 'setupintent', id, 'intent')

/**
 * Creates and confirms a setup intent: it succeeds, requires a challenge, or is declined. The shop
 * never creates an unconfirmed one, so it is refused. Throws StripeError 402 on a decline
 * (committed).
 */
export function addSetup(
  context: RequestContext,
  parameters: Parameters<typeof SETUP_SHAPE>,
): SetupIntent {
  if (!parameters.confirm)
    throw invalidRequest('The sandbox confirms a SetupIntent at once.', { param: 'confirm' })
  if (parameters.customer) findCustomer(context, parameters.customer, 'customer')
  const method = findPaymentMethod(context, parameters.payment_method ?? '', 'payment_method')
  const id = newId('seti')
  const setup = context.setups.put({
    id,
    object: 'setup_intent',
    client_secret: `${id}_${newId('secret', 25)}`,
    created: context.now,
    customer: parameters.customer ?? null,
    last_setup_error: null,
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    payment_method: method.id,
    payment_method_types: ['card'],
    status: 'requires_confirmation',
    usage: 'off_session',
  })
  emitEvent(context, 'setup_intent.created', setup)
  const needsAuthentication = context.behaviours.find(method.id)?.authentication !== 'never'
  return needsAuthentication
    ? requireChallenge(context, setup)
    : throwIfFailed(completeSetup(context, setup))
}

export function cancelSetup(context: RequestContext, setup: SetupIntent): SetupIntent {
  if (setup.status === 'succeeded' || setup.status === 'canceled') {
    const message = `You cannot cancel this SetupIntent because it has a status of ${setup.status}.`
    throw invalidState(message, { code: 'setup_intent_unexpected_state' })
  }
  const canceled = context.setups.put({ ...setup, next_action: null, status: 'canceled' })
  emitEvent(context, 'setup_intent.canceled', canceled)
  return canceled
}

/** Completes the challenge of a setup intent. */
export function finishSetup(
  context: RequestContext,
  setup: SetupIntent,
  outcome: 'authenticated' | 'failed',
): SetupIntent {
  return outcome === 'failed'
    ? failSetup(context, setup, NOT_AUTHENTICATED)
    : completeSetup(context, setup)
}

function completeSetup(context: RequestContext, setup: SetupIntent): SetupIntent {
  const method = findPaymentMethod(context, setup.payment_method ?? '', 'payment_method')
  const decline = context.behaviours.find(method.id)?.decline
  if (decline) return failSetup(context, setup, { type: 'card_error', ...decline })
  if (setup.customer) attach(context, method, setup.customer)
  const updated = context.setups.put({ ...setup, next_action: null, status: 'succeeded' })
  emitEvent(context, 'setup_intent.succeeded', updated)
  return updated
}

function failSetup(
  context: RequestContext,
  setup: SetupIntent,
  error: StripeErrorBody,
): SetupIntent {
  const updated = context.setups.put({
    ...setup,
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  emitEvent(context, 'setup_intent.setup_failed', updated)
  return updated
}

function throwIfFailed(setup: SetupIntent): SetupIntent {
  if (!setup.last_setup_error) return setup
  throw new StripeError(402, setup.last_setup_error, true)
}

function requireChallenge(context: RequestContext, setup: SetupIntent): SetupIntent {
  const updated = context.setups.put({
    ...setup,
    next_action: openChallenge(context, setup),
    status: 'requires_action',
  })
  emitEvent(context, 'setup_intent.requires_action', updated)
  return updated
}

import { newId } from '@/sandbox/ids'
import {
  invalidRequest,
  invalidState,
  resourceMissing,
  StripeError,
  type StripeErrorBody,
} from '@/sandbox/stripe/api-error'
import { findCustomer } from '@/sandbox/stripe/customers'
import { emitEvent } from '@/sandbox/stripe/events'
import { expandObject } from '@/sandbox/stripe/expand'
import {
  clearableText,
  expand,
  flag,
  hashOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  readParameters,
  text,
} from '@/sandbox/stripe/parameters'
import { attach, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { SetupIntent } from '@/sandbox/stripe/records'
import { RETRIEVE_SHAPE, type Route } from '@/sandbox/stripe/route'
import { BROWSER_PREFIX, type RequestContext } from '@/sandbox/stripe/tables'

const CONFIRM_SHAPE = { expand, payment_method: text, return_url: text, use_stripe_sdk: flag }
const CREATE_SHAPE = {
  ...CONFIRM_SHAPE,
  automatic_payment_methods: hashOf({ allow_redirects: oneOf('always', 'never'), enabled: flag }),
  confirm: flag,
  customer: text,
  description: clearableText,
  metadata,
  usage: oneOf('off_session', 'on_session'),
}

type ConfirmParameters = Parameters<typeof CONFIRM_SHAPE>

const NOT_AUTHENTICATED: StripeErrorBody = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  message:
    'The latest attempt to set up the payment method has failed because authentication failed.',
}

export const SETUP_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    handle(context, form) {
      const parameters = readParameters(form, CREATE_SHAPE)
      const setup = addSetup(context, parameters)
      return expandObject(
        context,
        parameters.confirm ? confirmSetup(context, setup, parameters) : setup,
        parameters.expand,
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    handle: (context, form, id) =>
      expandObject(context, findSetup(context, id), readParameters(form, RETRIEVE_SHAPE).expand),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    handle(context, form, id) {
      const parameters = readParameters(form, CONFIRM_SHAPE)
      return expandObject(
        context,
        confirmSetup(context, findSetup(context, id), parameters),
        parameters.expand,
      )
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    handle(context, form, id) {
      const { expand: paths } = readParameters(form, RETRIEVE_SHAPE)
      const setup = findSetup(context, id)
      if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpectedState(setup)
      const canceled = context.setups.put({ ...setup, next_action: null, status: 'canceled' })
      emitEvent(context, 'setup_intent.canceled', canceled)
      return expandObject(context, canceled, paths)
    },
  },
]

function findSetup(context: RequestContext, id: string): SetupIntent {
  const setup = context.setups.find(id)
  if (!setup) throw resourceMissing('setupintent', id, 'intent')
  return setup
}

function addSetup(
  context: RequestContext,
  parameters: Parameters<typeof CREATE_SHAPE>,
): SetupIntent {
  if (parameters.customer) findCustomer(context, parameters.customer, 'customer')
  const id = newId('seti')
  const setup = context.setups.put({
    id,
    object: 'setup_intent',
    automatic_payment_methods: parameters.automatic_payment_methods ?? null,
    client_secret: `${id}_${newId('secret', 25)}`,
    created: context.now,
    customer: parameters.customer ?? null,
    description: parameters.description ?? null,
    last_setup_error: null,
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    payment_method: parameters.payment_method
      ? findPaymentMethod(context, parameters.payment_method, 'payment_method').id
      : null,
    payment_method_types: ['card'],
    status: parameters.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: parameters.usage ?? 'off_session',
  })
  emitEvent(context, 'setup_intent.created', setup)
  return setup
}

/** Succeeds, requires a challenge, or declines. Throws StripeError 402 on a decline (committed). */
function confirmSetup(
  context: RequestContext,
  setup: SetupIntent,
  parameters: ConfirmParameters,
): SetupIntent {
  if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpectedState(setup)
  const methodId = setup.payment_method ?? parameters.payment_method
  if (!methodId) {
    const message = "You cannot confirm this SetupIntent because it's missing a payment method."
    throw invalidState(message, { code: 'setup_intent_unexpected_state' })
  }
  if (setup.automatic_payment_methods?.enabled && !parameters.return_url) {
    if (setup.automatic_payment_methods.allow_redirects !== 'never')
      throw invalidRequest('This SetupIntent needs a `return_url`.', { param: 'return_url' })
  }
  const method = findPaymentMethod(context, methodId, 'payment_method')
  const prepared = context.setups.put({ ...setup, payment_method: method.id })
  const behaviour = context.behaviours.find(method.id)
  if (behaviour && behaviour.authentication !== 'never')
    return requireChallenge(context, prepared, parameters)
  return throwIfFailed(completeSetup(context, prepared))
}

/** Completes the challenge of a setup intent. */
export function finishSetup(
  context: RequestContext,
  id: string,
  outcome: 'authenticated' | 'failed',
): SetupIntent {
  const setup = findSetup(context, id)
  return outcome === 'failed'
    ? failSetup(context, setup, NOT_AUTHENTICATED)
    : completeSetup(context, setup)
}

function completeSetup(context: RequestContext, setup: SetupIntent): SetupIntent {
  const method = findPaymentMethod(context, setup.payment_method ?? '', 'payment_method')
  const decline = context.behaviours.find(method.id)?.decline
  if (decline) return failSetup(context, setup, { type: 'card_error', ...decline })
  if (setup.customer) attach(context, method, setup.customer)
  const updated = context.setups.put({
    ...setup,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded',
  })
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

function requireChallenge(
  context: RequestContext,
  setup: SetupIntent,
  parameters: ConfirmParameters,
): SetupIntent {
  const id = newId('setatt', 32)
  context.challenges.put({
    id,
    intent: setup.id,
    payment_method: setup.payment_method ?? '',
    return_url: parameters.return_url ?? null,
    outcome: 'open',
  })
  const path = `${BROWSER_PREFIX}challenge/?challenge=${id}`
  const updated = context.setups.put({
    ...setup,
    last_setup_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: path, source: id },
    },
    status: 'requires_action',
  })
  emitEvent(context, 'setup_intent.requires_action', updated)
  return updated
}

function unexpectedState(setup: SetupIntent) {
  const message = `You cannot change this SetupIntent because it has a status of ${setup.status}.`
  return invalidState(message, { code: 'setup_intent_unexpected_state' })
}

import { newId } from '@/sandbox/ids'
import { findCustomer } from '@/sandbox/stripe/customers'
import { record } from '@/sandbox/stripe/events'
import { expanded } from '@/sandbox/stripe/expand'
import {
  conflicting,
  missing,
  refused,
  type StripeErrorBody,
  StripeFailure,
} from '@/sandbox/stripe/failure'
import {
  clearableText,
  expand,
  flag,
  hashOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Parameters,
  readParameters,
  text,
} from '@/sandbox/stripe/parameters'
import { attach, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { SetupIntent } from '@/sandbox/stripe/records'
import { ONE, type Route } from '@/sandbox/stripe/route'
import { BROWSER_PREFIX, type Scene } from '@/sandbox/stripe/tables'

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

type Confirm = Parameters<typeof CONFIRM_SHAPE>

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
    answer(scene, form) {
      const parameters = readParameters(form, CREATE_SHAPE)
      const setup = addSetup(scene, parameters)
      return expanded(
        scene,
        parameters.confirm ? confirmSetup(scene, setup, parameters) : setup,
        parameters.expand,
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    answer: (scene, form, id) =>
      expanded(scene, findSetup(scene, id), readParameters(form, ONE).expand),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    answer(scene, form, id) {
      const parameters = readParameters(form, CONFIRM_SHAPE)
      return expanded(
        scene,
        confirmSetup(scene, findSetup(scene, id), parameters),
        parameters.expand,
      )
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    answer(scene, form, id) {
      const { expand: paths } = readParameters(form, ONE)
      const setup = findSetup(scene, id)
      if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup)
      const canceled = scene.setups.put({ ...setup, next_action: null, status: 'canceled' })
      record(scene, 'setup_intent.canceled', canceled)
      return expanded(scene, canceled, paths)
    },
  },
]

export function findSetup(scene: Scene, id: string): SetupIntent {
  const setup = scene.setups.find(id)
  if (!setup) throw missing('setupintent', id, 'intent')
  return setup
}

function addSetup(scene: Scene, given: Parameters<typeof CREATE_SHAPE>): SetupIntent {
  if (given.customer) findCustomer(scene, given.customer, 'customer')
  const id = newId('seti')
  const setup = scene.setups.put({
    id,
    object: 'setup_intent',
    automatic_payment_methods: given.automatic_payment_methods ?? null,
    client_secret: `${id}_${newId('secret', 25)}`,
    created: scene.now,
    customer: given.customer ?? null,
    description: given.description ?? null,
    last_setup_error: null,
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    next_action: null,
    payment_method: given.payment_method
      ? findPaymentMethod(scene, given.payment_method, 'payment_method').id
      : null,
    payment_method_types: ['card'],
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: given.usage ?? 'off_session',
  })
  record(scene, 'setup_intent.created', setup)
  return setup
}

/** The bank agrees, asks the customer, or declines. Throws StripeFailure 402 on a decline (kept). */
function confirmSetup(scene: Scene, setup: SetupIntent, given: Confirm): SetupIntent {
  if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup)
  const methodId = setup.payment_method ?? given.payment_method
  if (!methodId) {
    const message = "You cannot confirm this SetupIntent because it's missing a payment method."
    throw conflicting(message, { code: 'setup_intent_unexpected_state' })
  }
  if (setup.automatic_payment_methods?.enabled && !given.return_url) {
    if (setup.automatic_payment_methods.allow_redirects !== 'never')
      throw refused('This SetupIntent needs a `return_url`.', { param: 'return_url' })
  }
  const method = findPaymentMethod(scene, methodId, 'payment_method')
  const ready = scene.setups.put({ ...setup, payment_method: method.id })
  const behaviour = scene.behaviours.find(method.id)
  if (behaviour && behaviour.authentication !== 'never') return challenged(scene, ready, given)
  return settled(completed(scene, ready))
}

/** What the customer did in the challenge of a setup. */
export function finishSetup(
  scene: Scene,
  id: string,
  outcome: 'authenticated' | 'failed',
): SetupIntent {
  const setup = findSetup(scene, id)
  return outcome === 'failed' ? failed(scene, setup, NOT_AUTHENTICATED) : completed(scene, setup)
}

function completed(scene: Scene, setup: SetupIntent): SetupIntent {
  const method = findPaymentMethod(scene, setup.payment_method ?? '', 'payment_method')
  const decline = scene.behaviours.find(method.id)?.decline
  if (decline) return failed(scene, setup, { type: 'card_error', ...decline })
  if (setup.customer) attach(scene, method, setup.customer)
  const kept = scene.setups.put({
    ...setup,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded',
  })
  record(scene, 'setup_intent.succeeded', kept)
  return kept
}

function failed(scene: Scene, setup: SetupIntent, error: StripeErrorBody): SetupIntent {
  const told = scene.setups.put({
    ...setup,
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  record(scene, 'setup_intent.setup_failed', told)
  return told
}

function settled(setup: SetupIntent): SetupIntent {
  if (!setup.last_setup_error) return setup
  throw new StripeFailure(402, setup.last_setup_error, true)
}

function challenged(scene: Scene, setup: SetupIntent, given: Confirm): SetupIntent {
  const id = newId('setatt', 32)
  scene.challenges.put({
    id,
    intent: setup.id,
    payment_method: setup.payment_method ?? '',
    return_url: given.return_url ?? null,
    outcome: 'open',
  })
  const path = `${BROWSER_PREFIX}challenge/?challenge=${id}`
  const waiting = scene.setups.put({
    ...setup,
    last_setup_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: path, source: id },
    },
    status: 'requires_action',
  })
  record(scene, 'setup_intent.requires_action', waiting)
  return waiting
}

function unexpected(setup: SetupIntent) {
  const message = `You cannot change this SetupIntent because it has a status of ${setup.status}.`
  return conflicting(message, { code: 'setup_intent_unexpected_state' })
}

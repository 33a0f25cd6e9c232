import { newId } from '@/sandbox/ids'
import { findCustomer } from '@/sandbox/stripe/customers'
import { record } from '@/sandbox/stripe/events'
import { conflicting, missing, refused } from '@/sandbox/stripe/failure'
import { assertChargeable } from '@/sandbox/stripe/money'
import type { IntentStatus, PaymentIntent } from '@/sandbox/stripe/objects'
import {
  clearableText,
  expand,
  flag,
  hashOf,
  listOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Parameters,
  shipping,
  text,
  whole,
} from '@/sandbox/stripe/parameters'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { Scene } from '@/sandbox/stripe/tables'

const CHANGE_SHAPE = {
  allowed_payment_method_types: listOf(text),
  amount: whole,
  currency: text,
  customer: text,
  description: clearableText,
  expand,
  metadata,
  payment_method: text,
  receipt_email: clearableText,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping,
  statement_descriptor_suffix: clearableText,
}

export const CONFIRM_SHAPE = {
  amount_to_confirm: whole,
  confirmation_token: text,
  error_on_requires_action: flag,
  expand,
  off_session: flag,
  payment_method: text,
  receipt_email: clearableText,
  return_url: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping,
  use_stripe_sdk: flag,
}

export const CREATE_SHAPE = {
  ...CHANGE_SHAPE,
  ...CONFIRM_SHAPE,
  automatic_payment_methods: hashOf({ allow_redirects: oneOf('always', 'never'), enabled: flag }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
}

export const UPDATE_SHAPE = CHANGE_SHAPE

export const CANCEL_SHAPE = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand,
}

export type IntentParameters = Parameters<typeof CREATE_SHAPE>

const OPEN: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const CONFIRM_ONLY = [
  'amount_to_confirm',
  'confirmation_token',
  'error_on_requires_action',
  'off_session',
  'return_url',
] as const

export function findIntent(scene: Scene, id: string): PaymentIntent {
  const intent = scene.intents.find(id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

export function isOpen(intent: PaymentIntent): boolean {
  return OPEN.includes(intent.status)
}

/** Makes an intent that is not yet confirmed. Throws StripeFailure 400. */
export function addIntent(scene: Scene, parameters: IntentParameters): PaymentIntent {
  const early = CONFIRM_ONLY.find(name => parameters[name] !== undefined)
  if (early && !parameters.confirm) {
    throw refused(`You can only use ${early} with confirm set to true.`, { param: early })
  }
  const currency = required(parameters.currency, 'currency').toLowerCase()
  const amount = required(parameters.amount, 'amount')
  assertChargeable(amount, currency)
  if (parameters.customer) findCustomer(scene, parameters.customer, 'customer')
  const method = methodIdOf(scene, parameters.payment_method)
  const id = newId('pi')
  const intent = scene.intents.put({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: automaticMethodsOf(parameters),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: parameters.capture_method ?? 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: parameters.confirmation_method ?? 'automatic',
    created: scene.now,
    currency,
    customer: parameters.customer ?? null,
    description: parameters.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergedMetadata({}, parameters.metadata),
    next_action: null,
    payment_method: method,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: parameters.receipt_email ?? null,
    setup_future_usage: parameters.setup_future_usage ?? null,
    shipping: parameters.shipping ?? null,
    statement_descriptor: null,
    statement_descriptor_suffix: parameters.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  })
  record(scene, 'payment_intent.created', intent)
  return intent
}

/** Changes an intent. Amount, currency, customer and card stay as they are once it is final. */
export function changeIntent(
  scene: Scene,
  intent: PaymentIntent,
  parameters: Parameters<typeof UPDATE_SHAPE>,
): PaymentIntent {
  const { expand: _, metadata: given, payment_method: card, ...fields } = parameters
  const { currency = intent.currency, amount = intent.amount } = fields
  const isNewPrice = amount !== intent.amount || currency.toLowerCase() !== intent.currency
  if (!isOpen(intent) && (isNewPrice || card || fields.customer)) throw unchangeable(intent)
  assertChargeable(amount, currency.toLowerCase())
  if (fields.customer) findCustomer(scene, fields.customer, 'customer')
  const changed = {
    ...intent,
    ...fields,
    currency: currency.toLowerCase(),
    metadata: mergedMetadata(intent.metadata, given),
  }
  const method = methodIdOf(scene, card)
  // A challenge already shown was for the old price or card: it has to be confirmed anew.
  if (method || (isNewPrice && intent.status === 'requires_action')) {
    changed.payment_method = method ?? intent.payment_method
    changed.status = 'requires_confirmation'
    changed.next_action = null
  }
  return scene.intents.put(changed)
}

export function cancelIntent(
  scene: Scene,
  intent: PaymentIntent,
  parameters: Parameters<typeof CANCEL_SHAPE>,
): PaymentIntent {
  if (!isOpen(intent)) {
    throw conflicting(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a ` +
        `PaymentIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  const canceled = scene.intents.put({
    ...intent,
    canceled_at: scene.now,
    cancellation_reason: parameters.cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  })
  record(scene, 'payment_intent.canceled', canceled)
  return canceled
}

function methodIdOf(scene: Scene, id: string | undefined): string | null {
  return id ? findPaymentMethod(scene, id, 'payment_method').id : null
}

function automaticMethodsOf(
  parameters: IntentParameters,
): PaymentIntent['automatic_payment_methods'] {
  const { automatic_payment_methods: given, confirmation_method: method } = parameters
  if (given?.enabled && method === 'manual') {
    const message =
      'You cannot enable `automatic_payment_methods` when `confirmation_method` is `manual`.'
    throw refused(message, { param: 'confirmation_method' })
  }
  if (given) {
    const allow = given.allow_redirects ?? 'always'
    return { allow_redirects: allow, enabled: required(given.enabled, 'enabled') }
  }
  return method === 'manual' ? null : { allow_redirects: 'always', enabled: true }
}

function unchangeable(intent: PaymentIntent) {
  return conflicting(
    `This PaymentIntent could not be updated because it has a status of ${intent.status}. You may ` +
      `only update a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

function required<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value
  throw refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

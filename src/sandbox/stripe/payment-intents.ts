import { newId } from '@/sandbox/ids'
import { invalidRequest, invalidState, resourceMissing } from '@/sandbox/stripe/api-error'
import { findCustomer } from '@/sandbox/stripe/customers'
import { emitEvent } from '@/sandbox/stripe/events'
import { assertChargeable } from '@/sandbox/stripe/money'
import type { IntentStatus, PaymentIntent } from '@/sandbox/stripe/objects'
import {
  clearableText,
  expand,
  flag,
  hashOf,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  shipping,
  text,
} from '@/sandbox/stripe/parameters'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { RequestContext } from '@/sandbox/stripe/tables'

const UPDATABLE_SHAPE = {
  allowed_payment_method_types: listOf(text),
  amount: integer,
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
  amount_to_confirm: integer,
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
  ...UPDATABLE_SHAPE,
  ...CONFIRM_SHAPE,
  automatic_payment_methods: hashOf({ allow_redirects: oneOf('always', 'never'), enabled: flag }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
}

export const UPDATE_SHAPE = UPDATABLE_SHAPE

export const CANCEL_SHAPE = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand,
}

export type IntentParameters = Parameters<typeof CREATE_SHAPE>

const OPEN_STATUSES: IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]
const CONFIRM_ONLY = [
  'amount_to_confirm',
  'confirmation_token',
  'error_on_requires_action',
  'off_session',
  'return_url',
] as const

export function findIntent(context: RequestContext, id: string): PaymentIntent {
  const intent = context.intents.find(id)
  if (!intent) throw resourceMissing('payment_intent', id, 'intent')
  return intent
}

export function isOpen(intent: PaymentIntent): boolean {
  return OPEN_STATUSES.includes(intent.status)
}

/** Creates an unconfirmed intent. Throws StripeError 400. */
export function addIntent(context: RequestContext, parameters: IntentParameters): PaymentIntent {
  const confirmOnlyName = CONFIRM_ONLY.find(name => parameters[name] !== undefined)
  if (confirmOnlyName && !parameters.confirm) {
    throw invalidRequest(`You can only use ${confirmOnlyName} with confirm set to true.`, {
      param: confirmOnlyName,
    })
  }
  const currency = requireParameter(parameters.currency, 'currency').toLowerCase()
  const amount = requireParameter(parameters.amount, 'amount')
  assertChargeable(amount, currency)
  if (parameters.customer) findCustomer(context, parameters.customer, 'customer')
  const method = resolvePaymentMethodId(context, parameters.payment_method)
  const id = newId('pi')
  const intent = context.intents.put({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: resolveAutomaticMethods(parameters),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: parameters.capture_method ?? 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: parameters.confirmation_method ?? 'automatic',
    created: context.now,
    currency,
    customer: parameters.customer ?? null,
    description: parameters.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
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
  emitEvent(context, 'payment_intent.created', intent)
  return intent
}

/** Updates an intent. Amount, currency, customer and card of a final intent cannot change. */
export function updateIntent(
  context: RequestContext,
  intent: PaymentIntent,
  parameters: Parameters<typeof UPDATE_SHAPE>,
): PaymentIntent {
  const { expand: _, metadata: metadataUpdate, payment_method: methodId, ...fields } = parameters
  const { currency = intent.currency, amount = intent.amount } = fields
  const isNewPrice = amount !== intent.amount || currency.toLowerCase() !== intent.currency
  if (!isOpen(intent) && (isNewPrice || methodId || fields.customer)) throw unchangeable(intent)
  assertChargeable(amount, currency.toLowerCase())
  if (fields.customer) findCustomer(context, fields.customer, 'customer')
  const updated = {
    ...intent,
    ...fields,
    currency: currency.toLowerCase(),
    metadata: mergeMetadata(intent.metadata, metadataUpdate),
  }
  const method = resolvePaymentMethodId(context, methodId)
  // An open challenge was for the old price or card: the intent must be confirmed again.
  if (method || (isNewPrice && intent.status === 'requires_action')) {
    updated.payment_method = method ?? intent.payment_method
    updated.status = 'requires_confirmation'
    updated.next_action = null
  }
  return context.intents.put(updated)
}

export function cancelIntent(
  context: RequestContext,
  intent: PaymentIntent,
  parameters: Parameters<typeof CANCEL_SHAPE>,
): PaymentIntent {
  if (!isOpen(intent)) {
    throw invalidState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a ` +
        `PaymentIntent with one of the following statuses may be canceled: ${OPEN_STATUSES.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  const canceled = context.intents.put({
    ...intent,
    canceled_at: context.now,
    cancellation_reason: parameters.cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  })
  emitEvent(context, 'payment_intent.canceled', canceled)
  return canceled
}

function resolvePaymentMethodId(context: RequestContext, id: string | undefined): string | null {
  return id ? findPaymentMethod(context, id, 'payment_method').id : null
}

function resolveAutomaticMethods(
  parameters: IntentParameters,
): PaymentIntent['automatic_payment_methods'] {
  const { automatic_payment_methods: automatic, confirmation_method: method } = parameters
  if (automatic?.enabled && method === 'manual') {
    const message =
      'You cannot enable `automatic_payment_methods` when `confirmation_method` is `manual`.'
    throw invalidRequest(message, { param: 'confirmation_method' })
  }
  if (automatic) {
    const allowRedirects = automatic.allow_redirects ?? 'always'
    return {
      allow_redirects: allowRedirects,
      enabled: requireParameter(automatic.enabled, 'enabled'),
    }
  }
  return method === 'manual' ? null : { allow_redirects: 'always', enabled: true }
}

function unchangeable(intent: PaymentIntent) {
  return invalidState(
    `This PaymentIntent could not be updated because it has a status of ${intent.status}. You may ` +
      `only update a PaymentIntent with one of the following statuses: ${OPEN_STATUSES.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

function requireParameter<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value
  throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

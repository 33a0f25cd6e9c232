import { newId } from '@/sandbox/ids'
import { findRow, invalidRequest, invalidState } from '@/sandbox/stripe/api-error'
import { findCustomer } from '@/sandbox/stripe/customers'
import { emitEvent } from '@/sandbox/stripe/events'
import { assertChargeable } from '@/sandbox/stripe/money'
import type { IntentStatus, PaymentIntent } from '@/sandbox/stripe/objects'
import {
  flag,
  hashOf,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  requireParameter,
  text,
} from '@/sandbox/stripe/parameters'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { assertDescriptorSuffix } from '@/sandbox/stripe/statement-descriptor'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const UPDATE_SHAPE = { amount: integer, metadata }

export const CONFIRM_SHAPE = {
  confirmation_token: text,
  off_session: flag,
  payment_method: text,
  return_url: text,
  use_stripe_sdk: flag,
}

export const CREATE_SHAPE = {
  ...UPDATE_SHAPE,
  ...CONFIRM_SHAPE,
  allowed_payment_method_types: listOf(text),
  automatic_payment_methods: hashOf({ allow_redirects: oneOf('always', 'never'), enabled: flag }),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
  currency: text,
  customer: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  statement_descriptor: text,
  statement_descriptor_suffix: text,
}

type IntentParameters = Parameters<typeof CREATE_SHAPE>

const OPEN_STATUSES: IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]
const CONFIRM_ONLY = ['confirmation_token', 'off_session', 'return_url'] as const

export const findIntent = (context: RequestContext, id: string): PaymentIntent =>
  findRow(context.intents, 'payment_intent', id, 'intent')

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
  assertStatementTexts(parameters)
  if (parameters.customer) findCustomer(context, parameters.customer, 'customer')
  const method =
    parameters.payment_method &&
    findPaymentMethod(context, parameters.payment_method, 'payment_method').id
  const id = newId('pi')
  const intent = context.intents.put({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
    amount,
    amount_received: 0,
    automatic_payment_methods: resolveAutomaticMethods(parameters),
    canceled_at: null,
    client_secret: newId(`${id}_secret`),
    confirmation_method: parameters.confirmation_method ?? 'automatic',
    created: context.now,
    currency,
    customer: parameters.customer ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    payment_method: method || null,
    payment_method_types: ['card'],
    setup_future_usage: parameters.setup_future_usage ?? null,
    statement_descriptor_suffix: parameters.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  })
  emitEvent(context, 'payment_intent.created', intent)
  return intent
}

/** Cards take a suffix only: the account's prefix precedes it. */
function assertStatementTexts({
  statement_descriptor: descriptor,
  statement_descriptor_suffix: suffix,
}: IntentParameters): void {
  if (descriptor !== undefined)
    throw invalidRequest(
      'The `statement_descriptor` parameter is not supported for card charges. Use `statement_descriptor_suffix` instead.',
      { param: 'statement_descriptor' },
    )
  if (suffix !== undefined) assertDescriptorSuffix(suffix, 'statement_descriptor_suffix')
}

/** Changes an intent. The amount of a final one cannot change. */
export function updateIntent(
  context: RequestContext,
  intent: PaymentIntent,
  { amount = intent.amount, metadata: changes }: Parameters<typeof UPDATE_SHAPE>,
): PaymentIntent {
  const isNewPrice = amount !== intent.amount
  if (isNewPrice && !isOpen(intent)) throw unexpectedState('update', intent)
  assertChargeable(amount, intent.currency)
  const updated = { ...intent, amount, metadata: mergeMetadata(intent.metadata, changes) }
  // An open challenge was for the old price: the intent must be confirmed again.
  if (isNewPrice && intent.status === 'requires_action') {
    updated.status = 'requires_confirmation'
    updated.next_action = null
  }
  return context.intents.put(updated)
}

export function cancelIntent(context: RequestContext, intent: PaymentIntent): PaymentIntent {
  if (!isOpen(intent)) throw unexpectedState('cancel', intent)
  const canceled = context.intents.put({
    ...intent,
    canceled_at: context.now,
    next_action: null,
    status: 'canceled',
  })
  emitEvent(context, 'payment_intent.canceled', canceled)
  return canceled
}

function resolveAutomaticMethods({
  automatic_payment_methods: automatic,
  confirmation_method: method,
}: IntentParameters): PaymentIntent['automatic_payment_methods'] {
  if (method === 'manual') return null
  return {
    allow_redirects: automatic?.allow_redirects ?? 'always',
    enabled: automatic?.enabled ?? true,
  }
}

export function unexpectedState(action: 'cancel' | 'confirm' | 'update', intent: PaymentIntent) {
  return invalidState(
    `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. Only a ` +
      `PaymentIntent with one of the following statuses allows it: ${OPEN_STATUSES.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

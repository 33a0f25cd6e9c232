import { invalidRequest, invalidState, StripeError } from '@/sandbox/stripe/api-error'
import { chargeIntent, failIntent } from '@/sandbox/stripe/charging'
import { consumeToken } from '@/sandbox/stripe/confirmation-tokens'
import { emitEvent } from '@/sandbox/stripe/events'
import type { CardBehaviour, PaymentIntent, SetupIntent } from '@/sandbox/stripe/objects'
import type { Parameters } from '@/sandbox/stripe/parameters'
import {
  type CONFIRM_SHAPE,
  findIntent,
  isOpen,
  unexpectedState,
} from '@/sandbox/stripe/payment-intents'
import { assertNotSpent, findPaymentMethod, openChallenge } from '@/sandbox/stripe/payment-methods'
import { finishSetup } from '@/sandbox/stripe/setup-intents'
import type { RequestContext } from '@/sandbox/stripe/tables'

type ConfirmParameters = Parameters<typeof CONFIRM_SHAPE>

const AUTHENTICATION_REQUIRED = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/**
 * Confirms an intent: it succeeds, requires 3-D Secure or is declined.
 * Throws StripeError 402 on a decline (committed: the intent is changed), 400 when not allowed.
 */
export function confirmIntent(
  context: RequestContext,
  intent: PaymentIntent,
  input: ConfirmParameters,
): PaymentIntent {
  if (!isOpen(intent)) throw unexpectedState('confirm', intent)
  const parameters = applyToken(context, intent, input)
  const prepared = prepareIntent(context, intent, parameters)
  const behaviour = context.behaviours.find(prepared.payment_method ?? '')
  if (needsAuthentication(context, prepared, behaviour, parameters)) {
    return parameters.off_session
      ? throwIfDeclined(failIntent(context, prepared, AUTHENTICATION_REQUIRED))
      : requireChallenge(context, prepared, parameters)
  }
  return throwIfDeclined(chargeIntent(context, prepared, behaviour?.decline ?? null))
}

/** Completes a challenge. Repeated or late calls have no effect. */
export function finishChallenge(
  context: RequestContext,
  challengeId: string,
  outcome: 'authenticated' | 'failed',
): PaymentIntent | SetupIntent | undefined {
  const challenge = context.challenges.find(challengeId)
  if (!challenge) return undefined
  const intent = context.setups.find(challenge.intent) ?? findIntent(context, challenge.intent)
  const { use_stripe_sdk: script, redirect_to_url: redirect } = intent.next_action ?? {}
  const isCurrent = script?.source === challengeId || redirect?.url.includes(challengeId)
  if (challenge.outcome !== 'open' || !isCurrent) return intent
  context.challenges.put({ ...challenge, outcome })
  if (intent.object === 'setup_intent') return finishSetup(context, intent, outcome)
  if (outcome === 'failed') return failIntent(context, intent, null)
  if (intent.confirmation_method === 'manual') {
    return context.intents.put({ ...intent, next_action: null, status: 'requires_confirmation' })
  }
  const behaviour = context.behaviours.find(challenge.payment_method)
  return chargeIntent(context, intent, behaviour?.decline ?? null)
}

/** Parameters of the call override those of the token. */
function applyToken(
  context: RequestContext,
  intent: PaymentIntent,
  { confirmation_token: id, ...inlineParameters }: ConfirmParameters,
): ConfirmParameters {
  return id ? { ...consumeToken(context, id, intent), ...inlineParameters } : inlineParameters
}

function prepareIntent(
  context: RequestContext,
  intent: PaymentIntent,
  parameters: ConfirmParameters,
) {
  const methodId = parameters.payment_method ?? intent.payment_method
  if (!methodId) {
    const message = "You cannot confirm this PaymentIntent because it's missing a payment method."
    throw invalidState(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
  }
  assertReturnUrl(intent, parameters)
  const method = findPaymentMethod(context, methodId, 'payment_method')
  assertNotSpent(context, method)
  if (method.customer && method.customer !== intent.customer) {
    throw invalidRequest(`The provided PaymentMethod belongs to Customer ${method.customer}.`, {
      param: 'payment_method',
    })
  }
  return context.intents.put({ ...intent, payment_method: method.id })
}

// Automatic methods may redirect, so a return URL is required.
function assertReturnUrl(
  intent: PaymentIntent,
  { return_url: returnUrl }: ConfirmParameters,
): void {
  if (returnUrl !== undefined && !URL.canParse(returnUrl)) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  }
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = intent
  const isCardOnly = allowed?.every(type => type === 'card') ?? false
  if (returnUrl || isCardOnly || !automatic?.enabled || automatic.allow_redirects === 'never')
    return
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. ' +
      'Because some of these payment methods might redirect your customer off of your page, you ' +
      'must provide a `return_url`. If you do not want to accept redirect-based payment methods, ' +
      'set `automatic_payment_methods[enabled]` to `true` and ' +
      '`automatic_payment_methods[allow_redirects]` to `never`.',
  )
}

function needsAuthentication(
  context: RequestContext,
  intent: PaymentIntent,
  behaviour: CardBehaviour | undefined,
  parameters: ConfirmParameters,
): boolean {
  if (!behaviour || behaviour.authentication === 'never') return false
  if (behaviour.authentication === 'unless_saved' && behaviour.isSaved) {
    return !parameters.off_session
  }
  return intent.confirmation_method === 'automatic' || !isAuthenticated(context, intent)
}

function isAuthenticated(context: RequestContext, intent: PaymentIntent): boolean {
  return context.challenges
    .list()
    .filter(challenge => challenge.intent === intent.id)
    .some(
      ({ payment_method: method, outcome }) =>
        method === intent.payment_method && outcome === 'authenticated',
    )
}

function requireChallenge(
  context: RequestContext,
  intent: PaymentIntent,
  { return_url: returnUrl, use_stripe_sdk: usesSdk = false }: ConfirmParameters,
) {
  const updated = context.intents.put({
    ...intent,
    last_payment_error: null,
    next_action: openChallenge(context, intent, returnUrl, usesSdk),
    status: 'requires_action',
  })
  emitEvent(context, 'payment_intent.requires_action', updated)
  return updated
}

function throwIfDeclined(intent: PaymentIntent): PaymentIntent {
  const error = intent.last_payment_error
  if (!error) return intent
  throw new StripeError(402, { ...error, payment_intent: intent }, true)
}

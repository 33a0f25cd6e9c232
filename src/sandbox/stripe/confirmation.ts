import { newId } from '@/sandbox/ids'
import { invalidRequest, invalidState, StripeError } from '@/sandbox/stripe/api-error'
import { chargeIntent, failIntent } from '@/sandbox/stripe/charging'
import { consumeToken } from '@/sandbox/stripe/confirmation-tokens'
import { emitEvent } from '@/sandbox/stripe/events'
import type { CardBehaviour, NextAction, PaymentIntent } from '@/sandbox/stripe/objects'
import type { Parameters } from '@/sandbox/stripe/parameters'
import { type CONFIRM_SHAPE, findIntent, isOpen } from '@/sandbox/stripe/payment-intents'
import { assertNotSpent, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { SetupIntent } from '@/sandbox/stripe/records'
import { finishSetup } from '@/sandbox/stripe/setup-intents'
import { BROWSER_PREFIX, type RequestContext } from '@/sandbox/stripe/tables'

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
  if (!isOpen(intent)) throw unconfirmable(intent)
  const parameters = applyToken(context, intent, input)
  const prepared = prepareIntent(context, intent, parameters)
  const behaviour = context.behaviours.find(prepared.payment_method ?? '')
  if (needsAuthentication(context, prepared, behaviour, parameters)) {
    return parameters.off_session || parameters.error_on_requires_action
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
  const setup = context.setups.find(challenge.intent)
  if (setup) {
    const isAnswered =
      challenge.outcome !== 'open' || setup.next_action?.use_stripe_sdk?.source !== challengeId
    if (isAnswered) return setup
    context.challenges.put({ ...challenge, outcome })
    return finishSetup(context, setup.id, outcome)
  }
  const intent = findIntent(context, challenge.intent)
  const isCurrent = intent.next_action?.use_stripe_sdk?.source === challengeId
  const isRedirect = intent.next_action?.redirect_to_url?.url.includes(challengeId) ?? false
  if (challenge.outcome !== 'open' || !(isCurrent || isRedirect)) return intent
  context.challenges.put({ ...challenge, outcome })
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
  assertAllowed(intent, parameters.amount_to_confirm)
  const method = findPaymentMethod(context, methodId, 'payment_method')
  assertNotSpent(context, method)
  if (method.customer && method.customer !== intent.customer) {
    throw invalidRequest(`The provided PaymentMethod belongs to Customer ${method.customer}.`, {
      param: 'payment_method',
    })
  }
  return context.intents.put({
    ...intent,
    payment_method: method.id,
    receipt_email: parameters.receipt_email ?? intent.receipt_email,
    setup_future_usage: parameters.setup_future_usage ?? intent.setup_future_usage,
    shipping: parameters.shipping ?? intent.shipping,
  })
}

function assertAllowed(intent: PaymentIntent, amount = intent.amount): void {
  if (amount !== intent.amount) {
    throw invalidRequest('The amount to confirm differs from the amount of this PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'amount_to_confirm',
    })
  }
  if (!(intent.allowed_payment_method_types?.includes('card') ?? true)) {
    throw invalidRequest('This PaymentIntent does not allow cards.', {
      code: 'payment_intent_incompatible_payment_method',
      param: 'payment_method',
    })
  }
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
  parameters: ConfirmParameters,
) {
  const id = newId('payatt', 32)
  context.challenges.put({
    id,
    intent: intent.id,
    payment_method: intent.payment_method ?? '',
    return_url: parameters.return_url ?? null,
    outcome: 'open',
  })
  const updated = context.intents.put({
    ...intent,
    last_payment_error: null,
    next_action: buildNextAction(id, parameters),
    status: 'requires_action',
  })
  emitEvent(context, 'payment_intent.requires_action', updated)
  return updated
}

function buildNextAction(challenge: string, parameters: ConfirmParameters): NextAction {
  const path = `${BROWSER_PREFIX}challenge/?challenge=${challenge}`
  const { return_url: returnUrl, use_stripe_sdk: usesSdk } = parameters
  if (returnUrl && !usesSdk) {
    const url = new URL(path, returnUrl).href
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: path, source: challenge },
  }
}

function throwIfDeclined(intent: PaymentIntent): PaymentIntent {
  const error = intent.last_payment_error
  if (!error) return intent
  throw new StripeError(402, { ...error, payment_intent: intent }, true)
}

function unconfirmable(intent: PaymentIntent) {
  const reason =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`
  return invalidState(`You cannot confirm this PaymentIntent because ${reason}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

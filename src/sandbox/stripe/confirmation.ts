import { newId } from '@/sandbox/ids'
import { chargeIntent, failIntent } from '@/sandbox/stripe/charging'
import { takeToken } from '@/sandbox/stripe/confirmation-tokens'
import { record } from '@/sandbox/stripe/events'
import { conflicting, refused, StripeFailure } from '@/sandbox/stripe/failure'
import type { CardBehaviour, NextAction, PaymentIntent } from '@/sandbox/stripe/objects'
import type { Parameters } from '@/sandbox/stripe/parameters'
import { type CONFIRM_SHAPE, findIntent, isOpen } from '@/sandbox/stripe/payment-intents'
import { assertNotSpent, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { SetupIntent } from '@/sandbox/stripe/records'
import { finishSetup } from '@/sandbox/stripe/setup-intents'
import { BROWSER_PREFIX, type Scene } from '@/sandbox/stripe/tables'

type ConfirmParameters = Parameters<typeof CONFIRM_SHAPE>

const AUTHENTICATION_REQUIRED = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/**
 * Confirms an intent: it succeeds, asks for 3-D Secure or is declined.
 * Throws StripeFailure 402 on a decline (kept: the intent is changed), 400 when not allowed.
 */
export function confirmIntent(
  scene: Scene,
  intent: PaymentIntent,
  asked: ConfirmParameters,
): PaymentIntent {
  if (!isOpen(intent)) throw unconfirmable(intent)
  const parameters = withToken(scene, intent, asked)
  const ready = readyIntent(scene, intent, parameters)
  const behaviour = scene.behaviours.find(ready.payment_method ?? '')
  if (needsAuthentication(scene, ready, behaviour, parameters)) {
    return parameters.off_session || parameters.error_on_requires_action
      ? settled(failIntent(scene, ready, AUTHENTICATION_REQUIRED))
      : challenged(scene, ready, parameters)
  }
  return settled(chargeIntent(scene, ready, behaviour?.decline ?? null))
}

/** What the customer did in a challenge. Repeating it, or doing it late, changes nothing. */
export function finishChallenge(
  scene: Scene,
  challengeId: string,
  outcome: 'authenticated' | 'failed',
): PaymentIntent | SetupIntent | undefined {
  const challenge = scene.challenges.find(challengeId)
  if (!challenge) return undefined
  const setup = scene.setups.find(challenge.intent)
  if (setup) {
    const isAnswered =
      challenge.outcome !== 'open' || setup.next_action?.use_stripe_sdk?.source !== challengeId
    if (isAnswered) return setup
    scene.challenges.put({ ...challenge, outcome })
    return finishSetup(scene, setup.id, outcome)
  }
  const intent = findIntent(scene, challenge.intent)
  const isCurrent = intent.next_action?.use_stripe_sdk?.source === challengeId
  const isRedirect = intent.next_action?.redirect_to_url?.url.includes(challengeId) ?? false
  if (challenge.outcome !== 'open' || !(isCurrent || isRedirect)) return intent
  scene.challenges.put({ ...challenge, outcome })
  if (outcome === 'failed') return failIntent(scene, intent, null)
  if (intent.confirmation_method === 'manual') {
    return scene.intents.put({ ...intent, next_action: null, status: 'requires_confirmation' })
  }
  const behaviour = scene.behaviours.find(challenge.payment_method)
  return chargeIntent(scene, intent, behaviour?.decline ?? null)
}

/** What is said in the call itself comes before what stands in the token. */
function withToken(
  scene: Scene,
  intent: PaymentIntent,
  { confirmation_token: id, ...given }: ConfirmParameters,
): ConfirmParameters {
  return id ? { ...takeToken(scene, id, intent), ...given } : given
}

function readyIntent(scene: Scene, intent: PaymentIntent, parameters: ConfirmParameters) {
  const methodId = parameters.payment_method ?? intent.payment_method
  if (!methodId) {
    const message = "You cannot confirm this PaymentIntent because it's missing a payment method."
    throw conflicting(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
  }
  assertReturn(intent, parameters)
  assertAllowed(intent, parameters.amount_to_confirm)
  const method = findPaymentMethod(scene, methodId, 'payment_method')
  assertNotSpent(scene, method)
  if (method.customer && method.customer !== intent.customer) {
    throw refused(`The provided PaymentMethod belongs to Customer ${method.customer}.`, {
      param: 'payment_method',
    })
  }
  return scene.intents.put({
    ...intent,
    payment_method: method.id,
    receipt_email: parameters.receipt_email ?? intent.receipt_email,
    setup_future_usage: parameters.setup_future_usage ?? intent.setup_future_usage,
    shipping: parameters.shipping ?? intent.shipping,
  })
}

function assertAllowed(intent: PaymentIntent, amount = intent.amount): void {
  if (amount !== intent.amount) {
    throw refused('The amount to confirm differs from the amount of this PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'amount_to_confirm',
    })
  }
  if (!(intent.allowed_payment_method_types?.includes('card') ?? true)) {
    throw refused('This PaymentIntent does not allow cards.', {
      code: 'payment_intent_incompatible_payment_method',
      param: 'payment_method',
    })
  }
}

// Methods that redirect may be offered, so the provider has to know the way back.
function assertReturn(intent: PaymentIntent, { return_url: back }: ConfirmParameters): void {
  if (back !== undefined && !URL.canParse(back)) {
    throw refused('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  }
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = intent
  const isCardOnly = allowed?.every(type => type === 'card') ?? false
  if (back || isCardOnly || !automatic?.enabled || automatic.allow_redirects === 'never') return
  throw refused(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. ' +
      'Because some of these payment methods might redirect your customer off of your page, you ' +
      'must provide a `return_url`. If you do not want to accept redirect-based payment methods, ' +
      'set `automatic_payment_methods[enabled]` to `true` and ' +
      '`automatic_payment_methods[allow_redirects]` to `never`.',
  )
}

function needsAuthentication(
  scene: Scene,
  intent: PaymentIntent,
  behaviour: CardBehaviour | undefined,
  parameters: ConfirmParameters,
): boolean {
  if (!behaviour || behaviour.authentication === 'never') return false
  if (behaviour.authentication === 'unless_saved' && behaviour.isSaved) {
    return !parameters.off_session
  }
  return intent.confirmation_method === 'automatic' || !isAuthenticated(scene, intent)
}

function isAuthenticated(scene: Scene, intent: PaymentIntent): boolean {
  return scene.challenges
    .all()
    .filter(challenge => challenge.intent === intent.id)
    .some(
      ({ payment_method: method, outcome }) =>
        method === intent.payment_method && outcome === 'authenticated',
    )
}

function challenged(scene: Scene, intent: PaymentIntent, parameters: ConfirmParameters) {
  const id = newId('payatt', 32)
  scene.challenges.put({
    id,
    intent: intent.id,
    payment_method: intent.payment_method ?? '',
    return_url: parameters.return_url ?? null,
    outcome: 'open',
  })
  const waiting = scene.intents.put({
    ...intent,
    last_payment_error: null,
    next_action: nextAction(id, parameters),
    status: 'requires_action',
  })
  record(scene, 'payment_intent.requires_action', waiting)
  return waiting
}

function nextAction(challenge: string, parameters: ConfirmParameters): NextAction {
  const path = `${BROWSER_PREFIX}challenge/?challenge=${challenge}`
  const { return_url: back, use_stripe_sdk: isSdk } = parameters
  if (back && !isSdk) {
    const url = new URL(path, back).href
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: back } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: path, source: challenge },
  }
}

function settled(intent: PaymentIntent): PaymentIntent {
  const error = intent.last_payment_error
  if (!error) return intent
  throw new StripeFailure(402, { ...error, payment_intent: intent }, true)
}

function unconfirmable(intent: PaymentIntent) {
  const reason =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`
  return conflicting(`You cannot confirm this PaymentIntent because ${reason}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

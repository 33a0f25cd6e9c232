/** Stand-in for Stripe.js: the same calls and results, against the payment sandbox. */
import { ElementsGroup } from './elements.js'
import { integrationError } from './integration-error.js'
import { showChallenge } from './overlay.js'

// The version @stripe/stripe-js expects; it warns about any other.
const VERSION = 'endive'
const UNSUPPORTED_METHODS = [
  'collectBankAccountForPayment',
  'collectBankAccountForSetup',
  'collectBankAccountToken',
  'confirmAlipayPayment',
  'confirmCardPayment',
  'confirmCardSetup',
  'confirmPayment',
  'confirmSetup',
  'createEmbeddedCheckoutPage',
  'createRadarSession',
  'createSource',
  'createToken',
  'initCheckoutElementsSdk',
  'initEmbeddedCheckout',
  'redirectToCheckout',
  'retrieveSource',
  'verifyIdentity',
]
const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider.',
}

const base = new URL('./', document.currentScript.src).pathname

async function callSandbox(path, body) {
  try {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const content = await response.json()
    if (content.error) return { error: content.error }
    return response.ok ? { paymentIntent: content } : { error: UNREACHABLE }
  } catch {
    return { error: UNREACHABLE }
  }
}

function retrievePaymentIntent(clientSecret) {
  return callSandbox('payment-intents/', { client_secret: clientSecret })
}

/** Like `retrievePaymentIntent`, for a setup intent. */
async function retrieveSetupIntent(clientSecret) {
  const { paymentIntent, error } = await callSandbox('setup-intents/', {
    client_secret: clientSecret,
  })
  return error ? { error } : { setupIntent: paymentIntent }
}

const isSetup = clientSecret => clientSecret.startsWith('seti_')

/** The result after a challenge, by the state of the intent. */
function toActionResult({ paymentIntent, setupIntent, error }) {
  if (error) return { error }
  if (setupIntent) {
    const failure = setupIntent.last_setup_error
    return failure ? { error: { ...failure, setup_intent: setupIntent } } : { setupIntent }
  }
  const { last_payment_error: failure, status } = paymentIntent
  if (status === 'requires_payment_method' && failure) {
    return { error: { ...failure, payment_intent: paymentIntent } }
  }
  if (status === 'canceled') {
    const message = 'This PaymentIntent was canceled.'
    const code = 'payment_intent_unexpected_state'
    const type = 'invalid_request_error'
    return { error: { code, type, message, payment_intent: paymentIntent } }
  }
  return { paymentIntent }
}

async function handleNextAction({ clientSecret }) {
  const retrieve = isSetup(clientSecret) ? retrieveSetupIntent : retrievePaymentIntent
  const retrieved = await retrieve(clientSecret)
  const action = (retrieved.paymentIntent ?? retrieved.setupIntent)?.next_action
  if (!action) return toActionResult(retrieved)
  if (action.type === 'redirect_to_url') {
    location.assign(action.redirect_to_url.url)
    return new Promise(() => {})
  }
  const { source } = action.use_stripe_sdk
  const page = `${base}challenge/?challenge=${encodeURIComponent(source)}`
  if ((await showChallenge(page)) === 'abandoned') {
    const cancelResult = await callSandbox('challenge/', { challenge: source, outcome: 'failed' })
    if (cancelResult.error) return cancelResult
  }
  return toActionResult(await retrieve(clientSecret))
}

async function createPaymentMethod(groups, params) {
  const { type, card, billing_details: billing = {} } = params
  const group = groups.find(candidate => card && candidate.getElement('cardNumber') === card)
  if (type === 'card' && group) return group.createPaymentMethod(billing)
  const message = 'The sandbox makes payment methods of the card number Element only.'
  return { error: { type: 'invalid_request_error', message } }
}

async function createConfirmationToken(groups, { elements, params, ...unknownParams }) {
  const [unknown] = Object.keys(unknownParams)
  if (unknown)
    throw integrationError(`Unrecognized createConfirmationToken() parameter: ${unknown}.`)
  if (!groups.includes(elements)) throw integrationError('elements should be an Elements object.')
  return elements.createConfirmationToken(params)
}

function createUnsupported(name) {
  const message = `${name} is not part of the payment sandbox.`
  return async () => ({ error: { type: 'invalid_request_error', message } })
}

function Stripe(publishableKey) {
  if (typeof publishableKey !== 'string' || publishableKey.startsWith('pk_live')) {
    throw new Error('The payment sandbox takes test keys only.')
  }
  const groups = []
  return {
    ...Object.fromEntries(UNSUPPORTED_METHODS.map(name => [name, createUnsupported(name)])),
    elements(options) {
      const group = new ElementsGroup(base, options)
      groups.push(group)
      return group
    },
    paymentRequest: () => ({
      canMakePayment: async () => null,
      on() {},
      show() {},
      update() {},
    }),
    createPaymentMethod: (params, card, details) =>
      createPaymentMethod(
        groups,
        typeof params === 'string' ? { type: params, card, ...details } : params,
      ),
    createConfirmationToken: params => createConfirmationToken(groups, params),
    handleNextAction,
    handleCardAction: clientSecret => handleNextAction({ clientSecret }),
    retrievePaymentIntent,
    retrieveSetupIntent,
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

Stripe.version = VERSION
window.Stripe = Stripe

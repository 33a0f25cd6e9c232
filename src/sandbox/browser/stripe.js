/** Stand-in for Stripe.js: the same calls and results, against the payment sandbox. */
import { ElementsGroup } from './elements.js'
import { integrationError } from './integration-error.js'
import { showChallenge } from './overlay.js'
import { callProvider } from './provider-call.js'

// The version @stripe/stripe-js expects; it warns about any other.
const VERSION = 'endive'
// @stripe/react-stripe-js accepts only an object that has these.
const UNSUPPORTED_METHODS = ['confirmCardPayment', 'createToken']

// Pages of the frames that most payments use.
const FRAME_PAGES = ['field/', 'express/']

const base = new URL('./', document.currentScript.src).pathname

/** Reads an intent by its secret, with the fields that a browser may see. */
function retrieve(clientSecret) {
  const [path, name] = clientSecret.startsWith('seti_')
    ? ['setup-intents/', 'setupIntent']
    : ['payment-intents/', 'paymentIntent']
  return callProvider(base + path, { client_secret: clientSecret }, name)
}

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
    const failure = { challenge: source, outcome: 'failed' }
    const { error } = await callProvider(`${base}challenge/`, failure, 'intent')
    if (error) return { error }
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

/** Loads the frames' pages into the browser's cache ahead, as the real script does. */
function preloadFrames() {
  for (const page of FRAME_PAGES) {
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.src = base + page
    frame.addEventListener('load', () => frame.remove())
    document.body.append(frame)
  }
}

function Stripe(publishableKey) {
  if (typeof publishableKey !== 'string' || publishableKey.startsWith('pk_live')) {
    throw new Error('The payment sandbox takes test keys only.')
  }
  const groups = []
  preloadFrames()
  return {
    ...Object.fromEntries(UNSUPPORTED_METHODS.map(name => [name, createUnsupported(name)])),
    elements(options) {
      const group = new ElementsGroup(base, options)
      groups.push(group)
      return group
    },
    createPaymentMethod: params => createPaymentMethod(groups, params),
    createConfirmationToken: params => createConfirmationToken(groups, params),
    handleNextAction,
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

Stripe.version = VERSION
window.Stripe = Stripe

import { createHash } from 'node:crypto'
import { newId } from '@/sandbox/ids'
import { invalidState, resourceMissing, StripeError } from '@/sandbox/stripe/api-error'
import { findCardByName, findCardByNumber, type TestCard } from '@/sandbox/stripe/cards'
import { findCustomer } from '@/sandbox/stripe/customers'
import type {
  BillingDetails,
  NextAction,
  PaymentMethod,
  Wallet,
  WalletType,
} from '@/sandbox/stripe/objects'
import { BROWSER_PREFIX, type RequestContext } from '@/sandbox/stripe/tables'

export interface CardEntry {
  number: string
  exp_month: number
  exp_year: number
  cvc: string | null
}

const NOT_A_TEST_CARD =
  'Your card was declined. Your request was in test mode, but used a non test card.'

/**
 * Creates a payment method of an entered card. Only test cards are accepted, so that no digit of a
 * real one is ever stored. Throws StripeError 402 with the field's own code.
 */
export function addPaymentMethod(
  context: RequestContext,
  entry: CardEntry,
  billing: BillingDetails,
  wallet: WalletType | null = null,
): PaymentMethod {
  const number = entry.number.replaceAll(' ', '')
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const card = findCardByNumber(number)
  if (!card) throw cardError('card_declined', NOT_A_TEST_CARD, 'number', 'test_mode_live_card')
  assertEntry(context, entry, card)
  return saveMethod(context, card, entry, billing, buildWallet(card, wallet))
}

/** Finds a stored payment method, or creates one by test name (`pm_card_visa`). */
export function findPaymentMethod(
  context: RequestContext,
  id: string,
  param: string,
): PaymentMethod {
  const method = context.methods.find(id)
  if (method) return method
  const card = findCardByName(id)
  if (!card) throw resourceMissing('PaymentMethod', id, param)
  const year = new Date(context.now * 1000).getUTCFullYear() + 1
  const entry = { number: card.number, exp_month: 12, exp_year: year, cvc: '123' }
  return saveMethod(context, card, entry, {}, null)
}

export function attach(
  context: RequestContext,
  method: PaymentMethod,
  customer: string,
): PaymentMethod {
  findCustomer(context, customer, 'customer')
  if (method.customer && method.customer !== customer) {
    throw invalidState('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  assertNotSpent(context, method)
  const behaviour = context.behaviours.find(method.id)
  if (behaviour) context.behaviours.put({ ...behaviour, isSaved: true })
  return context.methods.put({ ...method, customer })
}

/** Throws for a card that has paid without a customer: it cannot be used again. */
export function assertNotSpent(context: RequestContext, method: PaymentMethod): void {
  if (!context.behaviours.find(method.id)?.isSpent) return
  throw invalidState(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer ' +
      'attachment. It may not be used again. To use a PaymentMethod multiple times, you must ' +
      'attach it to a Customer first.',
    { code: 'payment_method_unexpected_state' },
  )
}

/**
 * Opens a 3-D Secure challenge of an intent; returns what the customer has to do. With a return URL
 * but no script of the provider on the page, that is a redirect.
 */
export function openChallenge(
  context: RequestContext,
  intent: { id: string; payment_method: string | null },
  returnUrl?: string,
  usesSdk = true,
): NextAction {
  const id = newId('payatt', 32)
  context.challenges.put({
    id,
    intent: intent.id,
    payment_method: intent.payment_method ?? '',
    return_url: returnUrl ?? null,
    outcome: 'open',
  })
  const path = `${BROWSER_PREFIX}challenge/?challenge=${id}`
  if (returnUrl && !usesSdk) {
    const url = new URL(path, returnUrl).href
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: path, source: id },
  }
}

function assertEntry(context: RequestContext, entry: CardEntry, card: TestCard): void {
  const { exp_month: month, exp_year: year, cvc } = entry
  if (!(month >= 1 && month <= 12)) {
    const message = "Your card's expiration month is invalid."
    throw cardError('invalid_expiry_month', message, 'exp_month')
  }
  const today = new Date(context.now * 1000)
  const monthsAhead = (year - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1)
  if (!(monthsAhead >= 0 && monthsAhead <= 50 * 12)) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  const cvcPattern = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== null && !cvcPattern.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
}

/** Apple Pay uses a device-specific card number. */
function buildWallet({ number }: TestCard, type: WalletType | null): Wallet | null {
  if (type === null) return null
  const last4 = type === 'apple_pay' ? number.slice(-4).split('').reverse().join('') : null
  return { [type]: {}, dynamic_last4: last4, type }
}

function saveMethod(
  context: RequestContext,
  card: TestCard,
  entry: CardEntry,
  billing: BillingDetails,
  wallet: Wallet | null,
): PaymentMethod {
  const id = newId('pm')
  context.behaviours.put({
    id,
    decline: card.decline ?? null,
    authentication: card.authentication ?? 'never',
    isSpent: false,
    isSaved: false,
  })
  return context.methods.put({
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { email: null, name: null, ...billing },
    card: {
      brand: card.brand,
      country: 'US',
      exp_month: entry.exp_month,
      exp_year: entry.exp_year,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      funding: 'credit',
      last4: card.number.slice(-4),
      wallet,
    },
    created: context.now,
    customer: null,
    livemode: false,
    type: 'card',
  })
}

function cardError(code: string, message: string, param: string, decline?: string) {
  const error = { type: 'card_error', code, message, param } as const
  return new StripeError(402, decline ? { ...error, decline_code: decline } : error, false)
}

function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

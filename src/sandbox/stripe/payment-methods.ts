import { createHash } from 'node:crypto'
import { newId } from '@/sandbox/ids'
import { findCardByName, findCardByNumber, type TestCard } from '@/sandbox/stripe/cards'
import { findCustomer } from '@/sandbox/stripe/customers'
import { conflicting, missing, StripeFailure } from '@/sandbox/stripe/failure'
import type { Contact, PaymentMethod, Wallet, WalletType } from '@/sandbox/stripe/objects'
import type { Metadata } from '@/sandbox/stripe/parameters'
import type { Scene } from '@/sandbox/stripe/tables'

export interface CardEntry {
  number: string
  exp_month: number
  exp_year: number
  cvc: string | null
}

const NOT_A_TEST_CARD =
  'Your card was declined. Your request was in test mode, but used a non test card.'

/**
 * Makes a payment method of an entered card. A card that is not a test card is refused here, so
 * that no digit of a real one is ever stored. Throws StripeFailure 402 with the field's own code.
 */
export function addPaymentMethod(
  scene: Scene,
  entry: CardEntry,
  billing: Contact,
  metadata: Metadata = {},
  wallet: WalletType | null = null,
): PaymentMethod {
  const number = entry.number.replaceAll(' ', '')
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) {
    throw wrongEntry('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const card = findCardByNumber(number)
  if (!card) throw wrongEntry('card_declined', NOT_A_TEST_CARD, 'number', 'test_mode_live_card')
  assertEntry(scene, entry, card)
  return putMethod(scene, card, entry, { billing, metadata, wallet: walletOf(card, wallet) })
}

/** Finds a stored payment method, or makes a new one of a ready-made name (`pm_card_visa`). */
export function findPaymentMethod(scene: Scene, id: string, param: string): PaymentMethod {
  const method = scene.methods.find(id)
  if (method) return method
  const card = findCardByName(id)
  if (!card) throw missing('PaymentMethod', id, param)
  const year = new Date(scene.now * 1000).getUTCFullYear() + 1
  const entry = { number: card.number, exp_month: 12, exp_year: year, cvc: '123' }
  return putMethod(scene, card, entry, { billing: {}, metadata: {}, wallet: null })
}

export function attach(scene: Scene, method: PaymentMethod, customer: string): PaymentMethod {
  findCustomer(scene, customer, 'customer')
  if (method.customer && method.customer !== customer) {
    throw conflicting('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  assertNotSpent(scene, method)
  const behaviour = scene.behaviours.find(method.id)
  if (behaviour) scene.behaviours.put({ ...behaviour, isSaved: true })
  return scene.methods.put({ ...method, customer })
}

/** A card that paid without belonging to a customer cannot be used a second time. */
export function assertNotSpent(scene: Scene, method: PaymentMethod): void {
  if (!scene.behaviours.find(method.id)?.isSpent) return
  throw conflicting(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer ' +
      'attachment. It may not be used again. To use a PaymentMethod multiple times, you must ' +
      'attach it to a Customer first.',
    { code: 'payment_method_unexpected_state' },
  )
}

function assertEntry(scene: Scene, entry: CardEntry, card: TestCard): void {
  const { exp_month: month, exp_year: year, cvc } = entry
  if (!(month >= 1 && month <= 12)) {
    const message = "Your card's expiration month is invalid."
    throw wrongEntry('invalid_expiry_month', message, 'exp_month')
  }
  const today = new Date(scene.now * 1000)
  const months = (year - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1)
  if (!(months >= 0 && months <= 50 * 12)) {
    throw wrongEntry('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== null && !digits.test(cvc)) {
    throw wrongEntry('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
}

/** Apple Pay pays with a number of its own for each device. */
function walletOf({ number }: TestCard, type: WalletType | null): Wallet | null {
  if (type === null) return null
  const last4 = type === 'apple_pay' ? number.slice(-4).split('').reverse().join('') : null
  return { [type]: {}, dynamic_last4: last4, type }
}

interface Owner {
  billing: Contact
  metadata: Metadata
  wallet: Wallet | null
}

function putMethod(
  scene: Scene,
  card: TestCard,
  entry: CardEntry,
  { billing, metadata, wallet }: Owner,
): PaymentMethod {
  const id = newId('pm')
  scene.behaviours.put({
    id,
    decline: card.decline ?? null,
    authentication: card.authentication ?? 'never',
    isSpent: false,
    isSaved: false,
  })
  return scene.methods.put({
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, ...billing },
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
    created: scene.now,
    customer: null,
    livemode: false,
    metadata,
    type: 'card',
  })
}

function wrongEntry(code: string, message: string, param: string, decline?: string) {
  const error = { type: 'card_error', code, message, param } as const
  return new StripeFailure(402, decline ? { ...error, decline_code: decline } : error, false)
}

function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

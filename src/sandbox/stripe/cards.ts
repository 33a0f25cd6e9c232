import type { CardBehaviour, DeclineReason } from '@/sandbox/stripe/objects'

export interface TestCard {
  number: string
  brand: string
  decline?: DeclineReason
  authentication?: CardBehaviour['authentication']
}

// Numbers, codes and wording: docs.stripe.com/testing and docs.stripe.com/declines/codes.
const DECLINED = 'Your card was declined.'
const GENERIC = { code: 'card_declined', decline_code: 'generic_decline', message: DECLINED }
const INSUFFICIENT = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

const CARDS: Record<string, TestCard> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard' },
  pm_card_amex: { number: '378282246310005', brand: 'amex' },
  pm_card_visa_debit: { number: '4000056655665556', brand: 'visa' },
  pm_card_discover: { number: '6011111111111117', brand: 'discover' },
  pm_card_chargeDeclined: { number: '4000000000000002', brand: 'visa', decline: GENERIC },
  pm_card_chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    brand: 'visa',
    decline: INSUFFICIENT,
  },
  pm_card_chargeDeclinedExpiredCard: {
    number: '4000000000000069',
    brand: 'visa',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  pm_card_chargeDeclinedIncorrectCvc: {
    number: '4000000000000127',
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  pm_card_chargeDeclinedProcessingError: {
    number: '4000000000000119',
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  pm_card_authenticationRequired: {
    number: '4000002760003184',
    brand: 'visa',
    authentication: 'always',
  },
  pm_card_authenticationRequiredOnSetup: {
    number: '4000002500003155',
    brand: 'visa',
    authentication: 'unless_saved',
  },
  pm_card_threeDSecure2Required: {
    number: '4000000000003220',
    brand: 'visa',
    authentication: 'always',
  },
  pm_card_threeDSecureRequiredChargeDeclined: {
    number: '4000008400001629',
    brand: 'visa',
    authentication: 'always',
    decline: GENERIC,
  },
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    number: '4000008260003178',
    brand: 'visa',
    authentication: 'always',
    decline: INSUFFICIENT,
  },
}

export function findCardByNumber(number: string): TestCard | undefined {
  return Object.values(CARDS).find(card => card.number === number)
}

/** Finds a test payment method by name, such as `pm_card_visa`. */
export function findCardByName(name: string): TestCard | undefined {
  return Object.hasOwn(CARDS, name) ? CARDS[name] : undefined
}

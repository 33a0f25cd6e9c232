/** The field of the card form that a decline is about. */
export type CardFieldName = 'card' | 'date' | 'cvc'

interface Decline {
  /** Names the sentence in the texts: `declines.<text>`. */
  text: string
  field?: CardFieldName
}

/** What the customer can do about it decides the sentence; the bank's other words are not told apart. */
const declines: Record<string, Decline> = {
  insufficient_funds: { text: 'funds' },
  withdrawal_count_limit_exceeded: { text: 'funds' },
  card_velocity_exceeded: { text: 'funds' },
  expired_card: { text: 'expired' },
  incorrect_cvc: { text: 'cvc', field: 'cvc' },
  invalid_cvc: { text: 'cvc', field: 'cvc' },
  incorrect_number: { text: 'number', field: 'card' },
  invalid_number: { text: 'number', field: 'card' },
  invalid_expiry_month: { text: 'date', field: 'date' },
  invalid_expiry_year: { text: 'date', field: 'date' },
  processing_error: { text: 'processing' },
  issuer_not_available: { text: 'processing' },
  try_again_later: { text: 'processing' },
  card_not_supported: { text: 'unsupported' },
  currency_not_supported: { text: 'unsupported' },
  authentication_required: { text: 'authentication' },
  payment_intent_authentication_failure: { text: 'authentication' },
  instrument_declined: { text: 'paypal' },
  payment_denied: { text: 'paypal' },
  payer_cannot_pay: { text: 'paypal' },
  transaction_refused: { text: 'paypal' },
  amount_changed: { text: 'unfinished' },
  test_mode_live_card: { text: 'testShop' },
}

/**
 * What to say about a decline, by the provider's code. Lost and stolen cards are generic on purpose:
 * who holds such a card is not told what the bank knows.
 */
export const declineOf = (reason: string | null): Decline =>
  declines[reason ?? ''] ?? { text: reason === null ? 'unfinished' : 'generic' }

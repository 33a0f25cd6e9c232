/** The field of the card form that a decline is about. */
export type CardFieldName = 'card' | 'date' | 'cvc'

interface Decline {
  /** Key of the text: `declines.<text>`. */
  text: string
  field?: CardFieldName
}

/** Grouped by what the customer can do about it. */
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
 * The message for a decline code of the provider. Lost and stolen cards get the generic one on
 * purpose: the holder must not learn what the bank knows.
 */
export const declineOf = (reason: string | null): Decline =>
  declines[reason ?? ''] ?? { text: reason === null ? 'unfinished' : 'generic' }

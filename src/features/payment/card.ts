import type { CardFieldName } from '@/client/payments/decline-messages'

/** State of a provider's card field; the typed value stays with the provider. */
export interface CardEntry {
  isEmpty: boolean
  isComplete: boolean
  /** The provider's error code while it shows the error. */
  code: string | null
}

export type CardEntries = Record<CardFieldName, CardEntry>

/**
 * Pays once: a card's payment method, or the confirmation token of a wallet or the Payment Element.
 */
export type PaymentSource = { payment_method: string } | { confirmation_token: string }

/** The payment source, or why there is none. Nothing was charged in either case. */
export type CollectResult =
  | { source: PaymentSource }
  | { field: CardFieldName; code: string }
  | { declineCode: string }
  | 'unreachable'

/** The card form as the rest of the page uses it. */
export interface Card {
  collect: (billingDetails: { name: string; email: string }) => Promise<CollectResult>
  /** Makes the Payment Element show its own errors. */
  validate?: () => unknown
  /** Shows the bank's challenge; false when it fails. */
  confirm: (clientSecret: string) => Promise<boolean>
  /** Wallet name for analytics; undefined for our card form. */
  method?: 'apple pay' | 'google pay'
}

export const cardFieldNames: readonly CardFieldName[] = ['card', 'date', 'cvc']

const emptyEntry: CardEntry = { isEmpty: true, isComplete: false, code: null }
export const emptyEntries: CardEntries = { card: emptyEntry, date: emptyEntry, cvc: emptyEntry }

/** Codes with their own text: `issues.<field>.<key>`. */
const issueKeys: Record<string, string> = {
  incomplete_number: 'incomplete',
  incomplete_expiry: 'incomplete',
  incomplete_cvc: 'incomplete',
  invalid_number: 'wrong',
  incorrect_number: 'wrong',
  invalid_expiry_month: 'month',
  invalid_expiry_month_past: 'past',
  invalid_expiry_year_past: 'past',
  invalid_expiry_year: 'year',
}

/**
 * Text key of a card field's issue. An empty field is an issue only after the form was submitted.
 */
export function findCardIssue(
  field: CardFieldName,
  { isEmpty, isComplete, code }: CardEntry,
  isSubmitted: boolean,
): string | undefined {
  if (isEmpty) return isSubmitted ? `issues.${field}.missing` : undefined
  if (code) return `issues.${field}.${issueKeys[code] ?? 'wrong'}`
  return isSubmitted && !isComplete ? `issues.${field}.incomplete` : undefined
}

/** The same for the Payment Element, which marks the field itself. */
export function findPaymentElementIssue(
  { isEmpty, isComplete, code }: CardEntry,
  isSubmitted: boolean,
): string | undefined {
  if (code) return 'issues.details.incomplete'
  if (!isSubmitted || isComplete) return undefined
  return isEmpty ? 'issues.details.missing' : 'issues.details.incomplete'
}

/** Text key of the issue of the name on the card. */
export function findHolderIssue(name: string): string | undefined {
  if (!name.trim()) return 'issues.cardholder_name.missing'
  // A card number typed into the wrong field must not leave this page as a name.
  return (name.match(/\d/g)?.length ?? 0) > 7 ? 'issues.cardholder_name.number' : undefined
}

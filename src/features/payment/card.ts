import type { CardFieldName } from '@/client/payments/decline-messages'

/** What a provider's card field tells of itself; what was typed stays with the provider. */
export interface CardEntry {
  isEmpty: boolean
  isComplete: boolean
  /** The provider's code for what is wrong, while it shows it. */
  code: string | null
}

export type CardEntries = Record<CardFieldName, CardEntry>

/** What pays once: a card's payment method, or what a wallet or a form of one piece was given. */
export type PaymentSource = { payment_method: string } | { confirmation_token: string }

/** What pays, or why there is nothing. Nothing was charged in either case. */
export type CollectResult =
  | { source: PaymentSource }
  | { field: CardFieldName; code: string }
  | { declineCode: string }
  | 'unreachable'

/** The card form, as the rest of the page uses it. */
export interface Card {
  collect: (billingDetails: { name: string; email: string }) => Promise<CollectResult>
  /** Has a form that is one piece say itself what is missing in it. */
  validate?: () => unknown
  /** Lets the bank ask its question; false when it was not answered well. */
  confirm: (clientSecret: string) => Promise<boolean>
  /** How the customer pays, where it is not a card of ours (SPEC 3). */
  method?: 'apple pay' | 'google pay'
}

export const cardFieldNames: readonly CardFieldName[] = ['card', 'date', 'cvc']

const emptyEntry: CardEntry = { isEmpty: true, isComplete: false, code: null }
export const emptyEntries: CardEntries = { card: emptyEntry, date: emptyEntry, cvc: emptyEntry }

/** Codes that have a sentence of their own: `issues.<field>.<sentence>`. */
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
 * What is wrong with a card field, as a key of the texts. `isAsked` once the form was sent: before
 * that an empty field is simply not filled in yet.
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

/** The same of a form that is one piece: where in it, it says itself. */
export function findPaymentElementIssue(
  { isEmpty, isComplete, code }: CardEntry,
  isSubmitted: boolean,
): string | undefined {
  if (code) return 'issues.details.incomplete'
  if (!isSubmitted || isComplete) return undefined
  return isEmpty ? 'issues.details.missing' : 'issues.details.incomplete'
}

/** What is wrong with the name on the card, as a key of the texts. */
export function findHolderIssue(name: string): string | undefined {
  if (!name.trim()) return 'issues.cardholder_name.missing'
  // Typed into the wrong box, a card number must not leave this page as a name.
  return (name.match(/\d/g)?.length ?? 0) > 7 ? 'issues.cardholder_name.number' : undefined
}

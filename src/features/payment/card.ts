import type { CardFieldName } from '@/client/declines'

/** What a provider's card field tells of itself; what was typed stays with the provider. */
export interface CardEntry {
  isEmpty: boolean
  isComplete: boolean
  /** The provider's code for what is wrong, while it shows it. */
  code: string | null
}

export type CardEntries = Record<CardFieldName, CardEntry>

/** A payment method for one charge, or why there is none. Nothing was charged in either case. */
export type Collected =
  | { id: string }
  | { field: CardFieldName; code: string }
  | { refused: string }
  | 'unreachable'

/** The card form, as the rest of the page uses it. */
export interface Card {
  collect: (holder: { name: string; email: string }) => Promise<Collected>
  /** Lets the bank ask its question; false when it was not answered well. */
  confirm: (clientSecret: string) => Promise<boolean>
}

export const cardFieldNames: readonly CardFieldName[] = ['card', 'date', 'cvc']

const empty: CardEntry = { isEmpty: true, isComplete: false, code: null }
export const emptyEntries: CardEntries = { card: empty, date: empty, cvc: empty }

/** Codes that have a sentence of their own: `issues.<field>.<sentence>`. */
const sentences: Record<string, string> = {
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
export function cardIssue(
  field: CardFieldName,
  { isEmpty, isComplete, code }: CardEntry,
  isAsked: boolean,
): string | undefined {
  if (isEmpty) return isAsked ? `issues.${field}.missing` : undefined
  if (code) return `issues.${field}.${sentences[code] ?? 'wrong'}`
  return isAsked && !isComplete ? `issues.${field}.incomplete` : undefined
}

/** What is wrong with the name on the card, as a key of the texts. */
export function holderIssue(name: string): string | undefined {
  if (!name.trim()) return 'issues.cardholder_name.missing'
  // Typed into the wrong box, a card number must not leave this page as a name.
  return (name.match(/\d/g)?.length ?? 0) > 7 ? 'issues.cardholder_name.number' : undefined
}

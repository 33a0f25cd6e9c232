import { useRef, useState } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { type CardFieldName, declineOf } from '@/client/payments/decline-messages'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import type { Customer } from '@/domain/checkout/customer-schema'
import type { CurrencyCode } from '@/domain/data/currencies'
import { isLatin } from '@/domain/input/latin'
import type { PaymentMessage, PaymentResult } from '@/features/payment/submit-payment'
import { focusFirstError } from '@/ui/focus-first-error'

interface FieldError {
  fieldId: string
  text: string
}

export type PaymentFields = ReturnType<typeof usePaymentFields>

/** Values and errors of the form. Errors appear on Pay and disappear when fixed. */
export function usePaymentFields({
  isFree,
  isPaymentElement,
}: {
  isFree: boolean
  isPaymentElement: boolean
}) {
  const { t } = useTranslation('payment')
  const { terms, customer } = useCheckoutState('terms', 'customer')
  const { selected } = terms
  const termsBox = useRef<HTMLInputElement>(null)
  const holderInput = useRef<HTMLInputElement>(null)
  const [initialHolder] = useState(() => proposeHolder(customer))
  const [holder, setHolder] = useState(initialHolder)
  const [entries, setEntries] = useState<CardEntries>(emptyEntries)
  const [isSubmitted, setSubmitted] = useState(false)
  /** Customers who do not pay by card are asked only for the terms. */
  const { isWithoutTerms } = useNoScriptResult()
  const [isTermsValidated, setTermsValidated] = useState(isWithoutTerms)
  /** A field that the bank refused, until it changes. */
  const [declinedField, setDeclinedField] = useState<{ field: CardFieldName; text: string } | null>(
    null,
  )

  const setEntry = (field: CardFieldName, entry: CardEntry) => {
    setEntries(previous => ({ ...previous, [field]: entry }))
    setDeclinedField(previous => (previous?.field === field ? null : previous))
  }

  const findIssue = (field: CardFieldName, submitted: boolean): string | undefined => {
    const issue = isPaymentElement
      ? findPaymentElementIssue(entries[field], submitted)
      : findCardIssue(field, entries[field], submitted)
    return issue && (t as DynamicT)(issue)
  }
  const cardErrorOf = (field: CardFieldName): string | undefined =>
    declinedField?.field === field
      ? (t as DynamicT)(`declines.${declinedField.text}.field`)
      : findIssue(field, isSubmitted)
  const findHolderError = (name: string) => {
    const issue = findHolderIssue(name)
    return issue && (t as DynamicT)(issue)
  }
  const missingTermsError = { fieldId: 'terms', text: t('issues.terms.missing') }
  const listErrors = (name: string, isTicked: boolean, submitted: boolean): FieldError[] => {
    const cardErrors = (isPaymentElement ? (['card'] as const) : cardFieldNames).map(field => ({
      fieldId: boxIdOf(field),
      text: findIssue(field, submitted),
    }))
    const candidates = [
      ...(isFree
        ? []
        : [...cardErrors, { fieldId: 'cardholder_name', text: findHolderError(name) }]),
      { ...missingTermsError, text: isTicked ? undefined : missingTermsError.text },
    ]
    return candidates.filter((error): error is FieldError => error.text !== undefined)
  }

  return {
    termsBox,
    holderInput,
    initialHolder,
    setHolder,
    setEntry,
    cardErrorOf,
    holderError: isSubmitted ? findHolderError(holder) : undefined,
    termsError: (isSubmitted || isTermsValidated) && !selected ? missingTermsError.text : undefined,
    errors: isSubmitted
      ? listErrors(holder, selected, true)
      : isWithoutTerms && !selected
        ? [missingTermsError]
        : [],
    /** Validates the current values; true when they can be paid with. */
    validate: (): boolean => {
      const name = holderInput.current?.value ?? ''
      setHolder(name)
      setSubmitted(true)
      return listErrors(name, termsBox.current?.checked ?? selected, true).length === 0
    },
    /** Whether the terms are accepted; if not, shows the error at the checkbox. */
    validateTerms: (): boolean => {
      setTermsValidated(true)
      if (termsBox.current?.checked) return true
      termsBox.current?.focus()
      return false
    },
    /** Shows the errors of a payment; true when one belongs to a field. */
    show: (result: PaymentResult): boolean => {
      if ('message' in result && result.message.kind === 'declined') {
        const { text, field } = declineOf(result.message.reason)
        if (field) setDeclinedField({ field: isPaymentElement ? 'card' : field, text })
        return field !== undefined
      }
      if (!('invalid' in result)) return false
      const { invalid } = result
      if (invalid === 'terms') {
        if (termsBox.current) termsBox.current.checked = false
      } else
        setEntries(previous => ({
          ...previous,
          [invalid.field]: withCode(previous[invalid.field], invalid.code),
        }))
      return true
    },
  }
}

const withCode = (entry: CardEntry, code: string): CardEntry => ({ ...entry, code })

/** Id of the notice about the last payment. */
export const paymentNoticeId = 'payment-notice'

/** Id of the box that receives the focus for a card field. */
export const boxIdOf = (name: CardFieldName): string => `${name}-box`

/** State of a provider's card field; the typed value stays with the provider. */
export interface CardEntry {
  isEmpty: boolean
  isComplete: boolean
  /** The provider's error code while it shows the error. */
  code: string | null
}

type CardEntries = Record<CardFieldName, CardEntry>

const cardFieldNames: readonly CardFieldName[] = ['card', 'date', 'cvc']

const emptyEntry: CardEntry = { isEmpty: true, isComplete: false, code: null }
const emptyEntries: CardEntries = { card: emptyEntry, date: emptyEntry, cvc: emptyEntry }

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
function findPaymentElementIssue(
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

/** The driver's name, as cards have it: in Latin letters or not at all. */
const proposeHolder = ({ license_first_name: first, license_last_name: last }: Customer): string =>
  isLatin(first + last) ? `${first} ${last}`.trim() : ''

/** Refusals of a form submitted without scripts that have a text. */
const messageKinds = ['incomplete', 'rate_limited', 'unavailable'] as const

/** Result of a form that was submitted without scripts; empty otherwise. */
export function useNoScriptResult() {
  const { issues } = usePage()
  const hasIssue = (field: string, reason: string) =>
    issues.some(issue => issue.field === field && issue.message === `${field}.${reason}`)
  const kind = messageKinds.find(kind => hasIssue('payment_method', kind))
  return {
    /** The card form needs scripts; nothing was charged. */
    isWithoutScripts: hasIssue('payment_method', 'scripts'),
    isWithoutTerms: hasIssue('terms', 'missing'),
    /** Without scripts only a free order can be placed, so the previous price is 0. */
    getMessage: (currency: CurrencyCode): PaymentMessage | null => {
      if (hasIssue('payment_method', 'quote_changed'))
        return { kind: 'quote_changed', before: { amount: 0, currency } }
      return kind ? { kind } : null
    },
  }
}

/**
 * Waits until the errors are rendered and the form is no longer inert: both need the next paint.
 */
export const focusErrorAfterPaint = (form: HTMLFormElement | null): void =>
  afterPaint(() => form && focusFirstError(form))

/** Focuses an element that is rendered with the result. */
export const focusAfterPaint = (find: () => HTMLElement | null): void =>
  afterPaint(() => find()?.focus())

const afterPaint = (task: () => unknown): void => {
  requestAnimationFrame(() => requestAnimationFrame(task))
}

import { useTranslation } from 'next-i18next/pages'
import { useRef, useState } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { type CardFieldName, declineOf } from '@/client/payments/decline-messages'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import {
  type CardEntries,
  type CardEntry,
  cardFieldNames,
  emptyEntries,
  findCardIssue,
  findHolderIssue,
  findPaymentElementIssue,
} from '@/features/payment/card'
import { boxIdOf } from '@/features/payment/card-box'
import type { PaymentResult } from '@/features/payment/submit-payment'
import { useNoScriptResult } from '@/features/payment/use-no-script-result'

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
  const { selected } = useCheckoutState('terms').terms
  const termsBox = useRef<HTMLInputElement>(null)
  const holderInput = useRef<HTMLInputElement>(null)
  const [holder, setHolder] = useState('')
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

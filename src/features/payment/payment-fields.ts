import { useTranslation } from 'next-i18next/pages'
import { useRef, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { type CardFieldName, declineOf } from '@/client/payments/decline-messages'
import { visibleState } from '@/client/store/checkout-store'
import type { AnyText } from '@/client/texts/dynamic-translate'
import {
  type CardEntries,
  type CardEntry,
  cardFieldNames,
  cardIssue,
  emptyEntries,
  formIssue,
  holderIssue,
} from '@/features/payment/card'
import { boxIdOf } from '@/features/payment/card-box'
import type { Result } from '@/features/payment/submit-payment'
import { usePosted } from '@/features/payment/use-no-script-result'

interface FieldError {
  fieldId: string
  text: string
}

/** What stands in the form and what is wrong with it: told when Pay was pressed, gone when mended. */
export function usePaymentFields({ isFree, isWhole }: { isFree: boolean; isWhole: boolean }) {
  const { t } = useTranslation('payment')
  const { selected } = useCheckout(visibleState).terms
  const termsBox = useRef<HTMLInputElement>(null)
  const holderInput = useRef<HTMLInputElement>(null)
  const [holder, setHolder] = useState('')
  const [entries, setEntries] = useState<CardEntries>(emptyEntries)
  const [isAsked, setAsked] = useState(false)
  /** Who pays otherwise than by card is asked for nothing but the terms. */
  const { isWithoutTerms } = usePosted()
  const [isOnlyTerms, setOnlyTerms] = useState(isWithoutTerms)
  /** A field the bank did not take, until it is changed. */
  const [refused, setRefused] = useState<{ field: CardFieldName; text: string } | null>(null)

  const setEntry = (field: CardFieldName, entry: CardEntry) => {
    setEntries(before => ({ ...before, [field]: entry }))
    setRefused(before => (before?.field === field ? null : before))
  }

  const issueOf = (field: CardFieldName, asked: boolean): string | undefined => {
    const issue = isWhole
      ? formIssue(entries[field], asked)
      : cardIssue(field, entries[field], asked)
    return issue && (t as AnyText)(issue)
  }
  const cardErrorOf = (field: CardFieldName): string | undefined =>
    refused?.field === field
      ? (t as AnyText)(`declines.${refused.text}.field`)
      : issueOf(field, isAsked)
  const holderError = (name: string) => {
    const issue = holderIssue(name)
    return issue && (t as AnyText)(issue)
  }
  const noTerms = { fieldId: 'terms', text: t('issues.terms.missing') }
  const errorsFor = (name: string, isTicked: boolean, asked: boolean): FieldError[] => {
    const card = (isWhole ? (['card'] as const) : cardFieldNames).map(field => ({
      fieldId: boxIdOf(field),
      text: issueOf(field, asked),
    }))
    const found = [
      ...(isFree ? [] : [...card, { fieldId: 'cardholder_name', text: holderError(name) }]),
      { ...noTerms, text: isTicked ? undefined : noTerms.text },
    ]
    return found.filter((error): error is FieldError => error.text !== undefined)
  }

  return {
    termsBox,
    holderInput,
    setHolder,
    setEntry,
    cardErrorOf,
    holderError: isAsked ? holderError(holder) : undefined,
    termsError: (isAsked || isOnlyTerms) && !selected ? noTerms.text : undefined,
    errors: isAsked
      ? errorsFor(holder, selected, true)
      : isWithoutTerms && !selected
        ? [noTerms]
        : [],
    /** Looks at everything as it stands now; true when it can be paid. */
    judge: (): boolean => {
      const name = holderInput.current?.value ?? ''
      setHolder(name)
      setAsked(true)
      return errorsFor(name, termsBox.current?.checked ?? selected, true).length === 0
    },
    /** Whether the terms are accepted; where they are not, that is said at their box. */
    judgeTerms: (): boolean => {
      setOnlyTerms(true)
      if (termsBox.current?.checked) return true
      termsBox.current?.focus()
      return false
    },
    /** Shows what paying found wrong; true when a field is. */
    show: (result: Result): boolean => {
      if ('told' in result && result.told.kind === 'declined') {
        const { text, field } = declineOf(result.told.reason)
        if (field) setRefused({ field: isWhole ? 'card' : field, text })
        return field !== undefined
      }
      if (!('wrong' in result)) return false
      const { wrong } = result
      if (wrong === 'terms') {
        if (termsBox.current) termsBox.current.checked = false
      } else
        setEntries(before => ({
          ...before,
          [wrong.field]: codeOf(before[wrong.field], wrong.code),
        }))
      return true
    },
  }
}

const codeOf = (entry: CardEntry, code: string): CardEntry => ({ ...entry, code })

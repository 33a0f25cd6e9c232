import { useTranslation } from 'next-i18next/pages'
import { useRef, useState } from 'react'
import { type CardFieldName, declineOf } from '@/client/declines'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import {
  type CardEntries,
  type CardEntry,
  cardFieldNames,
  cardIssue,
  emptyEntries,
  holderIssue,
} from '@/features/payment/card'
import { boxIdOf } from '@/features/payment/card-box'
import type { Result } from '@/features/payment/pay'

interface FieldError {
  fieldId: string
  text: string
}

/** What stands in the form and what is wrong with it: told when Pay was pressed, gone when mended. */
export function usePaymentFields(isFree: boolean) {
  const { t } = useTranslation('payment')
  const { selected } = useCheckout(visibleState).terms
  const termsBox = useRef<HTMLInputElement>(null)
  const holderInput = useRef<HTMLInputElement>(null)
  const [holder, setHolder] = useState('')
  const [entries, setEntries] = useState<CardEntries>(emptyEntries)
  const [isAsked, setAsked] = useState(false)
  /** A field the bank did not take, until it is changed. */
  const [refused, setRefused] = useState<{ field: CardFieldName; text: string } | null>(null)

  const setEntry = (field: CardFieldName, entry: CardEntry) => {
    setEntries(before => ({ ...before, [field]: entry }))
    setRefused(before => (before?.field === field ? null : before))
  }

  const cardErrorOf = (field: CardFieldName): string | undefined => {
    if (refused?.field === field) return t(`declines.${refused.text}.field`)
    const issue = cardIssue(field, entries[field], isAsked)
    return issue && t(issue)
  }
  const holderError = (name: string) => {
    const issue = holderIssue(name)
    return issue && t(issue)
  }
  const errorsFor = (name: string, isTicked: boolean, asked: boolean): FieldError[] => {
    const card = cardFieldNames.map(field => {
      const issue = cardIssue(field, entries[field], asked)
      return { fieldId: boxIdOf(field), text: issue && t(issue) }
    })
    const found = [
      ...(isFree ? [] : [...card, { fieldId: 'cardholder_name', text: holderError(name) }]),
      { fieldId: 'terms', text: isTicked ? undefined : t('issues.terms.missing') },
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
    termsError: isAsked && !selected ? t('issues.terms.missing') : undefined,
    errors: isAsked ? errorsFor(holder, selected, true) : [],
    /** Looks at everything as it stands now; true when it can be paid. */
    judge: (): boolean => {
      const name = holderInput.current?.value ?? ''
      setHolder(name)
      setAsked(true)
      return errorsFor(name, termsBox.current?.checked ?? false, true).length === 0
    },
    /** Shows what paying found wrong; true when a field is. */
    show: (result: Result): boolean => {
      if ('told' in result && result.told.kind === 'declined') {
        const { text, field } = declineOf(result.told.reason)
        if (field) setRefused({ field, text })
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

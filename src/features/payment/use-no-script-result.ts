import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { PaymentMessage } from '@/features/payment/submit-payment'

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

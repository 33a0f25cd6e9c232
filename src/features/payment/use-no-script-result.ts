import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { PaymentMessage } from '@/features/payment/submit-payment'

/** The refusals of a form that was sent without scripts, for which there is a sentence. */
const messageKinds = ['incomplete', 'rate_limited', 'unavailable'] as const

/** What became of the form when the browser sent it by itself; nothing when it did not. */
export function useNoScriptResult() {
  const { issues } = usePage()
  const hasIssue = (field: string, reason: string) =>
    issues.some(issue => issue.field === field && issue.message === `${field}.${reason}`)
  const kind = messageKinds.find(kind => hasIssue('payment_method', kind))
  return {
    /** The card form was not there, and nothing was charged. */
    isWithoutScripts: hasIssue('payment_method', 'scripts'),
    isWithoutTerms: hasIssue('terms', 'missing'),
    /** Only an order that costs nothing is placed by the browser: what was seen before is that price. */
    getMessage: (currency: CurrencyCode): PaymentMessage | null => {
      if (hasIssue('payment_method', 'quote_changed'))
        return { kind: 'quote_changed', before: { amount: 0, currency } }
      return kind ? { kind } : null
    },
  }
}

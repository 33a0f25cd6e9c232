import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Told } from '@/features/payment/submit-payment'

/** The refusals of a form that was sent without scripts, for which there is a sentence. */
const kinds = ['incomplete', 'rate_limited', 'unavailable'] as const

/** What became of the form when the browser sent it by itself; nothing when it did not. */
export function usePosted() {
  const { issues } = usePage()
  const has = (field: string, why: string) =>
    issues.some(issue => issue.field === field && issue.message === `${field}.${why}`)
  const kind = kinds.find(kind => has('payment_method', kind))
  return {
    /** The card form was not there, and nothing was charged. */
    isWithoutScripts: has('payment_method', 'scripts'),
    isWithoutTerms: has('terms', 'missing'),
    /** Only an order that costs nothing is placed by the browser: what was seen before is that price. */
    toldIn: (currency: CurrencyCode): Told | null => {
      if (has('payment_method', 'quote_changed'))
        return { kind: 'quote_changed', before: { amount: 0, currency } }
      return kind ? { kind } : null
    },
  }
}

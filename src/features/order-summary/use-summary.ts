import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/money'
import { useCheckout } from '@/client/provider'
import { visibleQuote, visibleState } from '@/client/store'
import type { Quote } from '@/domain/pricing/quote'

/** What every row of a priced summary needs. */
export function useSummary() {
  const { t } = useTranslation('common')
  const state = useCheckout(visibleState)
  // The summary shows its rows only while there is a price.
  const quote = useCheckout(visibleQuote) as Quote
  const prices = usePrices(state.currency)
  return { t, state, quote, prices }
}

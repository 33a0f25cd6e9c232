import { useTranslation } from 'next-i18next/pages'
import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { type ClientState, optimisticQuote } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Quote } from '@/domain/pricing/quote'

/** Values used by every row of a priced summary, and the named parts of the state. */
export function useSummary<K extends keyof CheckoutState = never>(...names: K[]) {
  const { t } = useTranslation('common')
  const state = useCheckoutState<K | 'currency'>('currency', ...names)
  // Rows are rendered only while there is a price.
  const quote = useCheckout(optimisticQuote) as Quote
  const prices = usePrices(state.currency)
  return { t, state, quote, prices }
}

/** Whether an address change is being saved: delivery and tax still belong to the old address. */
export function isAddressChanging({ saving, dirty, checkout }: ClientState): boolean {
  const { category = checkout.state.category, shipping, customer } = dirty
  const changedAddress = { ...shipping, ...customer }
  return (
    saving === 'saving' &&
    (category !== checkout.state.category ||
      ['country', 'state', 'country_of_residence'].some(field => field in changedAddress))
  )
}

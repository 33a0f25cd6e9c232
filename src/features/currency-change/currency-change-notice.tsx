import dynamic from 'next/dynamic'
import { useCheckout } from '@/client/checkout/checkout-provider'

// Lazy: few customers change the currency.
const LazyNotice = dynamic(() =>
  import('@/features/currency-change/lazy-currency-change-notice').then(
    module => module.LazyCurrencyChangeNotice,
  ),
)

/**
 * Effect of the last currency change on the price. Phones show it above the step, larger screens
 * above the summary.
 */
export function CurrencyChangeNotice({ placement }: { placement: 'step' | 'summary' }) {
  const isRepriced = useCheckout(({ checkout }) => checkout.state.currencyData !== null)
  return (
    isRepriced && <LazyNotice className={placement === 'step' ? 'lg:hidden' : 'max-lg:hidden'} />
  )
}

import dynamic from 'next/dynamic'
import { useCheckout } from '@/client/checkout/checkout-provider'

// Few customers change the currency: the others do not load this.
const Receipt = dynamic(() =>
  import('@/features/currency-receipt/receipt').then(module => module.Receipt),
)

/**
 * What the last change of currency has done to the price, if there was one. On a phone it stands above the
 * step, where the customer is, elsewhere above the summary.
 */
export function CurrencyReceipt({ placement }: { placement: 'step' | 'summary' }) {
  const isRepriced = useCheckout(({ checkout }) => checkout.state.currencyData !== null)
  return isRepriced && <Receipt className={placement === 'step' ? 'lg:hidden' : 'max-lg:hidden'} />
}

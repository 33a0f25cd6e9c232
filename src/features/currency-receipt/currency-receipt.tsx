import dynamic from 'next/dynamic'
import { useCheckout } from '@/client/provider'

// Few customers change the currency: the others do not load this.
const Receipt = dynamic(() =>
  import('@/features/currency-receipt/receipt').then(module => module.Receipt),
)

/** What the last change of currency has done to the price, if there was one. */
export function CurrencyReceipt() {
  const isRepriced = useCheckout(({ checkout }) => checkout.state.currencyData !== null)
  return isRepriced && <Receipt />
}

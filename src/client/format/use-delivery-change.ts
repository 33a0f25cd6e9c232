import { useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
import { hasParcel } from '@/domain/catalog/plans'
import { resolveAddressee } from '@/domain/checkout/residence'
import { formatCountryName } from '@/domain/data/country-names'

/** What the server charges for delivery, and where to; the price is null while it has none. */
function readDelivery({ state, quote }: WireCheckout) {
  const isPriced = quote && hasParcel(state.category) && state.selectedShippingMethod
  return {
    country: resolveAddressee(state).country,
    currency: state.currency,
    price: isPriced ? quote.shipping : null,
  }
}

/**
 * The sentence about a delivery price that another country has changed, with both prices, until the
 * price or the country changes again; null without one.
 */
export function useDeliveryChange(): string | null {
  const { t } = useTranslation('common')
  const { language } = usePage()
  const current = readDelivery(useCheckout(({ checkout }) => checkout))
  const { country, currency, price } = current
  const prices = usePrices(currency)
  const [last, setLast] = useState(current)
  const [before, setBefore] = useState<number | null>(null)
  if (last.country !== country || last.currency !== currency || last.price !== price) {
    setLast(current)
    const isCause = last.country !== country && last.currency === currency
    setBefore(isCause && last.price !== price ? last.price : null)
  }
  if (before === null || price === null) return null
  const format = (amount: number) => (amount > 0 ? prices.minor(amount) : t('delivery.free'))
  return t('delivery.changed', {
    country: formatCountryName(country, language),
    price: format(price),
    before: format(before),
  })
}

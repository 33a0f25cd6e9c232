import { useTranslation } from 'next-i18next/pages'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useVariantFromStart } from '@/client/checkout/use-variant'
import { visibleState } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { countryName } from '@/domain/data/country-names'
import type { CurrencyCode } from '@/domain/data/currencies'
import { Notice } from '@/ui/notice'

interface GeoDeliveryProps {
  /** The methods the page came with, for which country and in which currency. */
  served: { country: string; currency: CurrencyCode; methods: ShippingMethod[] } | undefined
}

/**
 * From what price a printed permit goes to the country the customer seems to be in, in one variant of an experiment
 * (SPEC 9). Only what the delivery list of that very country says.
 */
export function GeoDelivery({ served }: GeoDeliveryProps) {
  const { t } = useTranslation('plan')
  const { language, ownWords } = usePage()
  const { userCountry, currency } = useCheckout(visibleState)
  const prices = usePrices(currency)
  const isIn = useVariantFromStart('GEO_PERSONALIZATION_RERUN')
  const isTrue = served?.country === userCountry && served.currency === currency
  if (!isIn || !isTrue || served.methods.length === 0) return null
  const price = prices.major(Math.min(...served.methods.map(({ price }) => price)))
  return (
    <Notice title={<bdi {...ownWords}>{countryName(userCountry, language)}</bdi>}>
      <span suppressHydrationWarning>{t('geo', { price })}</span>
    </Notice>
  )
}

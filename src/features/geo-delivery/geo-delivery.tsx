import { useTranslation } from 'next-i18next/pages'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useInitialVariant } from '@/client/checkout/use-variant'
import { optimisticState } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import type { CurrencyCode } from '@/domain/data/currencies'
import { Notice } from '@/ui/notice'

interface GeoDeliveryProps {
  /** The methods the page came with, for which country and in which currency. */
  servedMethods: { country: string; currency: CurrencyCode; methods: ShippingMethod[] } | undefined
}

/**
 * From what price a printed permit goes to the country the customer seems to be in, in one variant of an experiment
 * (SPEC 9). Only what the delivery list of that very country says.
 */
export function GeoDelivery({ servedMethods }: GeoDeliveryProps) {
  const { t } = useTranslation('plan')
  const { language, ownWords } = usePage()
  const { userCountry, currency } = useCheckout(optimisticState)
  const prices = usePrices(currency)
  const isInVariant = useInitialVariant('GEO_PERSONALIZATION_RERUN')
  const isMatching = servedMethods?.country === userCountry && servedMethods.currency === currency
  if (!isInVariant || !isMatching || servedMethods.methods.length === 0) return null
  const price = prices.major(Math.min(...servedMethods.methods.map(({ price }) => price)))
  return (
    <Notice title={<bdi {...ownWords}>{formatCountryName(userCountry, language)}</bdi>}>
      <span suppressHydrationWarning>{t('geo', { price })}</span>
    </Notice>
  )
}

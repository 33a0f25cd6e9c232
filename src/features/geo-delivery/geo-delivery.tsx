import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useInitialVariant } from '@/client/checkout/use-variant'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import type { CurrencyCode } from '@/domain/data/currencies'
import { Notice } from '@/ui/notice'

interface GeoDeliveryProps {
  /** Delivery methods served with the page, with their country and currency. */
  servedMethods: { country: string; currency: CurrencyCode; methods: ShippingMethod[] } | undefined
}

/**
 * Lowest delivery price of a printed permit to the visitor's country, from that country's own list.
 * Shown in one variant of an experiment (docs/product.md, Experiments).
 */
export function GeoDelivery({ servedMethods }: GeoDeliveryProps) {
  const { t } = useTranslation('plan')
  const { language } = usePage()
  const { userCountry, currency } = useCheckoutState('userCountry', 'currency')
  const prices = usePrices(currency)
  const isInVariant = useInitialVariant('GEO_PERSONALIZATION_RERUN')
  const isMatching = servedMethods?.country === userCountry && servedMethods.currency === currency
  if (!isInVariant || !isMatching || servedMethods.methods.length === 0) return null
  const price = prices.major(Math.min(...servedMethods.methods.map(({ price }) => price)))
  return (
    <Notice title={<bdi>{formatCountryName(userCountry, language)}</bdi>}>
      <span suppressHydrationWarning>{t('geo', { price })}</span>
    </Notice>
  )
}

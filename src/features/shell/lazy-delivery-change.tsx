import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
import { hasParcel } from '@/domain/catalog/plans'
import { resolveAddressee } from '@/domain/checkout/residence'
import { formatCountryName } from '@/domain/data/country-names'
import { Notice } from '@/ui/notice'

export interface DeliveryChangeProps {
  /** The checkout before the parcel's country was changed. */
  before: WireCheckout
  /** Above the summary of desktops, or in the bar with a phone's total. */
  placement: 'summary' | 'bar'
}

/** Says that another country has changed the price of delivery; nothing if the price is the same. */
export function DeliveryChange({ before, placement }: DeliveryChangeProps) {
  const { t } = useTranslation('common')
  const { language } = usePage()
  const checkout = useCheckout(({ checkout }) => checkout)
  const prices = usePrices(checkout.currency)
  const price = readDeliveryPrice(checkout)
  const priceBefore = readDeliveryPrice(before)
  const isComparable = price !== null && priceBefore !== null
  if (!isComparable || price === priceBefore || checkout.currency !== before.currency) return null
  const format = (amount: number) => (amount > 0 ? prices.minor(amount) : t('delivery.free'))
  const text = t('delivery.changed', {
    country: formatCountryName(resolveAddressee(checkout.state).country, language),
    price: format(price),
    before: format(priceBefore),
  })
  return placement === 'bar' ? (
    <p className="basis-full text-sm">{text}</p>
  ) : (
    <Notice className="max-lg:hidden">{text}</Notice>
  )
}

/** What the server charges for delivery, in minor units; null without a price. */
const readDeliveryPrice = ({ state, quote }: WireCheckout): number | null =>
  quote && hasParcel(state.category) && state.selectedShippingMethod ? quote.shipping : null

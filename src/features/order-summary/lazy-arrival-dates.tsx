import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/format/use-dates'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { resolveAddressee } from '@/domain/checkout/residence'

/** Dates between which a parcel ordered today arrives. */
export function ArrivalDates({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('common')
  const { courierDay } = usePage()
  const { range } = useDates()
  const country = useCheckout(state => resolveAddressee(optimisticState(state)).country)
  const { from, to } = estimateArrival(method, { today: courierDay, country })
  return (
    <span className="block" suppressHydrationWarning>
      {t('delivery.arrives', { dates: range(from, to) })}
    </span>
  )
}

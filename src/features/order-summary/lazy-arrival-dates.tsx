import { useCheckout } from '@/client/checkout/checkout-provider'
import { useArrival } from '@/client/format/use-arrival'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { resolveAddressee } from '@/domain/checkout/residence'

/** Dates between which a parcel ordered today arrives. */
export function ArrivalDates({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('common')
  const country = useCheckout(state => resolveAddressee(optimisticState(state)).country)
  const { dates } = useArrival(method, country)
  return (
    <span className="block" suppressHydrationWarning>
      {t('delivery.arrives', { dates })}
    </span>
  )
}

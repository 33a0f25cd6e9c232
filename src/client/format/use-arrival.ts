import { usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/format/use-dates'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'

/** The first and last day on which a parcel ordered now arrives, also as one text. */
export function useArrival(method: ShippingMethod, country: string) {
  const { courierDay } = usePage()
  const { range } = useDates()
  const arrival = estimateArrival(method, { today: courierDay, country })
  return { arrival, dates: range(arrival.from, arrival.to) }
}

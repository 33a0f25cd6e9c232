import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/format/use-dates'
import { useTranslation } from '@/client/texts/use-translation'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { tripStartRange } from '@/domain/checkout/trip-start'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'

/** The first and last day on which a parcel ordered now arrives, also as one text with its condition. */
export function useArrival(method: ShippingMethod, country: string) {
  const { courierDay } = usePage()
  const { range } = useDates()
  const addCondition = usePhotoCondition()
  const arrival = estimateArrival(method, { today: courierDay, country })
  return { arrival, dates: addCondition(range(arrival.from, arrival.to)) }
}

/** The day the trip starts, for comparison with an arrival; null without one and once it has passed. */
export function useTripStart(): string | null {
  const { today } = usePage()
  const { trip_start } = useCheckoutState('trip_start')
  return trip_start && trip_start >= tripStartRange(today).earliest ? trip_start : null
}

/** Adds to the days of arrival that they need the missing photos today. */
export function usePhotoCondition(): (dates: string) => string {
  const { t } = useTranslation('common')
  const { images } = useCheckoutState('approval_documents').approval_documents
  const areMissing = findMissingPhotoTypes(images).length > 0
  return dates => (areMissing ? t('delivery.ifPhotos', { dates }) : dates)
}

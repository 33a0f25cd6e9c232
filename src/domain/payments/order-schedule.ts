import { findCutoff, resolveCourierDay } from '@/domain/catalog/courier-day'
import { hasParcel } from '@/domain/catalog/plans'
import { estimateDelivery, estimateDispatch } from '@/domain/catalog/shipping-methods'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'

/** The dates of a paid order. Days are `yyyy-mm-dd` in UTC, times are ISO. */
export interface OrderSchedule {
  hasAllPhotos: boolean
  /** When the last photo was stored; null while one is missing, and in orders that did not store it. */
  photosAt: string | null
  /** The digital permit is sent by then; null while this is not known. */
  digitalBy: string | null
  /** Null for a digital permit. */
  parcel: {
    /** Missing photos have to be stored by then for these dates; null without a missing one. */
    photosBy: string | null
    sentOn: string
    /** The first and the last day of arrival; null without a courier. */
    arrival: { from: string; to: string } | null
  } | null
}

interface ScheduleContext {
  paidAt: string
  /** The day that a photo stored now counts for, and the courier's cutoff. */
  courierDay: string
  courierCutoff: string
}

/** Minutes until the digital permit is sent, from the payment and the last photo. */
const digitalMinutes = { urgent: 20, standard: 120 }

/** How fast the digital permit of an order is made. */
export const resolveSpeed = ({ urgent }: Pick<CheckoutState, 'urgent'>) =>
  urgent.selected ? 'urgent' : 'standard'

/**
 * What happens when after the payment, on the thank-you page and in the mails. Work begins once the
 * order is paid and has its four photos; while one is missing, the dates assume that it is stored
 * before the cutoff (`HH:MM`, UTC) of `courierDay`.
 */
export function scheduleOrder(
  state: Pick<
    CheckoutState,
    'approval_documents' | 'urgent' | 'category' | 'shipping' | 'selectedShippingMethod'
  >,
  { paidAt, courierDay, courierCutoff }: ScheduleContext,
): OrderSchedule {
  const { images } = state.approval_documents
  const hasAllPhotos = findMissingPhotoTypes(images).length === 0
  const photosAt = hasAllPhotos ? findLastTime(images.map(({ added_at }) => added_at)) : null
  const startedAt = photosAt && findLastTime([photosAt, paidAt])
  const startDay = hasAllPhotos
    ? resolveCourierDay(new Date(startedAt ?? paidAt), courierCutoff)
    : courierDay
  return {
    hasAllPhotos,
    photosAt,
    digitalBy: startedAt && addMinutes(startedAt, digitalMinutes[resolveSpeed(state)]),
    parcel: hasParcel(state.category)
      ? {
          photosBy: hasAllPhotos ? null : findCutoff(courierDay, courierCutoff),
          ...scheduleParcel(state, startDay),
        }
      : null,
  }
}

function scheduleParcel(
  {
    shipping: { country },
    selectedShippingMethod: method,
  }: Pick<CheckoutState, 'shipping' | 'selectedShippingMethod'>,
  startDay: string,
) {
  const sentOn = estimateDispatch(startDay)
  return { sentOn, arrival: method && estimateDelivery(method, { sentOn, country }) }
}

/** The last of some ISO times; null when one is not known. */
const findLastTime = (times: (string | undefined)[]): string | null =>
  times.every(time => time !== undefined) ? (times.toSorted().at(-1) ?? null) : null

const addMinutes = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString()

import { resolveCourierDay } from '@/domain/catalog/courier-day'
import { findEndedDay } from '@/domain/dates/day-end'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { type OrderSchedule, resolveSpeed, scheduleOrder } from '@/domain/payments/order-schedule'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import type { Block, LetterStep } from '@/server/mails/letter-blocks'
import type { MailTexts } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/load-message'

/** The next steps with their dates, as on the thank-you page. */
export async function buildNextSteps(
  backend: Backend,
  texts: MailTexts,
  message: Message,
): Promise<Block> {
  const { t, formatTime } = texts
  const { state, order, timeZone } = message
  const { hasAllPhotos, digitalBy, parcel } = scheduleOrder(state, {
    paidAt: order.paidAt.toISOString(),
    courierDay: resolveCourierDay(backend.now(), backend.env.courierCutoff),
    courierCutoff: backend.env.courierCutoff,
  })
  const steps = [
    {
      title: t(hasAllPhotos ? 'thank-you:next.check' : 'thank-you:next.photos'),
      text: t(hasAllPhotos ? 'thank-you:next.checkText' : 'thank-you:next.photosText'),
    },
    {
      title: t('thank-you:next.digital'),
      date: digitalBy
        ? t('thank-you:next.by', { when: formatTime(digitalBy, timeZone) })
        : t(`thank-you:next.within.${resolveSpeed(state)}`),
      text: t('thank-you:next.to', { email: state.customer.email }),
    },
  ]
  if (parcel) steps.push(...(await buildParcelSteps(backend, texts, message, parcel)))
  return { kind: 'steps', heading: t('thank-you:next.heading'), steps }
}

async function buildParcelSteps(
  backend: Backend,
  texts: MailTexts,
  message: Message,
  { photosBy, sentOn, arrival }: NonNullable<OrderSchedule['parcel']>,
): Promise<LetterStep[]> {
  const { t, formatDayRange } = texts
  const point = findPickupPoint(message, await backend.catalog())
  const place = formatPlace(texts, message, point)
  const condition = photosBy && formatPhotoDeadline(texts, photosBy, message.timeZone)
  return [
    {
      title: t(point ? 'thank-you:next.collectPrint' : 'thank-you:next.print'),
      date: formatDayRange(sentOn, sentOn),
      text: t('thank-you:next.printText'),
    },
    {
      title: t(point ? 'thank-you:next.ready' : 'thank-you:next.arrives'),
      ...(arrival && { date: formatDayRange(arrival.from, arrival.to) }),
      text:
        arrival && condition ? t('common:together', { first: condition, second: place }) : place,
    },
  ]
}

/** Until when missing photos have to be in; midnight is the end of a day. */
function formatPhotoDeadline(
  { t, formatTime, formatDayOfTime }: MailTexts,
  at: string,
  timeZone: string,
): string {
  const day = findEndedDay(at, timeZone)
  return day
    ? t('thank-you:next.ifPhotosDay', { day: formatDayOfTime(day, timeZone) })
    : t('thank-you:next.ifPhotos', { when: formatTime(at, timeZone) })
}

/** Where the parcel goes and who brings it. */
function formatPlace(
  { t, joinLines }: MailTexts,
  { state: { selectedShippingMethod: method, shipping } }: Message,
  point: ReturnType<typeof findPickupPoint>,
): string {
  if (point) {
    const address = joinLines(point.address.split('\n'))
    return t('thank-you:next.collectAt', { point: point.name, address })
  }
  if (!method) return t('thank-you:next.arriveSoon')
  const { code, name } = method
  return t('thank-you:next.arriveTo', {
    name: t(`common:delivery.methods.${code}`, { defaultValue: name }),
    address: joinLines([shipping.address, shipping.city].filter(Boolean)),
  })
}

/** The pickup point; undefined when the permit is sent to the customer. */
export function findPickupPoint({ state }: Message, catalog: Catalog) {
  const partner = findPickupPartner(state)
  const points = partner ? catalog.pickupPoints(partner) : []
  return points.find(({ id }) => id === state.shipping.pickup_point)
}

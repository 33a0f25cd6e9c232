import { hasParcel } from '@/domain/catalog/plans'
import { estimateArrival } from '@/domain/catalog/shipping-methods'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { toIsoDate } from '@/server/infra/clock'
import type { Block } from '@/server/mails/letter-blocks'
import type { MailTexts } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/load-message'

/** The next steps, as on the thank-you page. All times count from the photos. */
export async function buildNextSteps(
  backend: Backend,
  texts: MailTexts,
  message: Message,
): Promise<Block> {
  const { t } = texts
  const { state } = message
  const hasAllPhotos = hasPhotos(message)
  const speed = state.urgent.selected ? 'urgent' : 'standard'
  const steps = [
    {
      title: t(hasAllPhotos ? 'thank-you:next.check' : 'thank-you:next.photos'),
      text: t(hasAllPhotos ? 'thank-you:next.checkText' : 'thank-you:next.photosText'),
    },
    {
      title: t('thank-you:next.digital'),
      text: t(`thank-you:next.digitalText.${speed}`, { email: state.customer.email }),
    },
  ]
  if (hasParcel(state.category)) steps.push(...(await buildParcelSteps(backend, texts, message)))
  return { kind: 'steps', heading: t('thank-you:next.heading'), steps }
}

const hasPhotos = ({ state }: Message) =>
  findMissingPhotoTypes(state.approval_documents.images).length === 0

async function buildParcelSteps(backend: Backend, texts: MailTexts, message: Message) {
  const { t } = texts
  const catalog = await backend.catalog()
  const point = findPickupPoint(message, catalog)
  const text = formatArrival(texts, message, { catalog, today: toIsoDate(backend.now()) })
  return [
    {
      title: t(point ? 'thank-you:next.collectPrint' : 'thank-you:next.print'),
      text: t('thank-you:next.printText'),
    },
    { title: t(point ? 'thank-you:next.collect' : 'thank-you:next.arrive'), text },
  ]
}

/** The pickup point; undefined when the permit is sent to the customer. */
export function findPickupPoint({ state }: Message, catalog: Catalog) {
  const partner = findPickupPartner(state)
  const points = partner ? catalog.pickupPoints(partner) : []
  return points.find(({ id }) => id === state.shipping.pickup_point)
}

/** The courier, or the delivery to the pickup point; undefined when it is no longer offered. */
export function findMethod({ order, state }: Message, catalog: Catalog) {
  const partner = findPickupPartner(state)
  const methods = catalog.shippingMethods(state.shipping.country, order.currency, partner)
  return methods.find(({ code }) => code === state.selectedShippingMethod?.code)
}

/** The arrival days, counted from the payment, or from today while photos are missing. */
function formatArrival(
  { t, formatDayRange, formatDay, joinLines }: MailTexts,
  message: Message,
  { catalog, today }: { catalog: Catalog; today: string },
): string {
  const { order, state } = message
  const method = findMethod(message, catalog)
  if (!method) return t('thank-you:next.arriveSoon')
  const hasAllPhotos = hasPhotos(message)
  const startDay = hasAllPhotos ? toIsoDate(order.paidAt) : today
  const days = estimateArrival(method, { today: startDay, country: state.shipping.country })
  const values = {
    name: method.name,
    dates: formatDayRange(days.from, days.to),
    day: formatDay(startDay),
  }
  const point = findPickupPoint(message, catalog)
  if (!point) return t(hasAllPhotos ? 'arrive.on' : 'arrive.ifPhotos', values)
  const pickupValues = { point: point.name, address: joinLines(point.address.split('\n')) }
  return t(hasAllPhotos ? 'collect.on' : 'collect.ifPhotos', { ...values, ...pickupValues })
}

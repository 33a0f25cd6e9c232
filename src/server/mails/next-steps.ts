import { hasParcel } from '@/domain/catalog/plans'
import { arrivalOf } from '@/domain/catalog/shipping-methods'
import { pickupPartner } from '@/domain/links/partner-offer'
import { missingPhotos } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { todayOf } from '@/server/infra/clock'
import type { Block } from '@/server/mails/letter-blocks'
import type { Words } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/messages'

/** What happens next, as the page after the payment says it. Everything counts from the photos. */
export async function nextSteps(backend: Backend, words: Words, message: Message): Promise<Block> {
  const { t } = words
  const { state } = message
  const photos = hasPhotos(message)
  const speed = state.urgent.selected ? 'urgent' : 'standard'
  const steps = [
    {
      title: t(photos ? 'thank-you:next.check' : 'thank-you:next.photos'),
      text: t(photos ? 'thank-you:next.checkText' : 'thank-you:next.photosText'),
    },
    {
      title: t('thank-you:next.digital'),
      text: t(`thank-you:next.digitalText.${speed}`, { email: state.customer.email }),
    },
  ]
  if (hasParcel(state.category)) steps.push(...(await parcelSteps(backend, words, message)))
  return { kind: 'steps', heading: t('thank-you:next.heading'), steps }
}

const hasPhotos = ({ state }: Message) =>
  missingPhotos(state.approval_documents.images).length === 0

async function parcelSteps(backend: Backend, words: Words, message: Message) {
  const { t } = words
  const catalog = await backend.catalog()
  const point = pointOf(message, catalog)
  const text = arrival(words, message, { catalog, today: todayOf(backend.now()) })
  return [
    {
      title: t(point ? 'thank-you:next.collectPrint' : 'thank-you:next.print'),
      text: t('thank-you:next.printText'),
    },
    { title: t(point ? 'thank-you:next.collect' : 'thank-you:next.arrive'), text },
  ]
}

/** Where the permit is collected; undefined when it is sent. */
function pointOf({ state }: Message, catalog: Catalog) {
  const partner = pickupPartner(state)
  const points = partner ? catalog.pickupPoints(partner) : []
  return points.find(({ id }) => id === state.shipping.pickup_point)
}

/** The days of arrival, counted from the payment; without the photos, from the day they would have to be here. */
function arrival(
  { t, range, day, listed }: Words,
  message: Message,
  { catalog, today }: { catalog: Catalog; today: string },
): string {
  const { order, state } = message
  const partner = pickupPartner(state)
  const methods = catalog.shippingMethods(state.shipping.country, order.currency, partner)
  const method = methods.find(({ code }) => code === state.selectedShippingMethod?.code)
  if (!method) return t('thank-you:next.arriveSoon')
  const photos = hasPhotos(message)
  const from = photos ? todayOf(order.paidAt) : today
  const days = arrivalOf(method, { today: from, country: state.shipping.country })
  const said = { name: method.name, dates: range(days.from, days.to), day: day(from) }
  const point = pointOf(message, catalog)
  if (!point) return t(photos ? 'arrive.on' : 'arrive.ifPhotos', said)
  const place = { point: point.name, address: listed(point.address.split('\n')) }
  return t(photos ? 'collect.on' : 'collect.ifPhotos', { ...said, ...place })
}

import { and, eq, isNotNull } from 'drizzle-orm'
import { hasParcel } from '@/domain/catalog/plans'
import { estimateDelivery } from '@/domain/catalog/shipping-methods'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { outbox } from '@/server/db/tables/outbox'
import { toIsoDate } from '@/server/infra/clock'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Fact, Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts, type MailTexts } from '@/server/mails/mail-texts'
import { findPickupPoint } from '@/server/mails/next-steps'
import type { Message } from '@/server/outbox/load-message'

/**
 * The permit was sent: where it is, when it arrives, and what it is used with; or, after such a mail, its
 * tracking number was corrected.
 */
export async function buildFulfilledMail(backend: Backend, message: Message): Promise<Letter> {
  const { order, state } = message
  const texts = await loadMailTexts(message.language)
  const { t } = texts
  const catalog = await backend.catalog()
  const variant = (await isCorrection(backend, message))
    ? 'corrected'
    : resolveVariant(message, catalog)
  return {
    ...buildFrame(backend, texts),
    subject: t(`fulfilled.subject.${variant}`, { number: order.id }),
    title: t(`fulfilled.title.${variant}`),
    blocks: [
      { kind: 'text', text: t(`fulfilled.text.${variant}`, { email: state.customer.email }) },
      { kind: 'facts', facts: buildFacts(texts, message, catalog) },
      { kind: 'notice', title: t('thank-you:licence.title'), text: t('thank-you:licence.text') },
      buildHelpLinks(backend, texts),
    ],
  }
}

/** Whether the customer has the mail with another tracking number; one that was not sent corrects nothing. */
async function isCorrection({ db }: Backend, { order, dedupeKey }: Message): Promise<boolean> {
  if (dedupeKey === '') return false
  const [earlierMail] = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.orderId, order.id),
        eq(outbox.kind, 'fulfilled_mail'),
        isNotNull(outbox.sentAt),
      ),
    )
    .limit(1)
  return earlierMail !== undefined
}

function resolveVariant(message: Message, catalog: Catalog): 'sent' | 'collect' | 'digital' {
  if (!hasParcel(message.state.category)) return 'digital'
  return findPickupPoint(message, catalog) ? 'collect' : 'sent'
}

function buildFacts(texts: MailTexts, message: Message, catalog: Catalog): Fact[] {
  const { t } = texts
  const { id, trackingNumber } = message.order
  const arrival = formatArrival(texts, message, catalog)
  return [
    ...(arrival ? [{ label: t('thank-you:next.arrive'), value: arrival }] : []),
    ...(trackingNumber ? [{ label: t('fulfilled.tracking'), value: trackingNumber }] : []),
    { label: t('thank-you:number'), value: id },
  ]
}

/** The days of arrival, counted from the day it was sent; undefined without a parcel. */
function formatArrival(
  { t, formatDayRange, joinLines }: MailTexts,
  message: Message,
  catalog: Catalog,
): string | undefined {
  const { order, state } = message
  const method = hasParcel(state.category) && state.selectedShippingMethod
  if (!method || !order.fulfilledAt) return undefined
  const { country } = state.shipping
  const days = estimateDelivery(method, { sentOn: toIsoDate(order.fulfilledAt), country })
  const dates = formatDayRange(days.from, days.to)
  const point = findPickupPoint(message, catalog)
  if (!point) return t('arrive.on', { name: method.name, dates })
  const address = joinLines(point.address.split('\n'))
  return t('collect.on', { point: point.name, address, dates })
}

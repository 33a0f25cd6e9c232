import { eq, inArray } from 'drizzle-orm'
import type { CurrencyCode } from '@/domain/data/currencies'
import { toMajor } from '@/domain/pricing/money'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { checkoutEvents, providerEvents } from '@/server/db/tables/events'
import { attempts, orders, refunds } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages } from '@/server/db/tables/photos'
import { findOrder } from '@/server/orders/show-order'

/** Something that happened to an order; amounts in major units, no personal data. */
export interface TimelineEntry {
  /** ISO 8601 in UTC. */
  at: string
  what: string
  detail: Record<string, unknown>
}

/**
 * What happened to an order's checkout, the earliest first: steps, prices, coupon decisions, payments,
 * provider events, refunds, mails, events and photos. Throws `not_found`.
 */
export async function readTimeline(backend: Backend, id: string): Promise<TimelineEntry[]> {
  const { checkoutId } = (await findOrder(backend, id)).order
  const parts = await Promise.all([
    readCheckoutEntries(backend, checkoutId),
    readPaymentEntries(backend, checkoutId),
    readMessageEntries(backend, checkoutId),
    readPhotoEntries(backend, checkoutId),
  ])
  return parts.flat().sort((a, b) => a.at.localeCompare(b.at))
}

const toEntry = (
  time: Date | null,
  what: string,
  detail: Record<string, unknown> = {},
): TimelineEntry[] => (time ? [{ at: time.toISOString(), what, detail }] : [])

async function readCheckoutEntries({ db }: Backend, id: string): Promise<TimelineEntry[]> {
  const [checkout] = await db
    .select({ createdAt: checkouts.createdAt })
    .from(checkouts)
    .where(eq(checkouts.id, id))
  const events = await db
    .select()
    .from(checkoutEvents)
    .where(eq(checkoutEvents.checkoutId, id))
    .orderBy(checkoutEvents.id)
  const correction = events.find(({ kind }) => kind === 'tracking')
  const rows = await db.select().from(orders).where(eq(orders.checkoutId, id))
  return [
    ...toEntry(checkout?.createdAt ?? null, 'checkout begun'),
    ...events.flatMap(({ createdAt, kind, detail }) => toEntry(createdAt, kind, detail)),
    ...rows.flatMap(order => [
      ...toEntry(order.paidAt, 'order paid', { order: order.id, kind: order.kind }),
      ...toEntry(order.fulfilledAt, 'order fulfilled', {
        order: order.id,
        tracking_number: correction ? correction.detail['from'] : order.trackingNumber,
      }),
    ]),
  ]
}

async function readPaymentEntries({ db }: Backend, checkoutId: string): Promise<TimelineEntry[]> {
  const payments = await db.select().from(attempts).where(eq(attempts.checkoutId, checkoutId))
  const ids = payments.map(({ id }) => id)
  const events = await db
    .select()
    .from(providerEvents)
    .where(inArray(providerEvents.attemptId, ids))
  const refundRows = await db.select().from(refunds).where(inArray(refunds.attemptId, ids))
  const currencyOf = (attemptId: string) =>
    payments.find(({ id }) => id === attemptId)?.currency as CurrencyCode
  return [
    ...payments.flatMap(({ id, createdAt, checkedAt, provider, state, reason, ...payment }) => {
      const currency = payment.currency as CurrencyCode
      const amount = toMajor(payment.amount, currency)
      return [
        ...toEntry(createdAt, 'payment begun', { attempt: id, provider, amount, currency }),
        ...toEntry(checkedAt, `payment ${state}`, { attempt: id, ...(reason && { reason }) }),
      ]
    }),
    ...events.flatMap(({ receivedAt, type, attemptId }) =>
      toEntry(receivedAt, 'provider event', { type, attempt: attemptId }),
    ),
    ...refundRows.flatMap(({ createdAt, state, reason, ...refund }) =>
      toEntry(createdAt, `refund ${state}`, {
        attempt: refund.attemptId,
        amount: toMajor(refund.amount, currencyOf(refund.attemptId)),
        ...(reason && { reason }),
      }),
    ),
  ]
}

/** Mails to the customer and events to the operator's system. */
async function readMessageEntries({ db }: Backend, checkoutId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .select({ message: outbox })
    .from(outbox)
    .innerJoin(orders, eq(orders.id, outbox.orderId))
    .where(eq(orders.checkoutId, checkoutId))
  return rows.flatMap(
    ({ message: { kind, createdAt, sentAt, closed, attempts: tries, reason } }) => [
      ...toEntry(createdAt, `${kind} queued`, {
        ...(closed && { closed }),
        ...(!sentAt && !closed && tries > 0 && { tries, reason }),
      }),
      ...toEntry(sentAt, `${kind} sent`),
    ],
  )
}

async function readPhotoEntries({ db }: Backend, checkoutId: string): Promise<TimelineEntry[]> {
  const photos = await db
    .select()
    .from(approvalImages)
    .where(eq(approvalImages.checkoutId, checkoutId))
  return photos.flatMap(({ updatedAt, type, revision }) =>
    toEntry(updatedAt, 'photo uploaded', { type, revision }),
  )
}

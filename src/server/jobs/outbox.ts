import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { OrderEvent } from '@/contract/order-events'
import type { Backend } from '@/server/backend'
import {
  type MessageCloseReason,
  type MessageKind,
  type OutboxRow,
  outbox,
} from '@/server/db/tables/outbox'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { buildAddPhotosMail } from '@/server/mails/add-photos'
import { buildConfirmationMail } from '@/server/mails/confirmation'
import { buildFulfilledMail } from '@/server/mails/fulfilled'
import { renderMail } from '@/server/mails/letter'
import type { Letter } from '@/server/mails/letter-blocks'
import { buildRecoveryMail } from '@/server/mails/recovery'
import { buildRefundMail } from '@/server/mails/refund'
import { buildRenewalMail, buildRenewalReminderMail } from '@/server/mails/renewal'
import { buildMessage, type Message } from '@/server/outbox/load-message'
import { loadRecovery } from '@/server/outbox/load-recovery'
import { buildOrderEvent, buildPurchaseEvent } from '@/server/outbox/order-event'

const intervalMs = 3_000
/** A batch is sent in parallel, so that a message that hangs delays no other. */
const batchSize = 10
/** Longer than any delivery takes: afterwards the sender counts as dead, and another retries. */
const leaseMs = 90_000
/** Delay after a failure; doubled with each further one, up to the maximum. */
const backoffMs = 30_000
const maxBackoffMs = 60 * 60_000
const giveUpAfterMs = 3 * 24 * 60 * 60_000

/** Mails and events are sent independently: while one receiver is down, the other is served. */
export const channels: Record<'mails' | 'events', MessageKind[]> = {
  mails: [
    'confirmation_mail',
    'add_photos_mail',
    'fulfilled_mail',
    'refund_mail',
    'renewal_mail',
    'renewal_reminder_mail',
    'recovery_mail',
  ],
  events: [
    'order_paid',
    'order_photos',
    'order_changed',
    'order_fulfilled',
    'order_refunded',
    'order_disputed',
    'purchase_event',
  ],
}

/**
 * Sends the due messages of some kinds, each claimed by one instance. A message that fails, or
 * whose instance dies, is sent again later; receivers detect duplicates by its id.
 */
export async function sendDueMessages(backend: Backend, kinds: MessageKind[]): Promise<void> {
  let batch: OutboxRow[]
  do {
    batch = await claim(backend, kinds)
    await Promise.all(batch.map(row => deliver(backend, row)))
  } while (batch.length === batchSize)
}

const isOpen = and(isNull(outbox.sentAt), isNull(outbox.closed))

/**
 * Claims a batch by moving `due_at` past the lease; rows locked by another instance are skipped.
 */
async function claim({ db, now }: Backend, kinds: MessageKind[]): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isOpen, inArray(outbox.kind, kinds), lte(outbox.dueAt, now())))
    .orderBy(outbox.dueAt, outbox.id)
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({ dueAt: addMilliseconds(now(), leaseMs), attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} in (${due})`)
    .returning()
}

/** Never throws: if the result cannot be stored, the message is sent again after its lease. */
async function deliver(backend: Backend, row: OutboxRow): Promise<void> {
  try {
    const delivery = await sendMessage(backend, row).catch((error: unknown) => ({ error }))
    crashAt('message_sent')
    if (typeof delivery === 'string') await markDelivered(backend, row, delivery)
    else await reschedule(backend, row, delivery.error)
  } catch (error) {
    backend.log.error(
      { event: 'outbox.mark_failed', ...toSafeLog(error), outbox: row.id },
      'an outbox message could not be marked as sent',
    )
  }
}

async function markDelivered(
  { db, now }: Backend,
  row: OutboxRow,
  delivery: Delivery,
): Promise<void> {
  const changes = delivery === 'sent' ? { sentAt: now(), reason: null } : { closed: delivery }
  await db.update(outbox).set(changes).where(eq(outbox.id, row.id))
}

/**
 * Only while `attempts` is unchanged: after its lease another instance may have claimed the row.
 */
async function reschedule(
  { db, now, log }: Backend,
  row: OutboxRow,
  error: unknown,
): Promise<void> {
  const { id, kind, attempts, createdAt } = row
  const isGivenUp = now().getTime() - createdAt.getTime() > giveUpAfterMs
  const logFields = { ...toSafeLog(error), outbox: id, kind, attempts }
  if (isGivenUp)
    log.error({ event: 'outbox.given_up', ...logFields }, 'an outbox message was given up')
  else
    log.warn(
      { event: 'outbox.send_failed', ...logFields },
      'an outbox message was not sent and will be retried',
    )
  const delayMs = Math.min(backoffMs * 2 ** (attempts - 1), maxBackoffMs)
  await db
    .update(outbox)
    .set({
      dueAt: addMilliseconds(now(), delayMs),
      reason: reasonOf(error),
      ...(isGivenUp && { closed: 'given_up' as const }),
    })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isOpen))
}

const addMilliseconds = (date: Date, milliseconds: number) =>
  new Date(date.getTime() + milliseconds)

function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'fault').slice(0, 60)
}

/** Starts sending due messages; returns the stop function. */
export function startOutbox(backend: Backend): () => void {
  const stops = Object.entries(channels).map(([channel, kinds]) =>
    runPeriodically(backend, {
      intervalMs,
      run: openBackend => sendDueMessages(openBackend, kinds),
      failureEvent: `outbox.${channel}_failed`,
    }),
  )
  return () => stops.forEach(stop => void stop())
}

/** `sent`, or `nothing_to_send`. Errors are thrown and retried. */
type Delivery = 'sent' | Extract<MessageCloseReason, 'nothing_to_send'>

type Sender = (backend: Backend, message: Message) => Promise<Delivery>

const senders: Record<Exclude<MessageKind, 'recovery_mail'>, Sender> = {
  confirmation_mail: createMailSender(buildConfirmationMail),
  add_photos_mail: createMailSender(buildAddPhotosMail),
  renewal_mail: createMailSender(buildRenewalMail),
  renewal_reminder_mail: createMailSender(buildRenewalReminderMail),
  fulfilled_mail: createMailSender(buildFulfilledMail),
  refund_mail: createMailSender(buildRefundMail),
  order_paid: createWebhookSender(buildOrderEvent('order.paid')),
  order_photos: createWebhookSender(buildOrderEvent('order.photos')),
  order_changed: createWebhookSender(buildOrderEvent('order.changed')),
  order_fulfilled: createWebhookSender(buildOrderEvent('order.fulfilled')),
  order_refunded: createWebhookSender(buildOrderEvent('order.refunded')),
  order_disputed: createWebhookSender(buildOrderEvent('order.disputed')),
  purchase_event: createWebhookSender((_, message) => buildPurchaseEvent(message)),
}

/** Sends a row's message, with the current data of its order or checkout. */
async function sendMessage(backend: Backend, row: OutboxRow): Promise<Delivery> {
  if (row.kind === 'recovery_mail') return sendRecoveryMail(backend, row)
  const message = await buildMessage(backend, row)
  return message ? senders[row.kind](backend, message) : 'nothing_to_send'
}

/** Reminds the customer of a checkout, unless it was paid, changed or stopped meanwhile. */
async function sendRecoveryMail(backend: Backend, row: OutboxRow): Promise<Delivery> {
  const recovery = await loadRecovery(backend, row)
  if (!recovery) return 'nothing_to_send'
  const { id, to, stopCode } = recovery
  const letter = await buildRecoveryMail(backend, recovery)
  const unsubscribeUrl = `${backend.env.appUrl}/checkouts/api/stop-mails/?code=${stopCode}`
  await backend.mail.send({ id, to, unsubscribeUrl, ...renderMail(letter) })
  return 'sent'
}

/** Mails the message to the customer, unless there is nothing to write or the address is erased. */
function createMailSender(
  buildLetter: (backend: Backend, message: Message) => Promise<Letter | undefined>,
): Sender {
  return async (backend, message) => {
    const { id, state } = message
    const to = state.customer.email
    const letter = to ? await buildLetter(backend, message) : undefined
    if (!letter) return 'nothing_to_send'
    await backend.mail.send({ id, to, ...renderMail(letter) })
    return 'sent'
  }
}

/** Posts the message to the operator's webhook, if there is one. */
function createWebhookSender(
  buildEvent: (backend: Backend, message: Message) => OrderEvent,
): Sender {
  return async (backend, message) => {
    if (!backend.orderWebhook) return 'nothing_to_send'
    await backend.orderWebhook.send(buildEvent(backend, message))
    return 'sent'
  }
}

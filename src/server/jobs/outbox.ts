import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type MessageKind, type OutboxRow, outbox } from '@/server/db/tables/outbox'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { type Delivery, sendMessage } from '@/server/jobs/outbox-senders'
import { runPeriodically } from '@/server/jobs/run-periodically'

const intervalMs = 3_000
/** Those of one claim are sent at the same time: none waits for another that hangs. */
const batchSize = 10
/** Longer than any delivery takes. Who has not said by then how it went has died: another tries. */
const leaseMs = 90_000
/** After a failure, doubled with each that follows, up to the longest. */
const backoffMs = 30_000
const maxBackoffMs = 60 * 60_000
const giveUpAfterMs = 3 * 24 * 60 * 60_000

/** Mails and events go their own ways: while one receiver is down, the other gets its messages. */
export const channels: Record<'mails' | 'events', MessageKind[]> = {
  mails: ['confirmation_mail', 'add_photos_mail', 'renewal_mail', 'renewal_reminder_mail'],
  events: ['order_paid', 'purchase_event'],
}

/**
 * Sends the due messages of some kinds, each by one instance. One that fails, or whose instance dies, comes
 * again later; a receiver that got it twice can tell by its id.
 */
export async function sendDueMessages(backend: Backend, kinds: MessageKind[]): Promise<void> {
  let batch: OutboxRow[]
  do {
    batch = await claim(backend, kinds)
    await Promise.all(batch.map(row => deliver(backend, row)))
  } while (batch.length === batchSize)
}

const isOpen = and(isNull(outbox.sentAt), isNull(outbox.closed))

/** Takes some messages for this instance by putting them off; rows another instance holds are skipped. */
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

/** Never fails: what cannot even be written down comes again when its lease is over. */
async function deliver(backend: Backend, row: OutboxRow): Promise<void> {
  try {
    const delivery = await sendMessage(backend, row).catch((error: unknown) => ({ error }))
    crashAt('message_sent')
    if (typeof delivery === 'string') await markDelivered(backend, row, delivery)
    else await reschedule(backend, row, delivery.error)
  } catch (error) {
    backend.log.error({ ...toSafeLog(error), outbox: row.id }, 'a message was not marked')
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

/** Only while nobody else has taken it: a lease may have ended meanwhile. */
async function reschedule(
  { db, now, log }: Backend,
  row: OutboxRow,
  error: unknown,
): Promise<void> {
  const { id, kind, attempts, createdAt } = row
  const isGivenUp = now().getTime() - createdAt.getTime() > giveUpAfterMs
  const logFields = { ...toSafeLog(error), outbox: id, kind, attempts }
  if (isGivenUp) log.error(logFields, 'a message is given up')
  else log.warn(logFields, 'a message was not sent, and is tried again')
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

/** Sends what is due now and then until stopped. */
export function startOutbox(backend: Backend): () => void {
  const stops = Object.entries(channels).map(([channel, kinds]) =>
    runPeriodically(backend, {
      intervalMs,
      run: openBackend => sendDueMessages(openBackend, kinds),
      failureMessage: `the outbox could not send its ${channel}`,
    }),
  )
  return () => stops.forEach(stop => void stop())
}

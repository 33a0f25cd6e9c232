import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type MessageKind, type OutboxRow, outbox } from '@/server/db/tables/outbox'
import { failpoint } from '@/server/infra/crash-point'
import { faultOf } from '@/server/infra/safe-error-log'
import { type Delivery, send } from '@/server/jobs/outbox-senders'
import { repeat } from '@/server/jobs/run-periodically'

const everyMs = 3_000
/** Those of one claim are sent at the same time: none waits for another that hangs. */
const atOnce = 10
/** Longer than any delivery takes. Who has not said by then how it went has died: another tries. */
const leaseMs = 90_000
/** After a failure, doubled with each that follows, up to the longest. */
const restMs = 30_000
const longestRestMs = 60 * 60_000
const givenUpMs = 3 * 24 * 60 * 60_000

/** Mails and events go their own ways: while one receiver is down, the other gets its messages. */
export const ways: Record<'mails' | 'events', MessageKind[]> = {
  mails: ['confirmation_mail', 'add_photos_mail', 'renewal_mail', 'renewal_reminder_mail'],
  events: ['order_paid', 'purchase_event'],
}

/**
 * Sends the due messages of some kinds, each by one instance. One that fails, or whose instance dies, comes
 * again later; a receiver that got it twice can tell by its id.
 */
export async function sendDue(backend: Backend, kinds: MessageKind[]): Promise<void> {
  let claimed: OutboxRow[]
  do {
    claimed = await claim(backend, kinds)
    await Promise.all(claimed.map(row => deliver(backend, row)))
  } while (claimed.length === atOnce)
}

const isOpen = and(isNull(outbox.sentAt), isNull(outbox.closed))

/** Takes some messages for this instance by putting them off; rows another instance holds are skipped. */
async function claim({ db, now }: Backend, kinds: MessageKind[]): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isOpen, inArray(outbox.kind, kinds), lte(outbox.dueAt, now())))
    .orderBy(outbox.dueAt, outbox.id)
    .limit(atOnce)
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({ dueAt: later(now(), leaseMs), attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} in (${due})`)
    .returning()
}

/** Never fails: what cannot even be written down comes again when its lease is over. */
async function deliver(backend: Backend, row: OutboxRow): Promise<void> {
  try {
    const delivery = await send(backend, row).catch((error: unknown) => ({ error }))
    failpoint('message_sent')
    if (typeof delivery === 'string') await close(backend, row, delivery)
    else await putOff(backend, row, delivery.error)
  } catch (error) {
    backend.log.error({ ...faultOf(error), outbox: row.id }, 'a message was not marked')
  }
}

async function close({ db, now }: Backend, row: OutboxRow, delivery: Delivery): Promise<void> {
  const end = delivery === 'sent' ? { sentAt: now(), reason: null } : { closed: delivery }
  await db.update(outbox).set(end).where(eq(outbox.id, row.id))
}

/** Only while nobody else has taken it: a lease may have ended meanwhile. */
async function putOff({ db, now, log }: Backend, row: OutboxRow, error: unknown): Promise<void> {
  const { id, kind, attempts, createdAt } = row
  const isGivenUp = now().getTime() - createdAt.getTime() > givenUpMs
  const about = { ...faultOf(error), outbox: id, kind, attempts }
  if (isGivenUp) log.error(about, 'a message is given up')
  else log.warn(about, 'a message was not sent, and is tried again')
  const restedMs = Math.min(restMs * 2 ** (attempts - 1), longestRestMs)
  await db
    .update(outbox)
    .set({
      dueAt: later(now(), restedMs),
      reason: reasonOf(error),
      ...(isGivenUp && { closed: 'given_up' as const }),
    })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isOpen))
}

const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds)

function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'fault').slice(0, 60)
}

/** Sends what is due now and then until stopped. */
export function startOutbox(backend: Backend): () => void {
  const stops = Object.entries(ways).map(([way, kinds]) =>
    repeat(backend, {
      everyMs,
      run: open => sendDue(open, kinds),
      failed: `the outbox could not send its ${way}`,
    }),
  )
  return () => stops.forEach(stop => void stop())
}

import { and, eq, gt, gte, isNull, lte, notExists, sql } from 'drizzle-orm'
import { validateEmail } from '@/domain/driver/email'
import type { Backend } from '@/server/backend'
import { emailHashOf } from '@/server/checkout/returning-buyers'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { outbox } from '@/server/db/tables/outbox'
import { recoveryAddresses } from '@/server/db/tables/recovery'
import { generateId } from '@/server/infra/tokens'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { awayMs, hasPaidSince } from '@/server/outbox/load-recovery'

const intervalMs = 60_000
/** Enough for a busy shop; the next run follows within a minute. */
const maxPerRun = 200
const dayMs = 24 * 60 * 60_000
/** A reminder that comes later, such as after an outage, is about something forgotten. */
const staleAfterMs = dayMs
/** Bounds the search; the index is by the beginning. */
const beginWindowMs = 7 * dayMs
/** The same mailbox is not reminded again for so long, whatever orders it begins. */
const addressPauseMs = 30 * dayMs

/**
 * Queues a reminder for each customer who agreed to mails, has not paid and has been away for an
 * hour: once per checkout, and once per mailbox in 30 days. Several instances may run this in parallel.
 */
export async function queueRecoveryMails(backend: Backend): Promise<void> {
  if (!backend.env.hasRecoveryMails) return
  for (let count = 0; count < maxPerRun; count += 1)
    // One checkout in each transaction, so that two instances never wait for each other's addresses.
    if (!(await backend.db.transaction(tx => queueNext(backend, tx)))) return
}

/** Queues the reminder of one checkout, or records that it gets none; false without a checkout. */
async function queueNext(backend: Backend, tx: Tx): Promise<boolean> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(isForsaken(backend, tx))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!checkout) return false
  const createdAt = backend.now()
  const isWanted = await claimAddress(backend, tx, checkout)
  await tx.insert(outbox).values({
    checkoutId: checkout.id,
    kind: 'recovery_mail',
    createdAt,
    dueAt: createdAt,
    ...(!isWanted && { closed: 'nothing_to_send' as const }),
  })
  return true
}

const isForsaken = ({ now }: Backend, tx: Tx) => {
  const nowMs = now().getTime()
  return and(
    isNull(checkouts.erasedAt),
    eq(checkouts.status, 'processing'),
    isNull(checkouts.activeAttemptId),
    gte(checkouts.createdAt, new Date(nowMs - beginWindowMs)),
    lte(checkouts.updatedAt, new Date(nowMs - awayMs)),
    gt(checkouts.updatedAt, new Date(nowMs - staleAfterMs)),
    gt(checkouts.expiresAt, now()),
    sql`${checkouts.state} -> 'customer' ->> 'email_consent' = 'true'`,
    sql`${checkouts.state} -> 'customer' ->> 'email' <> ''`,
    notExists(tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.checkoutId, checkouts.id))),
  )
}

/**
 * Takes the mailbox's reminder for this checkout. False for an invalid address, one that has paid
 * since, was reminded lately or has stopped such mails. Of two checkouts at once one gets it.
 */
async function claimAddress(
  { now }: Backend,
  tx: Tx,
  { id: checkoutId, state, createdAt }: CheckoutRow,
): Promise<boolean> {
  const { email } = state.customer
  const emailHash = validateEmail(email) ? null : emailHashOf(email)
  if (!emailHash || (await hasPaidSince(tx, emailHash, createdAt))) return false
  const claim = { checkoutId, mailedAt: now() }
  const claimed = await tx
    .insert(recoveryAddresses)
    .values({ emailHash, stopCode: generateId(), ...claim })
    .onConflictDoUpdate({
      target: recoveryAddresses.emailHash,
      set: claim,
      setWhere: sql`${recoveryAddresses.stoppedAt} is null and ${recoveryAddresses.mailedAt} < ${new Date(now().getTime() - addressPauseMs).toISOString()}`,
    })
    .returning({ emailHash: recoveryAddresses.emailHash })
  return claimed.length > 0
}

/** Starts queueing reminders; returns the stop function. */
export const startRecovery = (backend: Backend): (() => void) =>
  runPeriodically(backend, { intervalMs, run: queueRecoveryMails, failureEvent: 'recovery.failed' })

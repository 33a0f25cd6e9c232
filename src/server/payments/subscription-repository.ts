import { and, eq } from 'drizzle-orm'
import { type RenewalState, renewalEdges } from '@/domain/payments/auto-renewal'
import { mayBecome } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { outbox } from '@/server/db/tables/outbox'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import { generateToken, hashOf, isToken } from '@/server/infra/tokens'
import { releaseHit } from '@/server/limits/rate-limit'

/** The renewal of a checkout's plan, if it has one. */
export async function findRenewalByCheckout(
  db: Db,
  checkoutId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.checkoutId, checkoutId))
  return row
}

/** A renewal by its own id. */
export async function findRenewalById(
  db: Db | Tx,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row
}

type RenewalChanges = Partial<typeof subscriptions.$inferInsert>

/**
 * Moves a renewal to another state and returns the current row. Does nothing if the transition is
 * not allowed or the state has changed meanwhile.
 */
export async function transitionRenewal(
  { now }: Pick<Backend, 'now'>,
  db: Db | Tx,
  row: SubscriptionRow,
  state: RenewalState,
  changes: RenewalChanges = {},
): Promise<SubscriptionRow> {
  if (!mayBecome(renewalEdges, row.state, state)) return row
  const [updated] = await db
    .update(subscriptions)
    .set({ ...changes, state, updatedAt: now() })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.state, row.state)))
    .returning()
  return updated ?? (await findRenewalById(db, row.id)) ?? row
}

/**
 * Takes a card off the counts of its limits: it is saved, or the bank was not asked. Idempotent; a
 * newer card's hits remain.
 */
export const releaseRenewalHits = (
  { db }: Pick<Backend, 'db'>,
  { id, idempotencyKey }: SubscriptionRow,
): Promise<void> =>
  db.transaction(async tx => {
    const isThisCard = and(
      eq(subscriptions.id, id),
      eq(subscriptions.idempotencyKey, idempotencyKey),
    )
    const [row] = await tx.select().from(subscriptions).where(isThisCard).for('update')
    for (const hit of row?.limitHits ?? []) await releaseHit({ db: tx }, hit)
    await tx.update(subscriptions).set({ limitHits: [] }).where(isThisCard)
  })

/** Long enough before the charge to stop the renewal or to change the card. */
const reminderLeadMs = 30 * 24 * 60 * 60_000

/** Queues the mails of a running renewal: the notice, and the reminder before its next charge. */
export async function enqueueRenewalMails(
  { now }: Pick<Backend, 'now'>,
  tx: Db | Tx,
  { orderId, chargeAt }: SubscriptionRow,
): Promise<void> {
  const remindAt = new Date(chargeAt.getTime() - reminderLeadMs)
  const chargeDay = chargeAt.toISOString().slice(0, 10)
  await tx
    .insert(outbox)
    .values([
      { orderId, kind: 'renewal_mail', dedupeKey: 'renewal', createdAt: now(), dueAt: now() },
      // Not created before it is due: the outbox gives up 3 days after `createdAt`.
      {
        orderId,
        kind: 'renewal_reminder_mail',
        dedupeKey: chargeDay,
        createdAt: remindAt,
        dueAt: remindAt,
      },
    ])
    .onConflictDoNothing()
}

/** Creates a code for a mail's stop link; it does not expire. Only its hash is stored. */
export async function createStopCode(db: Db, { id, stopHashes }: SubscriptionRow): Promise<string> {
  const code = generateToken()
  await db
    .update(subscriptions)
    .set({ stopHashes: [...stopHashes, hashOf(code)] })
    .where(eq(subscriptions.id, id))
  return `${id}.${code}`
}

/** The renewal that a mailed code stops; undefined for an unknown code. */
export async function findRenewalByStopCode(
  db: Db,
  mailedCode: string,
): Promise<SubscriptionRow | undefined> {
  const [id = '', code] = mailedCode.split('.')
  if (!isToken(code)) return undefined
  const row = await findRenewalById(db, id)
  return row?.stopHashes.includes(hashOf(code)) ? row : undefined
}

import { and, eq } from 'drizzle-orm'
import { type RenewalState, renewalEdges } from '@/domain/payments/auto-renewal'
import { mayBecome } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { outbox } from '@/server/db/tables/outbox'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import { generateToken, hashOf, isToken } from '@/server/infra/tokens'

/** The renewal of a checkout's plan, as far as there is one. */
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

/** Takes a renewal to another state, if the table lets it and nobody was faster; the renewal as it is then. */
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

/** Customers are told of a charge long enough before to stop it, and to find another card. */
const reminderLeadMs = 30 * 24 * 60 * 60_000

/** Writes down what a renewal that runs sets off: the mail that says so, and the reminder before its next charge. */
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
      // It counts as made when it is due: until then nothing has gone wrong with it.
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

/** Makes a code for a mail that stops a renewal, whenever it is used. Only its hash is stored. */
export async function createStopCode(db: Db, { id, stopHashes }: SubscriptionRow): Promise<string> {
  const code = generateToken()
  await db
    .update(subscriptions)
    .set({ stopHashes: [...stopHashes, hashOf(code)] })
    .where(eq(subscriptions.id, id))
  return `${id}.${code}`
}

/** The renewal that a code from a mail stops. */
export async function findRenewalByStopCode(
  db: Db,
  mailedCode: string,
): Promise<SubscriptionRow | undefined> {
  const [id = '', code] = mailedCode.split('.')
  if (!isToken(code)) return undefined
  const row = await findRenewalById(db, id)
  return row?.stopHashes.includes(hashOf(code)) ? row : undefined
}

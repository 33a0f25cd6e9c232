import { and, eq } from 'drizzle-orm'
import { type RenewalState, renewalEdges } from '@/domain/payments/auto-renewal'
import { mayBecome } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { outbox } from '@/server/db/tables/outbox'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import { hashOf, isToken, newToken } from '@/server/infra/tokens'

/** The renewal of a checkout's plan, as far as there is one. */
export async function renewalOf(db: Db, checkoutId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.checkoutId, checkoutId))
  return row
}

/** A renewal by its own id. */
export async function renewalById(db: Db | Tx, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row
}

type Change = Partial<typeof subscriptions.$inferInsert>

/** Takes a renewal to another state, if the table lets it and nobody was faster; the renewal as it is then. */
export async function move(
  { now }: Pick<Backend, 'now'>,
  db: Db | Tx,
  row: SubscriptionRow,
  state: RenewalState,
  change: Change = {},
): Promise<SubscriptionRow> {
  if (!mayBecome(renewalEdges, row.state, state)) return row
  const [moved] = await db
    .update(subscriptions)
    .set({ ...change, state, updatedAt: now() })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.state, row.state)))
    .returning()
  return moved ?? (await renewalById(db, row.id)) ?? row
}

/** Customers are told of a charge long enough before to stop it, and to find another card. */
const reminderMs = 30 * 24 * 60 * 60_000

/** Writes down what a renewal that runs sets off: the mail that says so, and the reminder before its next charge. */
export async function oweRenewalMails(
  { now }: Pick<Backend, 'now'>,
  tx: Db | Tx,
  { orderId, chargeAt }: SubscriptionRow,
): Promise<void> {
  const remindAt = new Date(chargeAt.getTime() - reminderMs)
  const about = chargeAt.toISOString().slice(0, 10)
  await tx
    .insert(outbox)
    .values([
      { orderId, kind: 'renewal_mail', about: 'renewal', createdAt: now(), dueAt: now() },
      // It counts as made when it is due: until then nothing has gone wrong with it.
      {
        orderId,
        kind: 'renewal_reminder_mail',
        about,
        createdAt: remindAt,
        dueAt: remindAt,
      },
    ])
    .onConflictDoNothing()
}

/** Makes a code for a mail that stops a renewal, whenever it is used. Only its hash is stored. */
export async function stopCode(db: Db, { id, stopHashes }: SubscriptionRow): Promise<string> {
  const code = newToken()
  await db
    .update(subscriptions)
    .set({ stopHashes: [...stopHashes, hashOf(code)] })
    .where(eq(subscriptions.id, id))
  return `${id}.${code}`
}

/** The renewal that a code from a mail stops. */
export async function renewalByCode(db: Db, given: string): Promise<SubscriptionRow | undefined> {
  const [id = '', code] = given.split('.')
  if (!isToken(code)) return undefined
  const row = await renewalById(db, id)
  return row?.stopHashes.includes(hashOf(code)) ? row : undefined
}

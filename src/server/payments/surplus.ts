import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { type AttemptRow, attempts } from '@/server/db/schema'

/** Money for an order that is paid already, or that is not its price; kept as the attempt's reason until given back. */
export const surplus = 'surplus'

/** Gives surplus money back. The key makes it once, however often a failed try is repeated. */
export async function withoutSurplus(
  { db, stripe, log }: Backend,
  attempt: AttemptRow,
): Promise<AttemptRow> {
  if (attempt.reason !== surplus || !attempt.providerRef) return attempt
  await stripe.refund(attempt.providerRef, attempt.id)
  log.warn({ attempt: attempt.id }, 'money without an order was given back')
  return explain(db, attempt, 'returned')
}

/** Writes down why an attempt is as it is. */
export async function explain(
  db: Db | Tx,
  attempt: AttemptRow,
  reason: string,
): Promise<AttemptRow> {
  await db.update(attempts).set({ reason }).where(eq(attempts.id, attempt.id))
  return { ...attempt, reason }
}

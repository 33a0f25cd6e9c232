import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '@/server/db/open'
import { type OutboxRow, outbox } from '@/server/db/tables/outbox'

const isGivenUp = eq(outbox.closed, 'given_up')

/** Messages that were given up after days of failures, oldest first. */
export const listGivenUp = (db: Db): Promise<OutboxRow[]> =>
  db.select().from(outbox).where(isGivenUp).orderBy(asc(outbox.id))

/**
 * Reopens messages that were given up as if they were new, one by its id or all of them. Returns
 * their number.
 */
export async function reopen(db: Db, target: number | 'all', now: Date): Promise<number> {
  const reopenedRows = await db
    .update(outbox)
    .set({ closed: null, reason: null, attempts: 0, createdAt: now, dueAt: now })
    .where(and(isGivenUp, target === 'all' ? undefined : eq(outbox.id, target)))
    .returning({ id: outbox.id })
  return reopenedRows.length
}

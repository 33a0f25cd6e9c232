import { and, eq, inArray, isNotNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Backend } from '@/server/backend'
import { couponReservations } from '@/server/db/tables/coupons'
import { attempts } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { partnerTokens } from '@/server/db/tables/partners'

const rowBatchSize = 1_000

/** Done with, one way or the other; one that is still to be sent stays, however old it is. */
export const isOldMessage = (before: Date): SQL =>
  sql`${or(lt(outbox.sentAt, before), and(isNotNull(outbox.closed), lt(outbox.dueAt, before)))}`

/** Money that moved stays in the books for good. */
export const isOldFailure = ({ db }: Backend, before: Date): SQL =>
  sql`${and(
    inArray(attempts.state, ['failed', 'cancelled']),
    lt(attempts.checkedAt, before),
    notExists(
      db
        .select({ id: couponReservations.attemptId })
        .from(couponReservations)
        .where(eq(couponReservations.attemptId, attempts.id)),
    ),
  )}`

/** A partner's link that has ended says nothing any more of whom it was for. */
export async function erasePartnerNames({ db }: Backend, before: Date): Promise<number> {
  const erasedRows = await db
    .update(partnerTokens)
    .set({ customerEmail: '', customerFirstName: '', customerLastName: '' })
    .where(and(lt(partnerTokens.expiresAt, before), hasCustomerName))
    .returning({ id: partnerTokens.id })
  return erasedRows.length
}

const hasCustomerName = or(
  ne(partnerTokens.customerEmail, ''),
  ne(partnerTokens.customerFirstName, ''),
  ne(partnerTokens.customerLastName, ''),
)

/** Deletes rows that are due, by a column that names them; rows another instance holds are skipped. */
export async function deleteDueRows({ db }: Backend, key: PgColumn, due: SQL): Promise<number> {
  const table = key.table as PgTable
  const batch = db
    .select({ key })
    .from(table)
    .where(due)
    .limit(rowBatchSize)
    .for('update', { skipLocked: true })
  const deletedRows = await db
    .delete(table)
    .where(and(due, sql`${key} in (${batch})`))
    .returning({ key })
  return deletedRows.length
}

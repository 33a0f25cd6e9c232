import { and, eq, inArray, isNotNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Backend } from '@/server/backend'
import { couponReservations } from '@/server/db/tables/coupons'
import { attempts } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { partnerTokens } from '@/server/db/tables/partners'

const rowBatchSize = 1_000

/** Sent or closed before the date. Open messages are not deleted, however old. */
export const isOldMessage = (before: Date): SQL =>
  sql`${or(lt(outbox.sentAt, before), and(isNotNull(outbox.closed), lt(outbox.dueAt, before)))}`

/**
 * Failed or cancelled attempts without a coupon use. Attempts that moved money are never deleted.
 */
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

/** Erases the customer's name and address from expired partner tokens. Returns their number. */
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

/**
 * Deletes a batch of due rows by their key column; rows locked by another instance are skipped.
 * Returns their number.
 */
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

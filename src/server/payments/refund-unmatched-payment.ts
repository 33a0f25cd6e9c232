import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import { toSafeLog } from '@/server/infra/safe-error-log'

/** Money for an order that is paid already, or that is not its price; kept as the attempt's reason until given back. */
export const unmatchedReason = 'surplus'

/** Gives surplus money back, once, however often it is tried: where the provider fails, the sweeper tries again. */
export async function refundUnmatchedPayment(
  { db, stripe, paypal, log }: Backend,
  attempt: AttemptRow,
): Promise<AttemptRow> {
  if (attempt.reason !== unmatchedReason || !attempt.providerRef) return attempt
  const gateway = attempt.provider === 'paypal' ? paypal : stripe
  if (!gateway) return attempt
  try {
    await gateway.refund(attempt.providerRef, attempt.id)
  } catch (error) {
    log.error({ ...toSafeLog(error), attempt: attempt.id }, 'surplus money is not given back yet')
    return attempt
  }
  log.warn({ attempt: attempt.id }, 'money without an order was given back')
  return recordReason(db, attempt, 'returned')
}

/** Writes down why an attempt is as it is. */
export async function recordReason(
  db: Db | Tx,
  attempt: AttemptRow,
  reason: string,
): Promise<AttemptRow> {
  await db.update(attempts).set({ reason }).where(eq(attempts.id, attempt.id))
  return { ...attempt, reason }
}

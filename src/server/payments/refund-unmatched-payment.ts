import { eq } from 'drizzle-orm'
import { returnedReason, unmatchedReason } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import { toSafeLog } from '@/server/infra/safe-error-log'

/** Refunds unmatched money once and returns the attempt. On failure the sweeper tries again. */
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
    log.error(
      { event: 'payment.unmatched_refund_failed', ...toSafeLog(error), attempt: attempt.id },
      'an unmatched payment could not be refunded yet',
    )
    return attempt
  }
  log.warn(
    { event: 'payment.unmatched_refunded', attempt: attempt.id },
    'an unmatched payment was refunded',
  )
  return recordReason(db, attempt, returnedReason)
}

async function recordReason(db: Db | Tx, attempt: AttemptRow, reason: string): Promise<AttemptRow> {
  await db.update(attempts).set({ reason }).where(eq(attempts.id, attempt.id))
  return { ...attempt, reason }
}

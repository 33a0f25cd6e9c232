import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { cancelAttempt } from '@/server/payments/cancel-attempt'
import { unmatchedReason } from '@/server/payments/refund-unmatched-payment'
import { authenticationRequired, settle } from '@/server/payments/settle'
import { sweepRenewals } from '@/server/payments/sync-subscription'

/** An open attempt is settled again when its last check is older than this. */
const recheckIntervalMs = 30_000
/** An attempt that waits for the customer longer is cancelled: until then it holds the price. */
const abandonAfterMs = 30 * 60_000
const intervalMs = 15_000
const batchSize = 20

/**
 * Settles open attempts and renewals, so that none depends on a browser or an event coming back.
 */
export async function sweep(backend: Backend): Promise<void> {
  for (const id of await claim(backend))
    await settleOrCancel(backend, id).catch(error =>
      backend.log.error(
        { event: 'payment.settle_failed', ...toSafeLog(error), attempt: id },
        'an attempt could not be settled',
      ),
    )
  await sweepRenewals(backend)
}

async function settleOrCancel(backend: Backend, id: string): Promise<void> {
  crashAt('sweeping')
  const attempt = await settle(backend, id)
  const ageMs = backend.now().getTime() - attempt.createdAt.getTime()
  if (attempt.reason === authenticationRequired && ageMs > abandonAfterMs)
    await cancelAttempt(backend, attempt)
}

/** Claims a batch by updating `checked_at`; rows locked by another instance are skipped. */
async function claim({ db, now }: Backend): Promise<string[]> {
  const isStale = lt(attempts.checkedAt, new Date(now().getTime() - recheckIntervalMs))
  const isOpen = inArray(attempts.state, ['created', 'confirming', 'needs_check'])
  const isRefundDue = and(eq(attempts.state, 'captured'), eq(attempts.reason, unmatchedReason))
  const due = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(isStale, or(isOpen, isRefundDue)))
    .orderBy(attempts.checkedAt)
    .limit(batchSize)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(attempts)
    .set({ checkedAt: now() })
    .where(sql`${attempts.id} in (${due})`)
    .returning({ id: attempts.id })
  return claimed.map(({ id }) => id)
}

/** Starts the sweeper; returns the stop function. */
export const startSweeper = (backend: Backend): (() => void) =>
  runPeriodically(backend, { intervalMs, run: sweep, failureEvent: 'payment.sweep_failed' })

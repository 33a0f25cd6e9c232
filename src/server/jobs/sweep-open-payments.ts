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

/** An attempt this old without an end is asked about; so is one asked about this long ago. */
const recheckIntervalMs = 30_000
/** A bank's question that nobody has answered for this long is given up: until then it holds the price. */
const abandonAfterMs = 30 * 60_000
const intervalMs = 15_000
const batchSize = 20

/** Asks the provider about every attempt and every renewal without an end: nothing depends on a browser or an event coming back. */
export async function sweep(backend: Backend): Promise<void> {
  for (const id of await claim(backend))
    await settleOrCancel(backend, id).catch(error =>
      backend.log.error({ ...toSafeLog(error), attempt: id }, 'an attempt was not settled'),
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

/** Takes some attempts for this instance by touching them; rows another instance holds are skipped. */
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

/** Sweeps now and then until stopped; one sweep at a time. */
export const startSweeper = (backend: Backend): (() => void) =>
  runPeriodically(backend, { intervalMs, run: sweep, failureMessage: 'the sweep failed' })

import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { failpoint } from '@/server/infra/crash-point'
import { faultOf } from '@/server/infra/safe-error-log'
import { repeat } from '@/server/jobs/run-periodically'
import { calledOff } from '@/server/payments/cancel-attempt'
import { surplus } from '@/server/payments/refund-unmatched-payment'
import { settle, waitsForCustomer } from '@/server/payments/settle'
import { sweepRenewals } from '@/server/payments/sync-subscription'

/** An attempt this old without an end is asked about; so is one asked about this long ago. */
const restMs = 30_000
/** A bank's question that nobody has answered for this long is given up: until then it holds the price. */
const abandonedMs = 30 * 60_000
const everyMs = 15_000
const atOnce = 20

/** Asks the provider about every attempt and every renewal without an end: nothing depends on a browser or an event coming back. */
export async function sweep(backend: Backend): Promise<void> {
  for (const id of await claim(backend))
    await bringToAnEnd(backend, id).catch(error =>
      backend.log.error({ ...faultOf(error), attempt: id }, 'an attempt was not settled'),
    )
  await sweepRenewals(backend)
}

async function bringToAnEnd(backend: Backend, id: string): Promise<void> {
  failpoint('sweeping')
  const attempt = await settle(backend, id)
  const ageMs = backend.now().getTime() - attempt.createdAt.getTime()
  if (attempt.reason === waitsForCustomer && ageMs > abandonedMs) await calledOff(backend, attempt)
}

/** Takes some attempts for this instance by touching them; rows another instance holds are skipped. */
async function claim({ db, now }: Backend): Promise<string[]> {
  const rested = lt(attempts.checkedAt, new Date(now().getTime() - restMs))
  const open = inArray(attempts.state, ['created', 'confirming', 'needs_check'])
  const owed = and(eq(attempts.state, 'captured'), eq(attempts.reason, surplus))
  const due = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(rested, or(open, owed)))
    .orderBy(attempts.checkedAt)
    .limit(atOnce)
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
  repeat(backend, { everyMs, run: sweep, failed: 'the sweep failed' })

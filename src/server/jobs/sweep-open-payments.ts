import { authenticationRequired } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { crashAt } from '@/server/infra/crash-point'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { claimForSweep } from '@/server/payments/attempt-repository'
import { sweepRefunds } from '@/server/payments/refund-order'
import { cancelAttempt, logSettleFailure, settle } from '@/server/payments/settle'
import { sweepRenewals } from '@/server/payments/sync-subscription'

/** An open attempt is settled again when its last check is older than this. */
const recheckIntervalMs = 30_000
/** An attempt that waits for the customer longer is cancelled: until then it holds the price. */
const abandonAfterMs = 30 * 60_000
const intervalMs = 15_000
const batchSize = 20

/**
 * Settles open attempts, refunds and renewals, so that none depends on a browser or an event coming
 * back.
 */
export async function sweep(backend: Backend): Promise<void> {
  const before = new Date(backend.now().getTime() - recheckIntervalMs)
  for (const id of await claimForSweep(backend, { before, limit: batchSize }))
    await settleOrCancel(backend, id).catch(logSettleFailure(backend, id))
  await sweepRefunds(backend, { before, limit: batchSize })
  await sweepRenewals(backend)
}

async function settleOrCancel(backend: Backend, id: string): Promise<void> {
  crashAt('sweeping')
  const attempt = await settle(backend, id)
  const ageMs = backend.now().getTime() - attempt.createdAt.getTime()
  if (attempt.reason === authenticationRequired && ageMs > abandonAfterMs)
    await cancelAttempt(backend, attempt)
}

/** Starts the sweeper; returns the stop function. */
export const startSweeper = (backend: Backend): (() => void) =>
  runPeriodically(backend, { intervalMs, run: sweep, failureEvent: 'payment.sweep_failed' })

import type { Backend } from '@/server/backend'
import type { AttemptRow } from '@/server/db/tables/orders'
import { invalidateCoupon } from '@/server/payments/coupon-reservation'
import { abandonAttempt } from '@/server/payments/paypal-capture'
import { lock, release, settle } from '@/server/payments/settle'

/**
 * Cancels an attempt at the provider and returns it with its new state. An attempt that is final or
 * can no longer be cancelled is returned unchanged.
 */
export async function cancelAttempt(backend: Backend, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'confirming' || !attempt.providerRef) return attempt
  if (attempt.provider === 'paypal') return cancelPaypalAttempt(backend, attempt)
  await backend.stripe.cancel(attempt.providerRef)
  return settle(backend, attempt.id)
}

/** PayPal takes money only through our capture call: abandoning an order needs no call. */
async function cancelPaypalAttempt(backend: Backend, { id }: AttemptRow): Promise<AttemptRow> {
  const { db, now } = backend
  const result = await db.transaction(async tx => {
    const { attempt } = await lock(tx, id)
    const abandonedAttempt = await abandonAttempt({ db: tx, now }, attempt)
    if (abandonedAttempt) await release(tx, abandonedAttempt)
    return { attempt: abandonedAttempt ?? attempt, isAbandoned: abandonedAttempt !== undefined }
  })
  if (result.isAbandoned) await invalidateCoupon(backend, result.attempt)
  return result.attempt
}

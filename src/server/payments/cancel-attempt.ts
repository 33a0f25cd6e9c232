import type { Backend } from '@/server/backend'
import type { AttemptRow } from '@/server/db/tables/orders'
import { invalidateCoupon } from '@/server/payments/coupon-reservation'
import { abandonAttempt } from '@/server/payments/paypal-capture'
import { lock, release, settle } from '@/server/payments/settle'

/**
 * An attempt after the provider was told not to take its money any more. What is final already, or can no
 * longer be stopped, comes back as it stands.
 */
export async function cancelAttempt(backend: Backend, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'confirming' || !attempt.providerRef) return attempt
  if (attempt.provider === 'paypal') return cancelPaypalAttempt(backend, attempt)
  await backend.stripe.cancel(attempt.providerRef)
  return settle(backend, attempt.id)
}

/** PayPal takes no money but at our call: an order we shall not capture needs no word of theirs. */
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

import type { Backend } from '@/server/backend'
import type { AttemptRow } from '@/server/db/tables/orders'
import { countUsesAnew } from '@/server/payments/coupon-reservation'
import { giveUp } from '@/server/payments/paypal-capture'
import { lock, release, settle } from '@/server/payments/settle'

/**
 * An attempt after the provider was told not to take its money any more. What is final already, or can no
 * longer be stopped, comes back as it stands.
 */
export async function calledOff(backend: Backend, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'confirming' || !attempt.providerRef) return attempt
  if (attempt.provider === 'paypal') return untaken(backend, attempt)
  await backend.stripe.cancel(attempt.providerRef)
  return settle(backend, attempt.id)
}

/** PayPal takes no money but at our call: an order we shall not capture needs no word of theirs. */
async function untaken(backend: Backend, { id }: AttemptRow): Promise<AttemptRow> {
  const { db, now } = backend
  const known = await db.transaction(async tx => {
    const { attempt } = await lock(tx, id)
    const given = await giveUp({ db: tx, now }, attempt)
    if (given) await release(tx, given)
    return { attempt: given ?? attempt, isGiven: given !== undefined }
  })
  if (known.isGiven) await countUsesAnew(backend, known.attempt)
  return known.attempt
}

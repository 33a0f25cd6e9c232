import { isPayment } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { AttemptRow } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { abandonAttempt, findAttempt } from '@/server/payments/attempt-repository'
import { settle } from '@/server/payments/settle'

/**
 * Cancels an attempt at the provider and returns it with its new state. An attempt that is final or
 * can no longer be cancelled is returned unchanged.
 */
export async function cancelAttempt(backend: Backend, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'confirming' || !attempt.providerRef) return attempt
  // PayPal takes money only through our capture call: abandoning an order needs no call.
  if (attempt.provider === 'paypal') return abandonAttempt(backend, attempt.id)
  await backend.stripe.cancel(attempt.providerRef)
  return settle(backend, attempt.id)
}

/** The provider call of a younger attempt may still be running; older attempts are settled. */
const callInFlightMs = 15_000

/**
 * Settles the attempt that holds the checkout and returns true when it has paid. An attempt that
 * waits for the customer is cancelled, so that it cannot be charged besides the new one. Throws
 * `payment_in_progress` or `needs_check` while the attempt may still take money.
 */
export async function endActiveAttempt(
  backend: Backend,
  { activeAttemptId: id }: Pick<CheckoutRow, 'activeAttemptId'>,
): Promise<boolean> {
  if (!id) return false
  const active = await findAttempt(backend.db, id)
  const ageMs = active ? backend.now().getTime() - active.createdAt.getTime() : 0
  if (active?.state === 'created' && ageMs < callInFlightMs)
    throw new ApiError('payment_in_progress')
  const attempt = await cancelAttempt(backend, await settle(backend, id))
  if (attempt.state === 'confirming' || attempt.state === 'created')
    throw new ApiError('payment_in_progress')
  if (attempt.state === 'needs_check') throw new ApiError('needs_check')
  return isPayment(attempt)
}

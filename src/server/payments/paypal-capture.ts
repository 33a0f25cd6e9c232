import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { ApprovedOrder } from '@/server/gateways/paypal'
import { crashAt } from '@/server/infra/crash-point'
import { claimForCapture } from '@/server/payments/attempt-repository'

interface CaptureResult {
  outcome: ChargeOutcome
  /** Id of a card attempt of the same order that has succeeded; nothing was captured then. */
  paidCardAttempt?: string
}

/** Leaves the attempt as it is. */
const unknown: CaptureResult = { outcome: { status: 'unknown' } }

/**
 * Takes the money of an approved PayPal order, once. Before, every card payment of the order is
 * cancelled and the attempt is claimed.
 */
export async function capturePaypalOrder(
  backend: Backend,
  attempt: AttemptRow,
  { ref }: ApprovedOrder,
): Promise<CaptureResult> {
  if (!backend.paypal) return unknown
  if (attempt.state !== 'needs_check') {
    const cards = await cancelCardAttempts(backend, attempt)
    crashAt('cards_off')
    if (cards.status === 'paid')
      return { outcome: { status: 'cancelled', ref }, paidCardAttempt: cards.attemptId }
    if (cards.status === 'open' || !(await claimForCapture(backend, attempt.id))) return unknown
  }
  crashAt('capture_taken')
  const outcome = await backend.paypal.capture(ref, buildCaptureKey(attempt))
  return outcome.status === 'approved' || outcome.status === 'none' ? unknown : { outcome }
}

/** One key per attempt: repeated captures take the money once. */
const buildCaptureKey = ({ idempotencyKey }: AttemptRow): string => `${idempotencyKey}-capture`

/**
 * Cancels all card payments of the order that could still succeed: a browser could confirm even a
 * declined one again. `paid` when one has succeeded, `open` when one is uncertain.
 */
async function cancelCardAttempts(
  { db, stripe }: Backend,
  { orderId }: AttemptRow,
): Promise<{ status: 'paid'; attemptId: string } | { status: 'open' | 'cancelled' }> {
  const cardAttempts = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.orderId, orderId),
        eq(attempts.provider, 'stripe'),
        isNotNull(attempts.providerRef),
        inArray(attempts.state, ['created', 'confirming', 'needs_check', 'failed']),
      ),
    )
  for (const { id, providerRef } of cardAttempts) {
    const { status } = await stripe.cancel(providerRef ?? '')
    if (status === 'succeeded') return { status: 'paid', attemptId: id }
    if (status !== 'cancelled') return { status: 'open' }
  }
  return { status: 'cancelled' }
}

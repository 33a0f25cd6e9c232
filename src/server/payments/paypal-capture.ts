import { and, eq, exists, inArray, isNotNull } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { ApprovedOrder, PaypalGateway } from '@/server/gateways/paypal'
import { crashAt } from '@/server/infra/crash-point'

/**
 * The outcome of a PayPal attempt. An order that the customer has approved is captured here, by
 * whichever comes first: the browser, an event or the sweeper.
 */
export async function settlePaypal(
  backend: Backend,
  attempt: AttemptRow,
  settle: Settle,
): Promise<ChargeOutcome> {
  const { paypal } = backend
  // No PayPal order id yet, so it cannot have been approved.
  if (!attempt.providerRef) return { status: 'none' }
  if (!paypal) return { status: 'unknown' }
  const outcome = await paypal.retrieve(attempt.providerRef)
  return outcome.status === 'approved'
    ? captureIfApproved(backend, paypal, attempt, outcome, settle)
    : outcome
}

async function captureIfApproved(
  backend: Backend,
  paypal: PaypalGateway,
  attempt: AttemptRow,
  approvedOrder: ApprovedOrder,
  settle: Settle,
): Promise<ChargeOutcome> {
  const { ref, amount, currency, attemptId } = approvedOrder
  if (attempt.state === 'failed' || attempt.state === 'cancelled') return unknownOutcome
  // The customer's browser can change the PayPal order before approving it.
  const isOurs = attemptId === attempt.id && amount === attempt.amount
  if (!isOurs || currency !== attempt.currency)
    return attempt.state === 'needs_check'
      ? unknownOutcome
      : { status: 'declined', ref, reason: 'amount_changed' }
  if (attempt.state !== 'needs_check') {
    const cardStatus = await cancelCardAttempts(backend, attempt, settle)
    crashAt('cards_off')
    if (cardStatus === 'paid') return { status: 'cancelled', ref }
    if (cardStatus === 'open' || !(await claimForCapture(backend, attempt))) return unknownOutcome
  }
  crashAt('capture_taken')
  const outcome = await paypal.capture(ref, buildCaptureKey(attempt))
  return outcome.status === 'approved' ? unknownOutcome : outcome
}

/** Brings another attempt in line with its provider. */
type Settle = (attemptId: string) => Promise<unknown>

/** Leaves the attempt as it is. */
const unknownOutcome: ChargeOutcome = { status: 'unknown' }

/** One key per attempt: repeated captures take the money once. */
const buildCaptureKey = ({ idempotencyKey }: AttemptRow): string => `${idempotencyKey}-capture`

/**
 * Moves the attempt to `needs_check`, after which it cannot be cancelled. False when the attempt no
 * longer holds its checkout.
 */
async function claimForCapture({ db, now }: Backend, attempt: AttemptRow): Promise<boolean> {
  const activeCheckout = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.activeAttemptId, attempt.id), eq(checkouts.status, 'processing')))
  const claimedRows = await db
    .update(attempts)
    .set({ state: 'needs_check', reason: null, checkedAt: now() })
    .where(and(isOpen(attempt), exists(activeCheckout)))
    .returning({ id: attempts.id })
  return claimedRows.length > 0
}

const isOpen = ({ id }: AttemptRow) => and(eq(attempts.id, id), eq(attempts.state, 'confirming'))

/**
 * Cancels all card payments of the order that could still succeed: a browser could confirm even a
 * declined one again. `paid` when one has succeeded, `open` when one is uncertain.
 */
async function cancelCardAttempts(
  { db, stripe }: Backend,
  { orderId }: AttemptRow,
  settle: Settle,
): Promise<'paid' | 'open' | 'cancelled'> {
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
    if (status === 'succeeded') await settle(id)
    if (status !== 'cancelled') return status === 'succeeded' ? 'paid' : 'open'
  }
  return 'cancelled'
}

/** Cancels a `confirming` attempt. Undefined otherwise: it is final, or its money may be moving. */
export async function abandonAttempt(
  { db, now }: Pick<Backend, 'db' | 'now'>,
  attempt: AttemptRow,
) {
  const [abandonedAttempt] = await db
    .update(attempts)
    .set({ state: 'cancelled', reason: null, checkedAt: now() })
    .where(isOpen(attempt))
    .returning()
  return abandonedAttempt
}

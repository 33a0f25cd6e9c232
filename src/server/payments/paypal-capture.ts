import { and, eq, exists, inArray, isNotNull } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { Truth } from '@/server/gateways/charge-outcome'
import type { Approved, PaypalGateway } from '@/server/gateways/paypal'
import { failpoint } from '@/server/infra/crash-point'

/**
 * Where the money of a PayPal attempt is. An order the customer has approved is paid by our own capture: whoever
 * asks first makes it, be it the customer's browser, an event or the sweeper.
 */
export async function paypalTruth(
  backend: Backend,
  attempt: AttemptRow,
  settle: Settle,
): Promise<Truth> {
  const { paypal } = backend
  // Whose id nobody has heard of, nobody can approve.
  if (!attempt.providerRef) return { status: 'none' }
  if (!paypal) return { status: 'unknown' }
  const truth = await paypal.look(attempt.providerRef)
  return truth.status === 'approved' ? taken(backend, paypal, attempt, truth, settle) : truth
}

async function taken(
  backend: Backend,
  paypal: PaypalGateway,
  attempt: AttemptRow,
  approved: Approved,
  settle: Settle,
): Promise<Truth> {
  const { ref, amount, currency, attemptId } = approved
  if (attempt.state === 'failed' || attempt.state === 'cancelled') return untouched
  // The customer's browser can change an order that it was given.
  const isOurs = attemptId === attempt.id && amount === attempt.amount
  if (!isOurs || currency !== attempt.currency)
    return attempt.state === 'needs_check'
      ? untouched
      : { status: 'declined', ref, reason: 'amount_changed' }
  if (attempt.state !== 'needs_check') {
    const card = await cardsToldOff(backend, attempt, settle)
    failpoint('cards_off')
    if (card === 'paid') return { status: 'cancelled', ref }
    if (card === 'open' || !(await takeForCapture(backend, attempt))) return untouched
  }
  failpoint('capture_taken')
  const truth = await paypal.capture(ref, captureKey(attempt))
  return truth.status === 'approved' ? untouched : truth
}

/** Brings another attempt in line with its provider. */
type Settle = (attemptId: string) => Promise<unknown>

/** Nothing to write down: what is known already stands. */
const untouched: Truth = { status: 'unknown' }

/** One attempt is captured under one key, however often. */
const captureKey = ({ idempotencyKey }: AttemptRow): string => `${idempotencyKey}-capture`

/** Takes the attempt for its capture, as long as it holds its checkout: nobody can call it off from then on. */
async function takeForCapture({ db, now }: Backend, attempt: AttemptRow): Promise<boolean> {
  const isHeld = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.paying, attempt.id), eq(checkouts.status, 'processing')))
  const moved = await db
    .update(attempts)
    .set({ state: 'needs_check', reason: null, checkedAt: now() })
    .where(and(isOpen(attempt), exists(isHeld)))
    .returning({ id: attempts.id })
  return moved.length > 0
}

const isOpen = ({ id }: AttemptRow) => and(eq(attempts.id, id), eq(attempts.state, 'confirming'))

/**
 * Cancels every card payment of the checkout that could still be taken: until then a browser can have a declined
 * one charged after all. `paid` when one was, `open` when it is not certain.
 */
async function cardsToldOff(
  { db, stripe }: Backend,
  { orderId }: AttemptRow,
  settle: Settle,
): Promise<'paid' | 'open' | 'off'> {
  const cards = await db
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
  for (const { id, providerRef } of cards) {
    const { status } = await stripe.cancel(providerRef ?? '')
    if (status === 'succeeded') await settle(id)
    if (status !== 'cancelled') return status === 'succeeded' ? 'paid' : 'open'
  }
  return 'off'
}

/** Ends an attempt whose money is not being taken. What is being taken stays. */
export async function giveUp({ db, now }: Pick<Backend, 'db' | 'now'>, attempt: AttemptRow) {
  const [given] = await db
    .update(attempts)
    .set({ state: 'cancelled', reason: null, checkedAt: now() })
    .where(isOpen(attempt))
    .returning()
  return given
}

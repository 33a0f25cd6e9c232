import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import {
  type AttemptState,
  attemptEdges,
  authenticationRequired,
  mayBecome,
  openAttemptStates,
  returnedReason,
  unmatchedReason,
} from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts, type OrderRow } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { crashAt } from '@/server/infra/crash-point'
import { generateId } from '@/server/infra/tokens'
import { releaseHit } from '@/server/limits/rate-limit'
import { invalidateCoupon, releaseCouponUse } from '@/server/payments/coupon-reservation'
import { stateByAnswer, stateByOutcome } from '@/server/payments/decide-settlement'
import { consumeAttemptLimits, consumeCardLimit } from '@/server/payments/payment-limits'

// The transitions of an attempt, in the order of its life. No other file changes rows of
// `attempts`; the retention job deletes old ones.

/** An attempt by its id. */
export async function findAttempt(db: Db | Tx, id: string): Promise<AttemptRow | undefined> {
  const [attempt] = await db.select().from(attempts).where(eq(attempts.id, id))
  return attempt
}

interface LockedAttempt {
  attempt: AttemptRow
  checkout: CheckoutRow
}

/**
 * Locks the checkout, then reads the attempt. Everything that needs both uses this order. Throws
 * when either row is missing.
 */
export async function lockAttempt(tx: Tx, id: string): Promise<LockedAttempt> {
  const checkoutId = (await findAttempt(tx, id))?.checkoutId ?? ''
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
    .for('update')
  const attempt = await findAttempt(tx, id)
  if (!checkout || !attempt) throw new Error('the attempt is gone')
  return { attempt, checkout }
}

/** Changes a locked attempt in one transaction and returns it. */
export async function changeAttempt(
  backend: Backend,
  id: string,
  change: (tx: Tx, locked: LockedAttempt) => Promise<AttemptRow>,
): Promise<AttemptRow> {
  const changed = await backend.db.transaction(async tx =>
    releaseHits(tx, await change(tx, await lockAttempt(tx, id))),
  )
  await invalidateCoupon(backend, changed)
  return changed
}

/** What a new attempt charges, through which provider, and the payer's network address. */
type NewAttempt = Pick<AttemptRow, 'charged' | 'provider'> & { address: string }

/**
 * New → `created`. When: a payment begins. Guard: the caller has locked the checkout, no attempt
 * holds it, and the limits of `consumeAttemptLimits`, which throws `rate_limited`. From now on this
 * attempt holds the checkout until it is final.
 */
export async function createAttempt(
  { now }: Pick<Backend, 'now'>,
  tx: Tx,
  { id: orderId, checkoutId, currency, total: amount }: OrderRow,
  { charged, provider: chosenProvider, address }: NewAttempt,
): Promise<AttemptRow> {
  const id = generateId()
  const provider = amount === 0 ? 'none' : chosenProvider
  const counted = { provider, address, checkoutId }
  const [attempt] = await tx
    .insert(attempts)
    .values({
      id,
      orderId,
      checkoutId,
      provider,
      idempotencyKey: `attempt-${id}`,
      state: 'created',
      currency,
      amount,
      charged,
      limitHits: await consumeAttemptLimits({ db: tx, now }, counted),
      createdAt: now(),
      checkedAt: now(),
    })
    .returning()
  if (!attempt) throw new Error('the attempt was not stored')
  await tx
    .update(checkouts)
    .set({ activeAttemptId: id, version: sql`${checkouts.version} + 1` })
    .where(eq(checkouts.id, checkoutId))
  return attempt
}

/**
 * `created` → `confirming`, `failed` or `needs_check`, by `stateByAnswer`. When: the call that
 * charged, or that created the PayPal order, has returned; only this call knows the provider's id,
 * a refusal, or doubt. Guard: still `created`; an event may have been faster, and its result
 * remains. A success is left to `settle`.
 */
export const recordAnswer = (
  backend: Backend,
  id: string,
  answer: ChargeOutcome,
): Promise<AttemptRow> =>
  changeAttempt(backend, id, async (tx, { attempt }) => {
    if (attempt.state !== 'created') return attempt
    const recorded = await recordState(backend, tx, attempt, answer, stateByAnswer[answer.status])
    crashAt('answer_uncommitted')
    return recorded
  })

/**
 * No transition: counts the attempt for its card. When: the provider has named the card, before it
 * charges. Guard: still `created`. Throws `rate_limited`.
 */
export const countCard = (backend: Backend, id: string, fingerprint: string): Promise<AttemptRow> =>
  changeAttempt(backend, id, async (tx, { attempt }) => {
    if (attempt.state !== 'created') return attempt
    const hit = await consumeCardLimit({ db: tx, now: backend.now }, fingerprint)
    return update(tx, attempt, { limitHits: [...attempt.limitHits, hit] })
  })

/**
 * `confirming` → `needs_check`. When: a PayPal capture is about to be called. Guard: the attempt
 * holds its unpaid checkout. True when claimed: from then on the attempt cannot be cancelled.
 */
export async function claimForCapture(backend: Backend, id: string): Promise<boolean> {
  let isClaimed = false
  await changeAttempt(backend, id, async (tx, { attempt, checkout }) => {
    isClaimed =
      attempt.state === 'confirming' &&
      checkout.activeAttemptId === id &&
      checkout.status === 'processing'
    return isClaimed ? transition(backend, tx, attempt, 'needs_check') : attempt
  })
  return isClaimed
}

/**
 * `confirming` → `cancelled`. When: the customer, a new attempt or the sweeper gives a PayPal order
 * up. Guard: still `confirming`; otherwise it is final, or its money may be moving.
 */
export const abandonAttempt = (backend: Backend, id: string): Promise<AttemptRow> =>
  changeAttempt(backend, id, async (tx, { attempt }) =>
    attempt.state === 'confirming' ? transition(backend, tx, attempt, 'cancelled') : attempt,
  )

/**
 * Any state → `confirming`, `captured`, `failed` or `cancelled`, by `stateByOutcome`. When:
 * `settle` has retrieved the provider's state. Guard: `attemptEdges`, and a PayPal capture under
 * way never returns to `confirming`. Otherwise the attempt is only marked as checked.
 */
export const recordOutcome = (
  backend: Backend,
  tx: Tx,
  attempt: AttemptRow,
  outcome: ChargeOutcome,
): Promise<AttemptRow> => {
  const state = stateByOutcome[outcome.status]
  const isCaptureInProgress = attempt.provider === 'paypal' && attempt.state === 'needs_check'
  const isBlocked = isCaptureInProgress && state === 'confirming'
  return recordState(backend, tx, attempt, outcome, isBlocked ? undefined : state)
}

/**
 * `captured` → `captured` with the reason `surplus`. When: the money has arrived, and no order
 * waits for it. Guard: the transaction that recorded the money.
 */
export async function recordUnmatched(tx: Tx, attempt: AttemptRow): Promise<AttemptRow> {
  await release(tx, attempt)
  return update(tx, attempt, { reason: unmatchedReason })
}

/**
 * No transition: stores the idempotency key of a refund and returns it. When: unmatched money is
 * about to be refunded. Guard: still `surplus`; undefined otherwise. A stored key is used again, so
 * a repeated refund gives the money back once.
 */
export async function claimForRefund(db: Db, id: string): Promise<string | undefined> {
  const newKey = `refund-${generateId()}`
  const [claimed] = await db
    .update(attempts)
    .set({ refundKey: sql`coalesce(${attempts.refundKey}, ${newKey})` })
    .where(and(eq(attempts.id, id), isUnmatched))
    .returning({ key: attempts.refundKey })
  return claimed?.key ?? undefined
}

/**
 * No transition: forgets the key of a refund that the provider has answered with a failure. Guard:
 * still the same key; another instance may have stored the next one.
 */
export async function dropRefundKey(db: Db, id: string, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ refundKey: null })
    .where(and(eq(attempts.id, id), isUnmatched, eq(attempts.refundKey, key)))
}

/**
 * `captured`, reason `surplus` → `returned`. When: the provider has refunded the money. Guard: still
 * `surplus`; undefined otherwise.
 */
export async function recordRefund(db: Db, id: string): Promise<AttemptRow | undefined> {
  const [refunded] = await db
    .update(attempts)
    .set({ reason: returnedReason })
    .where(and(eq(attempts.id, id), isUnmatched))
    .returning()
  return refunded
}

/** The attempt's money is to be refunded. */
const isUnmatched = and(eq(attempts.state, 'captured'), eq(attempts.reason, unmatchedReason))

/**
 * No transition: takes up to `limit` attempts that are open, or wait for their refund, and were
 * last checked before `before`. When: the sweeper runs. Guard: rows that another instance has
 * locked are skipped. Returns their ids.
 */
export async function claimForSweep(
  { db, now }: Backend,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const isOpen = inArray(attempts.state, openAttemptStates)
  const due = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(lt(attempts.checkedAt, before), or(isOpen, isUnmatched)))
    .orderBy(attempts.checkedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(attempts)
    .set({ checkedAt: now() })
    .where(sql`${attempts.id} in (${due})`)
    .returning({ id: attempts.id })
  return claimed.map(({ id }) => id)
}

/** Makes the transition with the provider's id and reason, or else marks the attempt as checked. */
function recordState(
  backend: Backend,
  tx: Tx,
  attempt: AttemptRow,
  outcome: ChargeOutcome,
  state: AttemptState | undefined,
): Promise<AttemptRow> {
  const ref = 'ref' in outcome ? outcome.ref : null
  const reason = reasonOf(outcome)
  if (state && mayBecome(attemptEdges, attempt.state, state))
    return transition(backend, tx, attempt, state, {
      providerRef: ref ?? attempt.providerRef,
      reason,
      paidWith: outcome.status === 'succeeded' ? outcome.paidWith : null,
      // A decline counts until its window ends.
      ...(outcome.status === 'declined' && { limitHits: [] }),
    })
  return update(tx, attempt, {
    checkedAt: backend.now(),
    providerRef: attempt.providerRef ?? ref,
    ...(attempt.state === 'confirming' && { reason }),
  })
}

function reasonOf(outcome: ChargeOutcome): string | null {
  if (outcome.status === 'requires_action') return authenticationRequired
  return 'reason' in outcome ? outcome.reason : null
}

/** Every transition: one that takes no money frees the checkout and the coupon use. */
async function transition(
  { now }: Backend,
  tx: Tx,
  attempt: AttemptRow,
  state: AttemptState,
  changes: Partial<AttemptRow> = { reason: null },
): Promise<AttemptRow> {
  if (state === 'failed' || state === 'cancelled') await release(tx, attempt)
  // For PayPal the limits count orders, whether or not the customer approves them.
  const countsForGood = state === 'cancelled' && attempt.provider === 'paypal'
  return update(tx, attempt, {
    ...changes,
    ...(countsForGood && { limitHits: [] }),
    state,
    checkedAt: now(),
  })
}

async function update(
  tx: Tx,
  attempt: AttemptRow,
  changes: Partial<AttemptRow>,
): Promise<AttemptRow> {
  const [updated] = await tx
    .update(attempts)
    .set(changes)
    .where(eq(attempts.id, attempt.id))
    .returning()
  return updated ?? attempt
}

/** Clears the attempt from its checkout and returns its coupon use. */
async function release(tx: Tx, { id, checkoutId }: AttemptRow): Promise<void> {
  await tx
    .update(checkouts)
    .set({ activeAttemptId: null })
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.activeAttemptId, id)))
  await releaseCouponUse(tx, id)
}

/**
 * Gives back the hits of a final attempt that were not counted for good: the bank took the money,
 * was never asked, or waited for an answer that never came. Last in its transaction, because many
 * checkouts share a counter.
 */
async function releaseHits(tx: Tx, attempt: AttemptRow): Promise<AttemptRow> {
  if (openAttemptStates.includes(attempt.state) || attempt.limitHits.length === 0) return attempt
  for (const hit of attempt.limitHits) await releaseHit({ db: tx }, hit)
  return update(tx, attempt, { limitHits: [] })
}

/** Erases what names the cards and the addresses of a checkout's attempts; the money stays. */
export async function eraseCards(tx: Tx, checkoutId: string): Promise<void> {
  await tx
    .update(attempts)
    .set({ paidWith: null, limitHits: [] })
    .where(
      and(
        eq(attempts.checkoutId, checkoutId),
        or(isNotNull(attempts.paidWith), sql`${attempts.limitHits} <> '[]'`),
      ),
    )
}

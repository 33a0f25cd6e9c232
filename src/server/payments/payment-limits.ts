import { setTimeout as delay } from 'node:timers/promises'
import { and, inArray, sql } from 'drizzle-orm'
import { openAttemptStates } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import type { CountedHit } from '@/server/db/tables/counters'
import { attempts, type Provider } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { findRefusal, type RateLimit, tryConsume } from '@/server/limits/rate-limit'

// Against card testing. A hit is counted before the bank is asked, in the transaction that stores
// it with the attempt, so parallel tries cannot exceed a limit. It is released with the attempt's
// result: only declines, and orders at PayPal that take no money, count until their window ends.

/** Declines of one network address. */
const addressDeclineLimit: RateLimit = {
  name: 'declines-address',
  maxHits: 10,
  windowSeconds: 3_600,
}
const checkoutDeclineLimit: RateLimit = {
  name: 'declines-checkout',
  maxHits: 6,
  windowSeconds: 900,
}
/** Declines of one card across network addresses and checkouts, by its fingerprint. */
const cardDeclineLimit: RateLimit = { name: 'declines-card', maxHits: 20, windowSeconds: 86_400 }

/** Customers open and close PayPal's window repeatedly: higher limits than for declines. */
const addressOrderLimit: RateLimit = {
  name: 'paypal-orders-address',
  maxHits: 40,
  windowSeconds: 3_600,
}
const checkoutOrderLimit: RateLimit = {
  name: 'paypal-orders-checkout',
  maxHits: 20,
  windowSeconds: 900,
}

/** The limits of a new attempt. An order with a total of 0 asks no bank, so nothing is counted. */
const attemptLimits: Record<Provider, { address: RateLimit; checkout: RateLimit } | null> = {
  stripe: { address: addressDeclineLimit, checkout: checkoutDeclineLimit },
  paypal: { address: addressOrderLimit, checkout: checkoutOrderLimit },
  none: null,
}

/** A transaction, and the clock. */
type Counters = Pick<Backend, 'now'> & { db: Db | Tx }

/** Whom a new attempt counts for. */
interface AttemptSubject {
  provider: Provider
  address: string
  checkoutId: string
}

/**
 * Counts a new attempt for its network address and its checkout, and returns the hits. Throws
 * `rate_limited`. The counters' rows are locked last, as many checkouts share an address.
 */
export async function consumeAttemptLimits(
  counters: Counters,
  { provider, address, checkoutId }: AttemptSubject,
): Promise<CountedHit[]> {
  const limits = attemptLimits[provider]
  if (!limits) return []
  return [
    await consumeOrWait(counters, limits.address, address),
    await consumeOrWait(counters, limits.checkout, checkoutId),
  ]
}

/**
 * Seconds until another attempt is allowed; 0 if it is now. Counts nothing. A limit that open
 * attempts fill is free again in seconds, so it is not reported.
 */
export async function readAttemptWaitSeconds(
  counters: Counters,
  { provider, address, checkoutId }: AttemptSubject,
): Promise<number> {
  const limits = attemptLimits[provider]
  if (!limits) return 0
  const refusals = [
    await findRefusal(counters, limits.address, address),
    await findRefusal(counters, limits.checkout, checkoutId),
  ]
  let waitSeconds = 0
  for (const refusal of refusals)
    if (refusal && !(await hasOpenAttempt(counters, refusal.key)))
      waitSeconds = Math.max(waitSeconds, refusal.retryAfterSeconds)
  return waitSeconds
}

/** Counts an attempt for its card. Throws `rate_limited`. */
export const consumeCardLimit = (counters: Counters, fingerprint: string): Promise<CountedHit> =>
  consumeOrWait(counters, cardDeclineLimit, fingerprint)

/** A limit that open attempts have filled may be free again as soon as one of them pays. */
const heldRetrySeconds = 5

async function consumeOrWait(
  counters: Counters,
  limit: RateLimit,
  subject: string,
): Promise<CountedHit> {
  const hit = await tryConsume(counters, limit, subject)
  if ('resetsAt' in hit) return hit
  const isHeld = await hasOpenAttempt(counters, hit.key)
  const retryAfterSeconds = isHeld
    ? Math.min(heldRetrySeconds, hit.retryAfterSeconds)
    : hit.retryAfterSeconds
  throw new ApiError('rate_limited', { retryAfterSeconds, isHeld })
}

/** Whether an attempt without a result has a hit of this counter. */
async function hasOpenAttempt({ db }: Counters, key: string): Promise<boolean> {
  const rows = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        inArray(attempts.state, openAttemptStates),
        sql`${attempts.limitHits} @> ${JSON.stringify([{ key }])}::jsonb`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** In all 3 s: a browser waits 15 s for a payment, of which the provider may use 10. */
const pauseMs = 500
const maxPauses = 6

/**
 * Starts an attempt, and waits while other open attempts fill its limit: customers with the same
 * network address, whose payments succeed, must not keep it from paying.
 */
export async function startWhenFree<T>(start: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await start()
    } catch (error) {
      const isHeld = error instanceof ApiError && error.details.isHeld
      if (!isHeld || pauses === maxPauses) throw error
    }
    await delay(pauseMs)
  }
}

import { defaultCurrency } from '@/domain/data/currencies'
import type { Backend } from '@/server/backend'
import type { CountedHit } from '@/server/db/tables/counters'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit, releaseHit } from '@/server/limits/rate-limit'

/** The source of a coupon attempt: client IP and, once it exists, the checkout. */
export interface CouponGuess {
  address: string
  /** The checkout's id. */
  checkoutId?: string | undefined
  /**
   * A try in the link checker, counted apart: it uses up no tries of customers with the same IP.
   */
  isPreview?: boolean
  /**
   * The code comes in a link, or in the cookie of one. If it exists, the limit of the client IP does
   * not apply: others with that IP, who guess, must not take a customer's own link away.
   *
   * A guesser learns from a link what its receiver sees: whether this one code works. That cannot be
   * hidden past the limit while links work past it, so links can be tried as fast as pages are
   * served. They tell no more than that: past the limit an unknown code is not listed as unknown;
   * every unknown code counts; and one checkout's own guesses still block its links. A code that is
   * worth money must be long and random, like a token.
   */
  isLink?: boolean
}

/** The field of a refused code in `issues`; the other fields of the change can still be saved. */
export const couponField = 'state.coupon'

/** A customer who copies a code from a leaflet needs two or three tries. */
const checkoutLimit: RateLimit = { name: 'guesses-checkout', maxHits: 10, windowSeconds: 900 }
/** A family or an office shares an address: six customers with ten tries each. */
const addressLimit: RateLimit = { name: 'guesses-address', maxHits: 60, windowSeconds: 3_600 }
const previewLimit: RateLimit = { ...addressLimit, name: 'looks-address' }

/**
 * Counts a try of a coupon's name before it is looked up. Throws `rate_limited` after too many
 * tries. Existing codes and the shop's own codes do not count: only guessing is limited.
 */
export async function countCouponAttempt(
  backend: Backend,
  attempt: CouponGuess,
  name: string,
): Promise<void> {
  const { env } = backend
  if (includesName(name, Object.values(env.coupons))) return
  const isOwnLink = attempt.isLink && !attempt.isPreview && (await isKnown(backend, name))
  const counters: [RateLimit, string | undefined][] = [
    [checkoutLimit, attempt.checkoutId],
    [attempt.isPreview ? previewLimit : addressLimit, isOwnLink ? undefined : attempt.address],
  ]
  const hits: CountedHit[] = []
  for (const [limit, subject] of counters)
    if (subject !== undefined) hits.push(await consumeCouponLimit(backend, limit, subject))
  if (!(await isKnown(backend, name))) return
  for (const hit of hits) await releaseHit(backend, hit)
}

/** Whether a code exists; before its first day it does not. */
async function isKnown({ catalog, now }: Backend, name: string): Promise<boolean> {
  const coupon = (await catalog()).coupon(name, defaultCurrency)
  return coupon !== undefined && (coupon.validFromMs ?? 0) <= now().getTime()
}

async function consumeCouponLimit(
  backend: Backend,
  limit: RateLimit,
  subject: string,
): Promise<CountedHit> {
  try {
    return await consumeLimit(backend, limit, subject)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = [{ field: couponField, message: `coupon.${error.code}` }]
    throw new ApiError(error.code, { ...error.details, issues })
  }
}

const includesName = (name: string, otherNames: (string | null)[]): boolean =>
  otherNames.some(otherName => otherName?.toLowerCase() === name.trim().toLowerCase())

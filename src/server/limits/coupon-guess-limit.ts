import type { WireChange } from '@/contract/checkout'
import type { StateChange } from '@/domain/checkout/state-change'
import { defaultCurrency } from '@/domain/data/currencies'
import type { Backend } from '@/server/backend'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit, releaseHit } from '@/server/limits/rate-limit'

/** Who tries a code: from which network address, and with which checkout once there is one. */
export interface CouponAttempt {
  address: string
  /** The checkout's id. */
  checkoutId?: string | undefined
  /** A link is only looked at: that takes no tries from customers of the same network address. */
  isPreview?: boolean
}

/** A code that is refused is refused by itself, under this field. */
export const couponField = 'state.coupon'

/** Somebody who reads a code off a leaflet is done after two or three tries. */
const checkoutLimit: RateLimit = { name: 'guesses-checkout', maxHits: 10, windowSeconds: 900 }
/** A family, or an office, shares an address: six people at ten tries each. */
const addressLimit: RateLimit = { name: 'guesses-address', maxHits: 60, windowSeconds: 3_600 }
const previewLimit: RateLimit = { ...addressLimit, name: 'looks-address' }

/**
 * Counts a try of a coupon's name before anything is said about it; `rate_limited` once there were too
 * many. Names that the shop has given out, and its own, are no guesses: only inventing them is slowed down.
 */
export async function countCouponAttempt(
  backend: Backend,
  attempt: CouponAttempt,
  name: string,
): Promise<void> {
  const { env, now } = backend
  if (includesName(name, Object.values(env.coupons))) return
  const counters: [RateLimit, string | undefined][] = [
    [checkoutLimit, attempt.checkoutId],
    [attempt.isPreview ? previewLimit : addressLimit, attempt.address],
  ]
  for (const [limit, subject] of counters)
    if (subject !== undefined) await consumeCouponLimit(backend, limit, subject)
  const coupon = (await backend.catalog()).coupon(name, defaultCurrency)
  if (!coupon || (coupon.validFromMs ?? 0) > now().getTime()) return
  for (const [limit, subject] of counters)
    if (subject !== undefined) await releaseHit(backend, limit, subject)
}

/** A change that names a coupon tries a code. */
export async function countCouponInChange(
  backend: Backend,
  attempt: CouponAttempt,
  { coupon }: StateChange | WireChange,
): Promise<void> {
  if (coupon?.name) await countCouponAttempt(backend, attempt, coupon.name)
}

async function consumeCouponLimit(
  backend: Backend,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  try {
    await consumeLimit(backend, limit, subject)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = [{ field: couponField, message: `coupon.${error.code}` }]
    throw new ApiError(error.code, { ...error.details, issues })
  }
}

const includesName = (name: string, otherNames: (string | null)[]): boolean =>
  otherNames.some(otherName => otherName?.toLowerCase() === name.trim().toLowerCase())

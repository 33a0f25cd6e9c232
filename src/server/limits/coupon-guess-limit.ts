import type { WireChange } from '@/contract/checkout'
import type { StateChange } from '@/domain/checkout/state-change'
import { defaultCurrency } from '@/domain/data/currencies'
import type { Backend } from '@/server/backend'
import { Failure } from '@/server/infra/api-error'
import { giveBack, type Limit, take } from '@/server/limits/rate-limit'

/** Who tries a code: from which network address, and with which checkout once there is one. */
export interface Guesser {
  address: string
  /** The checkout's id. */
  checkout?: string | undefined
  /** A link is only looked at: that takes no tries from customers of the same network address. */
  isLooking?: boolean
}

/** A code that is refused is refused by itself, under this field. */
export const couponField = 'state.coupon'

/** Somebody who reads a code off a leaflet is done after two or three tries. */
const guessesOfCheckout: Limit = { name: 'guesses-checkout', most: 10, windowSeconds: 900 }
/** A family, or an office, shares an address: six people at ten tries each. */
const guessesOfAddress: Limit = { name: 'guesses-address', most: 60, windowSeconds: 3_600 }
const looksOfAddress: Limit = { ...guessesOfAddress, name: 'looks-address' }

/**
 * Counts a try of a coupon's name before anything is said about it; `rate_limited` once there were too
 * many. Names that the shop has given out, and its own, are no guesses: only inventing them is slowed down.
 */
export async function countGuess(backend: Backend, who: Guesser, name: string): Promise<void> {
  const { env, now } = backend
  if (isSame(name, Object.values(env.coupons))) return
  const counters: [Limit, string | undefined][] = [
    [guessesOfCheckout, who.checkout],
    [who.isLooking ? looksOfAddress : guessesOfAddress, who.address],
  ]
  for (const [limit, of] of counters) if (of !== undefined) await takeGuess(backend, limit, of)
  const known = (await backend.catalog()).coupon(name, defaultCurrency)
  if (!known || (known.validFromMs ?? 0) > now().getTime()) return
  for (const [limit, of] of counters) if (of !== undefined) await giveBack(backend, limit, of)
}

/** A change that names a coupon tries a code. */
export async function countNamed(
  backend: Backend,
  who: Guesser,
  { coupon }: StateChange | WireChange,
): Promise<void> {
  if (coupon?.name) await countGuess(backend, who, coupon.name)
}

async function takeGuess(backend: Backend, limit: Limit, of: string): Promise<void> {
  try {
    await take(backend, limit, of)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const issues = [{ field: couponField, message: `coupon.${error.code}` }]
    throw new Failure(error.code, { ...error.particulars, issues })
  }
}

const isSame = (name: string, others: (string | null)[]): boolean =>
  others.some(other => other?.toLowerCase() === name.trim().toLowerCase())

import { eq } from 'drizzle-orm'
import type { CheckoutState } from '@/domain/checkout'
import type { CouponRefusal } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/schema'
import type { StoredCheckout } from '@/server/present'

/** Refusals that no choice of the customer's undoes. */
const final: CouponRefusal[] = ['unknown', 'expired', 'used_up', 'new_customers']

/** The checkout without a coupon that is over; one that another plan may have again stays. `state` is filled. */
export async function withoutLostCoupon(
  backend: Backend,
  tx: Tx,
  found: StoredCheckout,
  { coupon, coupon_refused: refused }: CheckoutState,
): Promise<StoredCheckout> {
  const isLost = found.row.state.coupon && !coupon && refused && final.includes(refused.code)
  return isLost ? takeOff(backend, tx, found, refused) : found
}

/** Takes the coupon off a locked checkout, and keeps why. */
export async function takeOff(
  { now }: Backend,
  tx: Tx,
  { row, order }: StoredCheckout,
  refused: { name: string; code: CouponRefusal },
): Promise<StoredCheckout> {
  const coupons_found = row.state.coupons_found.map(found =>
    found.name === refused.name ? { ...found, code: refused.code } : found,
  )
  const state = { ...row.state, coupon: null, coupon_refused: refused, coupons_found }
  const [saved] = await tx
    .update(checkouts)
    .set({ state, version: row.version + 1, updatedAt: now() })
    .where(eq(checkouts.id, row.id))
    .returning()
  return { row: saved ?? row, order }
}

import { eq } from 'drizzle-orm'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { CouponRefusal } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'
import { readCatalog } from '@/server/catalog/catalog'
import { applyBestCoupon } from '@/server/checkout/best-coupon'
import { couponContextOf } from '@/server/checkout/derive-state'
import { hasBoughtOrIsBuying } from '@/server/checkout/returning-buyers'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'

/** The checkout without a coupon that cannot be had any more. `state` is filled. */
export async function dropLostCoupon(
  backend: Backend,
  tx: Tx,
  storedCheckout: StoredCheckout,
  { coupon, coupon_refused: refusal }: CheckoutState,
): Promise<StoredCheckout> {
  return storedCheckout.row.state.coupon && !coupon && refusal
    ? dropCoupon(backend, tx, storedCheckout, refusal)
    : storedCheckout
}

/** Takes the coupon off a locked checkout, and keeps why; the best of what else was found takes its place. */
export async function dropCoupon(
  { now }: Backend,
  tx: Tx,
  { row, order }: StoredCheckout,
  refusal: { name: string; code: CouponRefusal },
): Promise<StoredCheckout> {
  // Read in this transaction: the remembered one may not know yet what others have just used up.
  const catalog = await readCatalog(tx)
  const names = row.state.coupons_found.map(({ name }) => name)
  const hasBoughtBefore = await hasBoughtOrIsBuying(tx, {
    catalog,
    names,
    email: row.state.customer.email,
  })
  const couponContext = { ...couponContextOf(row, now()), hasBoughtBefore }
  const state = applyBestCoupon(row.state, { catalog, couponContext }, refusal)
  const [saved] = await tx
    .update(checkouts)
    .set({ state, version: row.version + 1, updatedAt: now() })
    .where(eq(checkouts.id, row.id))
    .returning()
  return { row: saved ?? row, order }
}

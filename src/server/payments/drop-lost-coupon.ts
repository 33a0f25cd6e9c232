import { eq } from 'drizzle-orm'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { CouponRefusal } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'
import { readCatalog } from '@/server/catalog/catalog'
import { chooseCoupon, couponContextOf } from '@/server/checkout/coupons'
import { derivePrices } from '@/server/checkout/derive-state'
import { hasBoughtOrIsBuying } from '@/server/checkout/returning-buyers'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'

/** Removes a coupon that no longer applies. */
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

/** Removes the coupon from a locked checkout, stores why and applies the next best found one. */
export async function dropCoupon(
  { now }: Backend,
  tx: Tx,
  { row, order }: StoredCheckout,
  refusal: { name: string; code: CouponRefusal },
): Promise<StoredCheckout> {
  // Read in this transaction: the cached catalog may miss uses that were taken just now.
  const catalog = await readCatalog(tx)
  const names = row.state.coupons_found.map(({ name }) => name)
  const hasBoughtBefore = await hasBoughtOrIsBuying(tx, {
    catalog,
    names,
    email: row.state.customer.email,
  })
  const couponContext = { ...couponContextOf(row, now()), hasBoughtBefore }
  const choice = chooseCoupon(derivePrices(row.state, catalog), { catalog, couponContext }, refusal)
  const [saved] = await tx
    .update(checkouts)
    .set({ state: { ...row.state, ...choice }, version: row.version + 1, updatedAt: now() })
    .where(eq(checkouts.id, row.id))
    .returning()
  return { row: saved ?? row, order }
}

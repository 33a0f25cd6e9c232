import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { couponReservations, coupons } from '@/server/db/tables/coupons'
import type { AttemptRow } from '@/server/db/tables/orders'

// Uses of limited coupons. Callers have locked the checkout: many checkouts share a coupon, so its
// row is locked last.

/** Takes one use of a coupon for a new payment; `none` when no use is left. */
export async function reserveCouponUse(
  tx: Tx,
  id: number,
): Promise<'reserved' | 'unlimited' | 'none'> {
  const [reservedCoupon] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(and(eq(coupons.id, id), lt(coupons.uses, coupons.maxUses)))
    .returning({ id: coupons.id })
  if (reservedCoupon) return 'reserved'
  const [coupon] = await tx
    .select({ maxUses: coupons.maxUses })
    .from(coupons)
    .where(eq(coupons.id, id))
  return coupon?.maxUses === null ? 'unlimited' : 'none'
}

/** Stores which attempt holds a use that was taken. */
export async function attachCouponUse(tx: Tx, attemptId: string, couponId: number): Promise<void> {
  await tx.insert(couponReservations).values({ attemptId, couponId })
}

/** Returns an attempt's use. Idempotent: the reservation row is deleted with it. */
export async function releaseCouponUse(tx: Tx, attemptId: string): Promise<void> {
  const [hold] = await tx
    .delete(couponReservations)
    .where(eq(couponReservations.attemptId, attemptId))
    .returning()
  if (!hold) return
  await tx
    .update(coupons)
    .set({ uses: sql`greatest(${coupons.uses} - 1, 0)` })
    .where(eq(coupons.id, hold.couponId))
}

/**
 * Commits the use of a paid attempt. If the attempt had returned its use and is paid late, the use
 * counts again even above the limit: that price was agreed and charged.
 */
export async function commitCouponUse(tx: Tx, { id, charged }: AttemptRow): Promise<void> {
  if (charged.coupon === null) return
  const limitedCoupon = tx
    .select({ attemptId: sql<string>`${id}`.as('attempt_id'), couponId: coupons.id })
    .from(coupons)
    .where(and(eq(coupons.name, charged.coupon), isNotNull(coupons.maxUses)))
  const [lateHold] = await tx
    .insert(couponReservations)
    .select(limitedCoupon)
    .onConflictDoNothing()
    .returning()
  if (!lateHold) return
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(eq(coupons.id, lateHold.couponId))
}

/** The uses left are part of the catalog: it is reloaded after a payment with a limited coupon. */
export async function invalidateCoupon(backend: Backend, { charged }: AttemptRow): Promise<void> {
  const { coupon, currency } = charged
  if (coupon === null) return
  const usesLeft = (await backend.catalog()).coupon(coupon, currency)?.usesLeft ?? null
  if (usesLeft !== null) backend.invalidateCatalog()
}

import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { couponReservations, coupons } from '@/server/db/tables/coupons'
import type { AttemptRow } from '@/server/db/tables/orders'

// The uses of limited coupons. Whoever changes them has locked the checkout before: a coupon is shared by
// many checkouts, and comes last.

/** Takes one use of a coupon for a payment that begins; an unlimited one has always another. */
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

/** Writes down for which attempt a use was taken. */
export async function attachCouponUse(tx: Tx, attemptId: string, couponId: number): Promise<void> {
  await tx.insert(couponReservations).values({ attemptId, couponId })
}

/** Gives an attempt's use back, however often it is called: with its hold it is gone. */
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
 * Keeps the use of a paid attempt. One that was given up, and paid all the same, counts again, though none
 * may be left: that price was agreed and is charged.
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

/** How many uses are left is part of the catalog: after a payment with a limited coupon it is read anew. */
export async function invalidateCoupon(backend: Backend, { charged }: AttemptRow): Promise<void> {
  const { coupon, currency } = charged
  if (coupon === null) return
  const usesLeft = (await backend.catalog()).coupon(coupon, currency)?.usesLeft ?? null
  if (usesLeft !== null) backend.invalidateCatalog()
}

import type { StateChange } from '@/domain/checkout/state-change'
import type { PermitTable } from '@/domain/destinations/permit-verdict'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { type CouponContext, couponContextOf } from '@/server/checkout/coupons'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { toIsoDate } from '@/server/infra/clock'

/** The inputs of a change besides the state. */
export interface ChangeContext {
  catalog: Catalog
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  couponContext: CouponContext
  /** The country validity table; empty while it is unknown. */
  permits: PermitTable
}

/** The part of a checkout that a change needs; its row need not exist yet. */
export type CheckoutSnapshot = Pick<CheckoutRow, 'state' | 'activeAttemptId' | 'status'>

/** Loads the inputs of a change: catalog, server date, coupon conditions and permits. */
export async function buildChangeContext(
  { row }: { row: CheckoutSnapshot },
  { db, now, permits }: Backend,
  catalog: Catalog,
  { coupon, customer }: StateChange,
): Promise<ChangeContext> {
  const email = customer?.email ?? row.state.customer.email
  const { state } = row
  const namedCoupons = [coupon, state.coupon, state.coupon_refused, ...state.coupons_found]
  const names = namedCoupons.flatMap(entry => entry?.name ?? [])
  const isReturningBuyer = await hasBoughtBefore(db, { catalog, names, email })
  const couponContext = { ...couponContextOf(row, now()), hasBoughtBefore: isReturningBuyer }
  return {
    catalog,
    today: toIsoDate(now()),
    couponContext,
    permits: (await permits()).table,
  }
}

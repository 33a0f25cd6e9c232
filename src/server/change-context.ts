import type { WireChange } from '@/contract/checkout'
import type { StateChange } from '@/domain/changes'
import type { Backend } from '@/server/backend'
import { hasBoughtBefore } from '@/server/buyers'
import type { Catalog } from '@/server/catalog'
import type { Context } from '@/server/changed'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { momentOf } from '@/server/present'
import { todayOf } from '@/server/today'

/** As much of a checkout as its changes are held against; there need not be a row of it yet. */
export type Answered = Pick<CheckoutRow, 'state' | 'paying' | 'status'>

/** What a change of a checkout is held against. */
export async function contextOf(
  { row }: { row: Answered },
  { db, now, permits }: Backend,
  catalog: Catalog,
  { coupon, customer }: StateChange | WireChange,
): Promise<Context> {
  const email = customer?.email ?? row.state.customer.email
  const { state } = row
  const named = [coupon, state.coupon, state.coupon_refused, ...state.coupons_found]
  const names = named.flatMap(one => one?.name ?? [])
  const known = await hasBoughtBefore(db, { catalog, names, email })
  const moment = { ...momentOf(row, now()), hasBoughtBefore: known }
  return { catalog, today: todayOf(now()), moment, permits: (await permits()).table }
}

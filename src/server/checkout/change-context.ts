import type { WireChange } from '@/contract/checkout'
import type { StateChange } from '@/domain/checkout/state-change'
import type { PermitTable } from '@/domain/destinations/permit-verdict'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { type Moment, momentOf } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { todayOf } from '@/server/infra/clock'

/** What a change is held against besides the state. */
export interface Context {
  catalog: Catalog
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  moment: Moment
  /** The country validity table; empty while it is unknown. */
  permits: PermitTable
}

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

import { and, eq, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { isSameQuote } from '@/domain/pricing/quote'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { filled, momentOf } from '@/server/checkout/derive-state'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { Failure } from '@/server/infra/api-error'
import { hashOf, isToken } from '@/server/infra/tokens'

const lifetimes = alias(orders, 'lifetimes')

/** The stored checkout of a token; inside a transaction its row is locked. */
export async function stored(
  { db, now }: Backend,
  token: string,
  tx?: Tx,
): Promise<StoredCheckout> {
  if (!isToken(token)) throw new Failure('not_found')
  const query = (tx ?? db)
    .select({ row: checkouts, order: orders, lifetime: lifetimes })
    .from(checkouts)
    .leftJoin(orders, and(eq(orders.checkoutId, checkouts.id), eq(orders.kind, 'plan')))
    .leftJoin(
      lifetimes,
      and(eq(lifetimes.checkoutId, checkouts.id), eq(lifetimes.kind, 'lifetime')),
    )
    .where(and(eq(checkouts.tokenHash, hashOf(token)), gt(checkouts.expiresAt, now())))
  const [found] = await (tx ? query.for('update', { of: checkouts }) : query)
  if (!found) throw new Failure('not_found')
  return found
}

/** Stores the next state unless the row has changed since it was read; then undefined. */
export async function write(
  { db, now }: Backend,
  found: StoredCheckout,
  state: CheckoutState,
  catalog: Catalog,
): Promise<StoredCheckout | undefined> {
  refuseLocked(found, state, catalog, now())
  const { row } = found
  const [saved] = await db
    .update(checkouts)
    .set({ state, version: row.version + 1, updatedAt: now() })
    .where(and(eq(checkouts.id, row.id), eq(checkouts.version, row.version)))
    .returning()
  return saved && { ...found, row: saved }
}

/** Paid orders are read-only, and nothing may change the price of a payment under way. */
function refuseLocked(
  { row }: StoredCheckout,
  next: CheckoutState,
  catalog: Catalog,
  now: Date,
): void {
  if (row.status === 'paid') throw new Failure('paid')
  if (row.status === 'completed') throw new Failure('closed')
  if (!row.paying) return
  const moment = momentOf(row, now)
  const [before, after] = [row.state, next].map(state => quoteOf(filled(state, catalog, moment)))
  if (!before || !after || !isSameQuote(before, after)) throw new Failure('payment_in_progress')
}

import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { OrderClosure } from '@/domain/checkout/order-closure'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { isSameQuote } from '@/domain/pricing/quote'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import type { ChangedState } from '@/server/checkout/apply-change'
import { recordHistory } from '@/server/checkout/checkout-history'
import { couponContextOf } from '@/server/checkout/coupons'
import { deriveState } from '@/server/checkout/derive-state'
import type { StoredCheckout, StoredOrder } from '@/server/checkout/stored-checkout'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { resumeTokens } from '@/server/db/tables/recovery'
import { ApiError } from '@/server/infra/api-error'
import { generateToken, hashOf, isToken } from '@/server/infra/tokens'

const lifetimeOrders = alias(orders, 'lifetimes')

/**
 * The stored checkout of a token; with `tx` its row is locked. Throws `not_found` for an unknown or
 * expired token.
 */
export async function loadCheckout(
  { db, now }: Backend,
  token: string,
  tx?: Tx,
): Promise<StoredCheckout> {
  if (!isToken(token)) throw new ApiError('not_found')
  const load = async (tokenHash: string): Promise<StoredCheckout | undefined> => {
    const values = { tokenHash, now: now().toISOString() }
    const [storedCheckout] = tx
      ? await selectCheckout(tx).for('update', { of: checkouts }).execute(values)
      : await prepareRead(db).execute(values)
    if (!storedCheckout) return undefined
    const { row, order, lifetime } = storedCheckout
    return {
      row,
      order: await withRefundDate(tx ?? db, order),
      lifetime: await withRefundDate(tx ?? db, lifetime),
    }
  }
  const ownCheckout = await load(hashOf(token))
  if (ownCheckout) return ownCheckout
  const mailed = await findMailed(tx ?? db, token)
  const storedCheckout = mailed && (await load(mailed.tokenHash))
  if (!storedCheckout) throw new ApiError('not_found')
  return storedCheckout
}

/**
 * The order with the time of its last refund: that of the mail about it, which is queued with each
 * refund. Few orders have one, so the others are not asked about.
 */
async function withRefundDate(db: Db | Tx, order: StoredOrder | null): Promise<StoredOrder | null> {
  if (!order || order.refunded === 0) return order
  const [mail] = await db
    .select({ queuedAt: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.orderId, order.id), eq(outbox.kind, 'refund_mail')))
    .orderBy(desc(outbox.createdAt))
    .limit(1)
  return { ...order, refundedAt: mail?.queuedAt }
}

/** The checkout that the token of a mailed link opens; read only when the token is no checkout's own. */
async function findMailed(db: Db | Tx, token: string) {
  const [checkout] = await db
    .select({ id: checkouts.id, tokenHash: checkouts.tokenHash })
    .from(resumeTokens)
    .innerJoin(checkouts, eq(checkouts.id, resumeTokens.checkoutId))
    .where(eq(resumeTokens.tokenHash, hashOf(token)))
  return checkout
}

/** The id of the checkout of a token, also of an expired one; undefined for an unknown token. */
export async function findCheckoutId(db: Db, token: string): Promise<string | undefined> {
  const [checkout] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(token)))
  return (checkout ?? (await findMailed(db, token)))?.id
}

/** Another token of a checkout, for a mailed link. Only its hash is stored. */
export async function createResumeToken(
  { db, now }: Pick<Backend, 'db' | 'now'>,
  checkoutId: string,
): Promise<string> {
  const token = generateToken()
  await db.insert(resumeTokens).values({ tokenHash: hashOf(token), checkoutId, createdAt: now() })
  return token
}

/** The select of a checkout by `tokenHash`, not expired at `now`. */
const selectCheckout = (db: Db | Tx) =>
  db
    .select({ row: checkouts, order: orders, lifetime: lifetimeOrders })
    .from(checkouts)
    .leftJoin(orders, and(eq(orders.checkoutId, checkouts.id), eq(orders.kind, 'plan')))
    .leftJoin(
      lifetimeOrders,
      and(eq(lifetimeOrders.checkoutId, checkouts.id), eq(lifetimeOrders.kind, 'lifetime')),
    )
    .where(
      and(
        eq(checkouts.tokenHash, sql.placeholder('tokenHash')),
        gt(checkouts.expiresAt, sql.placeholder('now')),
      ),
    )

const reads = new WeakMap<Db, ReturnType<typeof buildRead>>()

/**
 * The select of the most frequent read, built once. It has no name in the database: a pooler in
 * transaction mode gives each transaction another connection.
 */
const buildRead = (db: Db) => selectCheckout(db).prepare('')

function prepareRead(db: Db): ReturnType<typeof buildRead> {
  const read = reads.get(db) ?? buildRead(db)
  reads.set(db, read)
  return read
}

/**
 * Stores the next state; returns undefined if the row has changed since it was read. Throws `paid`,
 * `closed` or `payment_in_progress` for a checkout that must not change.
 */
export async function saveIfUnchanged(
  { db, now }: Backend,
  storedCheckout: StoredCheckout,
  { stored, derived }: ChangedState,
  catalog: Catalog,
): Promise<StoredCheckout | undefined> {
  assertEditable(storedCheckout, derived, catalog, now())
  const { row } = storedCheckout
  const [savedRow] = await db
    .update(checkouts)
    .set({ state: stored, version: row.version + 1, updatedAt: now() })
    .where(and(eq(checkouts.id, row.id), eq(checkouts.version, row.version)))
    .returning()
  if (!savedRow) return undefined
  await recordHistory({ db, now }, row, { stored, derived })
  return { ...storedCheckout, row: savedRow }
}

/** Paid orders are read-only, and no change may alter the price of a payment in progress. */
function assertEditable(
  { row }: StoredCheckout,
  nextState: CheckoutState,
  catalog: Catalog,
  now: Date,
): void {
  if (row.status === 'paid') throw new ApiError('paid')
  if (row.status === 'completed') throw new ApiError('closed')
  if (!row.activeAttemptId) return
  const quoteBefore = quoteOf(deriveState(row.state, catalog, couponContextOf(row, now)))
  const quoteAfter = quoteOf(nextState)
  if (!quoteBefore || !quoteAfter || !isSameQuote(quoteBefore, quoteAfter))
    throw new ApiError('payment_in_progress')
}

/**
 * Why the checkout's order takes neither photos nor another email address; null while it does. Only a
 * paid order is read.
 */
export async function findClosure(
  db: Db | Tx,
  { id, status }: Pick<CheckoutRow, 'id' | 'status'>,
): Promise<OrderClosure | null> {
  if (status !== 'paid') return status === 'completed' ? 'closed' : null
  const [refundedOrder] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkoutId, id), eq(orders.kind, 'plan'), eq(orders.status, 'refunded')))
  return refundedOrder ? 'refunded' : null
}

/** Throws `closed` for a completed order, and `refunded` for one that was refunded as a whole. */
export async function assertNotClosed(
  db: Db | Tx,
  checkout: Pick<CheckoutRow, 'id' | 'status'>,
): Promise<void> {
  const closure = await findClosure(db, checkout)
  if (closure) throw new ApiError(closure)
}

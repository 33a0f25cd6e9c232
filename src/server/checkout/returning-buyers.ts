import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { defaultCurrency } from '@/domain/data/currencies'
import { toMailbox } from '@/domain/driver/email'
import type { Catalog } from '@/server/catalog/catalog'
import type { Db, Tx } from '@/server/db/open'
import { coupons } from '@/server/db/tables/coupons'
import { attempts, orders } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'

/**
 * The hash of a customer's mailbox, stored with an order to recognise the customer later; null
 * without a valid address.
 */
export function emailHashOf(email: string): string | null {
  const mailbox = toMailbox(email)
  return mailbox ? hashOf(mailbox) : null
}

/** A customer and the coupons to check. */
interface Buyer {
  catalog: Catalog
  /** Names of coupons; the orders are queried only if one of them is for new customers. */
  names: string[]
  email: string
}

/**
 * Whether a customer with this email address has paid an order before; false if no coupon is for
 * new customers.
 */
export function hasBoughtBefore(db: Db | Tx, buyer: Buyer): Promise<boolean> {
  const emailHash = resolveEmailHash(buyer)
  return emailHash ? hasOrder(db, emailHash, isNotNull(orders.paidAt)) : Promise.resolve(false)
}

/**
 * The same within the transaction that begins a payment: an order that is being paid with such a
 * coupon counts too. Locks the coupons, so of two payments that begin at the same time the second
 * sees the first.
 */
export async function hasBoughtOrIsBuying(tx: Tx, buyer: Buyer): Promise<boolean> {
  const emailHash = resolveEmailHash(buyer)
  if (!emailHash) return false
  await lockCoupons(tx, buyer)
  return hasOrder(tx, emailHash, or(isNotNull(orders.paidAt), isClaim))
}

const resolveEmailHash = ({ catalog, names, email }: Buyer): string | null =>
  names.some(name => isForNewCustomers(catalog, name)) ? emailHashOf(email) : null

async function hasOrder(
  db: Db | Tx,
  emailHash: string,
  condition: SQL | undefined,
): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.emailHash, emailHash), condition))
    .limit(1)
  return order !== undefined
}

/**
 * Locks until the transaction ends. A new customer has no row to lock, so the coupon's row is
 * locked, as for coupons with limited uses.
 */
async function lockCoupons(tx: Tx, { catalog, names }: Buyer): Promise<void> {
  const guardedNames = names.filter(name => isForNewCustomers(catalog, name))
  await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(inArray(coupons.name, guardedNames))
    .orderBy(coupons.id)
    .for('update')
}

/** An attempt that may still take money claims the coupon; a failed one does not. */
const isClaim = sql`exists (
  select 1 from ${attempts} join ${coupons} on ${coupons.name} = ${attempts.charged} ->> 'coupon'
  where ${attempts.orderId} = ${orders.id} and ${coupons.newCustomersOnly}
    and ${attempts.state} in ('created', 'confirming', 'needs_check'))`

/** Whether a coupon is for new customers only; the rule is the same in every currency. */
const isForNewCustomers = (catalog: Catalog, name: string): boolean =>
  catalog.coupon(name, defaultCurrency)?.isForNewCustomers ?? false

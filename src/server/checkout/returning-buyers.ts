import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { defaultCurrency } from '@/domain/data/currencies'
import { toMailbox } from '@/domain/driver/email'
import type { Catalog } from '@/server/catalog/catalog'
import type { Db, Tx } from '@/server/db/open'
import { coupons } from '@/server/db/tables/coupons'
import { attempts, orders } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'

/** What an order keeps of its customer, to know them again; null while there is no address. */
export function emailHashOf(email: string): string | null {
  const mailbox = toMailbox(email)
  return mailbox ? hashOf(mailbox) : null
}

/** Whose order it is, and which coupons it may have. */
interface Buyer {
  catalog: Catalog
  /** Names of coupons; nobody is looked up unless one of them minds. */
  names: string[]
  email: string
}

/** Whether somebody of this address has paid an order before. */
export function hasBoughtBefore(db: Db | Tx, buyer: Buyer): Promise<boolean> {
  const emailHash = resolveEmailHash(buyer)
  return emailHash ? hasOrder(db, emailHash, isNotNull(orders.paidAt)) : Promise.resolve(false)
}

/**
 * The same in the transaction in which a payment begins: an order that is being paid with such a coupon
 * counts too, and the coupon is locked. Of two that begin at once, the second one sees the first.
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
 * Until the transaction ends. A buyer is no row before the first order, so that there is none to lock; the
 * coupon is one, as for those that are limited.
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

/** A payment that may still take money is a claim on the coupon; one that has failed is none any more. */
const isClaim = sql`exists (
  select 1 from ${attempts} join ${coupons} on ${coupons.name} = ${attempts.charged} ->> 'coupon'
  where ${attempts.orderId} = ${orders.id} and ${coupons.newCustomersOnly}
    and ${attempts.state} in ('created', 'confirming', 'needs_check'))`

/** Whether a coupon is for new customers alone; the rule is the same in every currency. */
export const isForNewCustomers = (catalog: Catalog, name: string): boolean =>
  catalog.coupon(name, defaultCurrency)?.isForNewCustomers ?? false

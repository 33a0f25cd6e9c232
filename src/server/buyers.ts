import { and, eq, isNotNull } from 'drizzle-orm'
import { defaultCurrency } from '@/domain/data/currencies'
import type { Catalog } from '@/server/catalog'
import type { Db, Tx } from '@/server/db/open'
import { orders } from '@/server/db/schema'
import { hashOf } from '@/server/tokens'

/** What an order keeps of its customer, to know them again; null while there is no address. */
export function emailHashOf(email: string): string | null {
  const address = email.trim().toLowerCase()
  return address ? hashOf(address) : null
}

/** Whether somebody of this address has paid an order before. Only looked up for coupons that mind. */
export async function hasBoughtBefore(
  db: Db | Tx,
  catalog: Catalog,
  coupons: string[],
  email: string,
): Promise<boolean> {
  const emailHash = emailHashOf(email)
  if (!emailHash || !coupons.some(name => isForNewCustomers(catalog, name))) return false
  const [paid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.emailHash, emailHash), isNotNull(orders.paidAt)))
    .limit(1)
  return paid !== undefined
}

/** Whether a coupon is for new customers alone; the rule is the same in every currency. */
export const isForNewCustomers = (catalog: Catalog, name: string): boolean =>
  catalog.coupon(name, defaultCurrency)?.isForNewCustomers ?? false

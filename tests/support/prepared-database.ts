import { prepareDatabase } from '@/server/backend'
import { type OpenDatabase, openDatabase } from '@/server/db/open'
import type { ShopPrices } from '@/server/db/seed'
import { coupons } from '@/server/db/tables/coupons'

/** Gives an empty database its tables, prices and coupons, and one more coupon for tests. */
export async function prepareForTests(database: OpenDatabase, prices?: ShopPrices): Promise<void> {
  await prepareDatabase(database, prices)
  await database.db.insert(coupons).values(everythingFree)
}

/** The same for an empty PostgreSQL database, which has no connection left afterwards and can be copied. */
export async function preparePostgres(databaseUrl: string, prices?: ShopPrices): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await prepareForTests(database, prices)
  await database.close()
}

/** A coupon that leaves nothing to pay on a digital plan. */
export const everythingFree = {
  name: 'EVERYTHINGFREE',
  discountType: 'percentage' as const,
  amount: 100,
  amounts: null,
  products: [],
  travelProducts: [],
  freeShipping: true,
  newCustomersOnly: false,
  partnerOnly: false,
}

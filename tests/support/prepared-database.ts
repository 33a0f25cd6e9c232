import { prepareDatabase } from '@/server/backend'
import { type OpenDatabase, openDatabase } from '@/server/db/open'
import type { ShopPrices } from '@/server/db/seed'
import { coupons } from '@/server/db/tables/coupons'

/** Migrates and seeds an empty database, with one more coupon for tests. */
export async function prepareForTests(database: OpenDatabase, prices?: ShopPrices): Promise<void> {
  await prepareDatabase(database, { hasSamples: true, ...(prices && { prices }) })
  await database.db.insert(coupons).values(everythingFree)
}

/** The same for an empty PostgreSQL database; closes its connections, so that it can be copied. */
export async function preparePostgres(databaseUrl: string, prices?: ShopPrices): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await prepareForTests(database, prices)
  await database.close()
}

/** A coupon that reduces a digital plan to zero. */
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

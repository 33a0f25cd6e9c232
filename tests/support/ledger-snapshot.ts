import type { Db } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'

/** All rows of a shop that concern money. */
export const readLedgerSnapshot = async (db: Db) => ({
  checkouts: await db.select().from(checkouts),
  orders: await db.select().from(orders),
  attempts: await db.select().from(attempts),
  outbox: await db.select().from(outbox),
})

export type LedgerSnapshot = Awaited<ReturnType<typeof readLedgerSnapshot>>

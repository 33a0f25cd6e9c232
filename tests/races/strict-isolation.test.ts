import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '@/server/db/open'
import { copyTemplateDatabase } from '../support/with-shop'

// A database that refuses conflicting writes (40001), as distributed ones do: PostgreSQL with a
// stricter isolation than its default.

let database: OpenDatabase
beforeAll(async () => {
  const databaseUrl = await copyTemplateDatabase()
  const isolation = 'options=-c%20default_transaction_isolation=serializable'
  database = await openDatabase({ databaseUrl: `${databaseUrl}?${isolation}`, dataDir: '' })
})
afterAll(() => database.close())

const useCoupon = sql`update coupons set uses = uses + 1 where name = 'FULL100'`

const countUses = async () => {
  const { rows } = (await database.db.execute(
    sql`select uses from coupons where name = 'FULL100'`,
  )) as unknown as { rows: { uses: number }[] }
  return rows[0]?.uses
}

const countWaiting = async () => {
  const { rows } = (await database.db.execute(
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )) as unknown as { rows: { count: number }[] }
  return rows[0]?.count
}

it.each([
  ['a single statement', async () => await database.db.execute(useCoupon)],
  ['a transaction', () => database.db.transaction(tx => tx.execute(useCoupon))],
])('%s that conflicts is repeated', async (_, write) => {
  const before = (await countUses()) ?? 0
  let conflicting: Promise<unknown> | undefined
  await database.db.transaction(async tx => {
    await tx.execute(useCoupon)
    conflicting = write()
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1)
  })
  await conflicting
  expect(await countUses()).toBe(before + 2)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Backend, createBackend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { readEnv } from '@/server/config/env'
import { type Db, type OpenDatabase, openDatabase, wrapPglite } from '@/server/db/open'
import { taxGroups } from '@/server/db/tables/catalog'
import { coupons } from '@/server/db/tables/coupons'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { runRetention } from '@/server/jobs/retention'
import { listRejections } from '@/server/limits/link-rejection-counter'
import { buildMessage } from '@/server/outbox/load-message'
import { listGivenUp } from '@/server/outbox/outbox-admin'
import { listPartnersWithTokens } from '@/server/partners/partner-admin'
import { findRenewalByCheckout } from '@/server/payments/subscription-repository'
import {
  createOldTables,
  fillOldTables,
  oldTables,
  paidToken,
  payingToken,
} from '../support/old-database'
import { createDatabase } from '../support/postgres'
import { refusedStatements, repairs } from '../support/refused-statements'

// Migrates a filled database of version 1.3.5. The tests of a database build on each other.

const openers: Record<string, () => Promise<OpenDatabase>> = {
  'the embedded database': async () => wrapPglite(await PGlite.create()),
  PostgreSQL: async () =>
    openDatabase({ databaseUrl: await createDatabase(inject('postgresUrl')), dataDir: '' }),
}

/** What old rows break and the migration leaves as it is. */
const brokenConstraints = [
  'approval_images_type_check',
  'attempts_provider_check',
  'attempts_state_check',
  'checkouts_status_check',
  'coupons_discount_type_check',
  'orders_partner_token_id_partner_tokens_id_fk',
  'orders_status_check',
  'orders_total_check',
  'outbox_kind_check',
  'partner_tokens_years_check',
  'pickup_points_country_check',
  'prices_product_id_products_id_fk',
  'products_category_check',
  'shipping_methods_delivery_check',
  'tax_groups_tax_rate_check',
]

describe.each(Object.keys(openers))('migrating %s', name => {
  let database: OpenDatabase
  let backend: Backend
  let db: Db
  let rowsBefore: Rows
  let unvalidated: Awaited<ReturnType<OpenDatabase['migrate']>>
  const dataDir = mkdtempSync(join(tmpdir(), 'ida-shop-'))
  beforeAll(async () => {
    database = await (openers[name] as () => Promise<OpenDatabase>)()
    db = database.db
    await createOldTables(db)
    await fillOldTables(db)
    rowsBefore = await readTables(db)
    unvalidated = await database.migrate()
    const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PAYMENTS: 'sandbox' })
    backend = createBackend(env, database)
  })
  afterAll(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('keeps every row, and changes only what reads the same', async () => {
    expect(rowsBefore['checkouts']?.map(({ paying }) => paying)).toContain('paying')
    expect(await readTables(db)).toEqual(toMigratedTables(rowsBefore))
  })

  it('names the constraints that old rows break', () => {
    expect(unvalidated.map(constraint => constraint.name)).toEqual(brokenConstraints)
    for (const { name, reason } of unvalidated) expect(reason).toContain(name)
  })

  it('leaves rows that the shop reads', async () => {
    const catalog = await backend.catalog()
    expect(catalog.taxRate('us', 'NY')).toBe(8.875)
    expect(catalog.taxRate('de', '')).toBe(19)
    const couponAmounts = ['EXACT', 'FIXED', 'OVER', 'MINUS', 'NAN'].map(
      coupon => catalog.coupon(coupon, 'USD')?.terms?.amount,
    )
    expect(couponAmounts).toEqual([12.345, 19, 100, 0, undefined])
    expect(catalog.products('USD')).toMatchObject([{ id: 42, price: 69 }])
    expect(catalog.pickupPoints('Old Partner')).toHaveLength(2)
    const paid = await loadCheckout(backend, paidToken)
    expect(paid).toMatchObject({ row: { activeAttemptId: null }, order: { status: 'paid' } })
    const paying = await loadCheckout(backend, payingToken)
    expect(paying).toMatchObject({ row: { activeAttemptId: 'paying' }, order: { currency: 'USD' } })
    expect(await findRenewalByCheckout(db, 'paid')).toMatchObject({ currency: 'USD' })
    expect(await listPartnersWithTokens(db)).toMatchObject([
      { name: 'Old Partner', tokens: [{}, {}] },
    ])
    expect(await listGivenUp(db)).toMatchObject([{ kind: 'order_paid' }])
    expect(await listRejections(backend)).toEqual(expect.any(Array))
    const [mail] = await db.select().from(outbox).where(eq(outbox.kind, 'confirmation_mail'))
    expect(mail && (await buildMessage(backend, mail))).toMatchObject({ plan: { id: 42 } })
  })

  it('stores any percentage exactly', async () => {
    for (const percentage of [0, 0.1, 1.15, 7.00625, 8.875, 33.333333333, 99.99, 100]) {
      await db.update(taxGroups).set({ taxRate: percentage }).where(eq(taxGroups.country, 'de'))
      await db.update(coupons).set({ amount: percentage }).where(eq(coupons.name, 'EXACT'))
      const [tax] = await db.select().from(taxGroups).where(eq(taxGroups.country, 'de'))
      const [coupon] = await db.select().from(coupons).where(eq(coupons.name, 'EXACT'))
      expect([tax?.taxRate, coupon?.amount]).toEqual([percentage, percentage])
    }
  })

  it('dates every change of an order', async () => {
    const readDate = async () => {
      const [order] = await db.select().from(orders).where(eq(orders.id, 'paid'))
      return order?.updatedAt.getTime() ?? 0
    }
    const before = await readDate()
    await db.update(orders).set({ refunded: 100 }).where(eq(orders.id, 'paid'))
    const after = await readDate()
    expect(after).toBeGreaterThan(before)
    expect(await readDate()).toBe(after)
  })

  it.each(refusedStatements)('refuses a row that breaks %s', async (constraint, statement) => {
    expect(await findBrokenConstraint(db, statement)).toBe(constraint)
  })

  it('has a refused row for every check', async () => {
    const query = sql`select conname as name from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace`
    const { rows } = (await db.execute(query)) as unknown as { rows: { name: string }[] }
    const triedNames = new Set(refusedStatements.map(([constraint]) => constraint))
    expect(rows.filter(row => !triedNames.has(row.name))).toEqual([])
    expect(rows.length).toBeGreaterThan(40)
  })

  it('leaves rows that retention can delete', async () => {
    // A running renewal needs the customer's answers.
    await db.execute(sql.raw(`update subscriptions set state = 'stopped'`))
    await runRetention({ ...backend, now: () => new Date('2028-01-01T00:00:00Z') })
    const { orders: orderRows, approval_images, outbox: messages } = await readTables(db)
    expect(orderRows).toHaveLength(3)
    expect(approval_images).toHaveLength(0)
    expect(messages).toEqual([])
  })

  it('can be completed once the rows are repaired', async () => {
    for (const statement of repairs) await db.execute(sql.raw(statement))
    expect(await database.migrate()).toEqual([])
    expect(await findBrokenConstraint(db, `update orders set total = -5`)).toBe(
      'orders_total_check',
    )
  })
})

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

/** All rows as JSON, in an order that does not depend on the database. */
async function readTables(db: Db): Promise<Rows> {
  const tables: Rows = {}
  for (const table of oldTables) {
    const query = sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`
    const { rows } = (await db.execute(query)) as unknown as { rows: { row: Row }[] }
    tables[table] = sortRows(rows.map(({ row }) => row))
  }
  return tables
}

const sortRows = (rows: Row[]): Row[] =>
  rows
    .map(row => [JSON.stringify(Object.entries(row).toSorted()), row] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)

const repairedCoupons: Record<string, Row> = {
  OVER: { amount: 100 },
  MINUS: { amount: 0, uses: 0, max_uses: 0 },
  NAN: { amount: null },
}

const toUpperCurrency = (row: Row): Row => ({
  ...row,
  currency: String(row['currency']).toUpperCase(),
})

/** What the migration makes of a row of a table; other tables stay as they are. */
const migratedRow: Record<string, (row: Row) => Row> = {
  checkouts: ({ paying, ...row }) => ({ ...row, active_attempt_id: paying, erased_at: null }),
  orders: row => ({
    ...toUpperCurrency(row),
    updated_at: expect.any(String),
    fulfilled_at: null,
    tracking_number: null,
  }),
  provider_events: row => ({ ...row, attempt_id: null }),
  outbox: row => ({ ...row, checkout_id: null }),
  attempts: row => ({ ...toUpperCurrency(row), refund_key: null, limit_hits: [] }),
  subscriptions: row => ({ ...toUpperCurrency(row), limit_hits: [] }),
  coupons: row => ({ ...row, ...repairedCoupons[String(row['name'])] }),
  rate_limits: row => ({ ...row, count: 0 }),
}

const toMigratedTables = (tables: Rows): Rows =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      sortRows(rows.map(migratedRow[table] ?? (row => row))),
    ]),
  )

/** The name of the constraint that refuses the statement; undefined when it is carried out. */
async function findBrokenConstraint(db: Db, statement: string): Promise<string | undefined> {
  try {
    await db.execute(sql.raw(statement))
    return undefined
  } catch (error) {
    return (error as { cause?: { constraint?: string } }).cause?.constraint
  }
}

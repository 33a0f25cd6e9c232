import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Db } from '@/server/db/open'
import { generateToken, hashOf } from '@/server/infra/tokens'
import { completeCheckout } from './sample-checkout'

// The database of version 1.3.5, before constraints, with rows in every table.

const migrationsFolder = join(process.cwd(), 'src/server/db/migrations')
const latestOldMigration = '0008_link_rejections'

/** Creates the tables of version 1.3.5 in an empty database, with that version's migrations. */
export async function createOldTables(db: Db): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ida-migrations-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => tag)
  journal.entries.splice(tags.indexOf(latestOldMigration) + 1)
  writeFileSync(journalFile, JSON.stringify(journal))
  // The function of any driver: it only reads the files and runs them on the database.
  await migrate(db as never, { migrationsFolder: folder })
  rmSync(folder, { recursive: true })
}

/** The tokens of the checkouts in `oldRows`. */
export const paidToken = generateToken()
export const payingToken = generateToken()

const date = '2026-10-01T12:00:00.000Z'
const times = { created_at: date, updated_at: date, expires_at: '2100-01-01T00:00:00.000Z' }
const charged = {
  currency: 'USD',
  plan: 6_900,
  urgent: 0,
  shipping: 0,
  travel: 0,
  discount: 0,
  tax: 0,
  total: 6_900,
  planId: 42,
  coupon: null,
}

type Row = Record<string, unknown>

const buildCheckout = (id: string, others: Row): Row => ({
  id,
  token_hash: id,
  version: 1,
  status: 'processing',
  state: completeCheckout,
  ...times,
  ...others,
})

const buildOrder = (id: string, others: Row): Row => ({
  id,
  checkout_id: id,
  kind: 'plan',
  status: 'pending',
  currency: 'USD',
  total: 6_900,
  created_at: date,
  ...others,
})

const buildAttempt = (id: string, others: Row): Row => ({
  id,
  order_id: id,
  checkout_id: id,
  provider: 'stripe',
  idempotency_key: `attempt-${id}`,
  state: 'captured',
  currency: 'USD',
  amount: 6_900,
  charged,
  created_at: date,
  checked_at: date,
  ...others,
})

const buildCoupon = (name: string, others: Row): Row => ({
  name,
  discount_type: 'percentage',
  products: [],
  travel_products: [],
  free_shipping: false,
  new_customers_only: false,
  partner_only: false,
  ...others,
})

const buildPartnerToken = (id: string, others: Row = {}): Row => ({
  id,
  token_hash: id,
  partner: 'Old Partner',
  product_type: 'physical',
  years: 1,
  customer_email: '',
  customer_first_name: '',
  customer_last_name: '',
  is_sandbox: false,
  created_at: date,
  expires_at: times.expires_at,
  ...others,
})

const buildPhoto = (id: string, others: Row = {}): Row => ({
  id,
  checkout_id: 'paid',
  type: 'profile',
  revision: 1,
  needs_review: false,
  image: 'a.jpg',
  preview: 'b.jpg',
  updated_at: date,
  ...others,
})

const sumPrices = { USD: 1_900, EUR: 1_700 }

/**
 * Rows by table, parents first. Those named `odd` break a constraint of today, and so do the
 * coupons with impossible numbers and the currencies in small letters.
 */
const oldRows: Record<string, Row[]> = {
  checkouts: [
    buildCheckout('paid', { status: 'paid', token_hash: hashOf(paidToken) }),
    buildCheckout('paying', { paying: 'paying', token_hash: hashOf(payingToken) }),
    buildCheckout('odd', { status: 'closed' }),
  ],
  partners: [
    {
      name: 'Old Partner',
      pickup: { minDelivery: 1, maxDelivery: 2, prices: sumPrices },
      created_at: date,
    },
  ],
  pickup_points: [
    { id: 'point', partner: 'Old Partner', name: 'Ubud', address: 'Jl. 1', country: 'id' },
    { id: 'odd', partner: 'Old Partner', name: 'Kuta', address: 'Jl. 2', country: 'ID' },
  ],
  partner_tokens: [buildPartnerToken('used'), buildPartnerToken('odd', { years: 0 })],
  orders: [
    buildOrder('paid', { status: 'paid', paid_at: date, charged, partner_token_id: 'used' }),
    buildOrder('paying', { currency: 'usd' }),
    buildOrder('odd', { status: 'chargeback', total: -5, partner_token_id: 'deleted' }),
  ],
  attempts: [
    buildAttempt('paid', { provider_ref: 'pi_1', paid_with: 'visa 4242' }),
    buildAttempt('paying', { state: 'confirming', currency: 'usd' }),
    buildAttempt('odd', { state: 'lost', provider: 'cash' }),
  ],
  coupons: [
    buildCoupon('EXACT', { amount: 12.345 }),
    buildCoupon('FIXED', { discount_type: 'fixed', amounts: sumPrices }),
    buildCoupon('OVER', { amount: 150 }),
    buildCoupon('MINUS', { amount: -5, uses: -1, max_uses: -3 }),
    buildCoupon('NAN', { amount: 'NaN' }),
    buildCoupon('ODD', { discount_type: 'two_for_one' }),
  ],
  coupon_holds: [{ attempt_id: 'paid', coupon_id: 1 }],
  outbox: [
    { order_id: 'paid', kind: 'confirmation_mail', created_at: date, due_at: date },
    { order_id: 'paid', kind: 'order_paid', created_at: date, due_at: date, closed: 'given_up' },
    { order_id: 'paid', kind: 'odd_text_message', created_at: date, due_at: date, sent_at: date },
  ],
  subscriptions: [
    {
      id: 'renewal',
      checkout_id: 'paid',
      order_id: 'paid',
      state: 'active',
      currency: 'usd',
      amount: 6_900,
      years: 1,
      charge_at: date,
      stripe_customer: 'cus_1',
      idempotency_key: 'renewal-1',
      created_at: date,
      updated_at: date,
    },
  ],
  products: [
    { id: 42, name: 'Printed', category: 'physical', years: 3, show_at_checkout: true },
    { id: 1042, name: 'Odd', category: 'gift', years: 1, show_at_checkout: false },
  ],
  prices: [
    { product_id: 42, currency: 'USD', amount: 6_900 },
    { product_id: 999, currency: 'USD', amount: 100 },
  ],
  shipping_zones: [{ country: 'us', zone: 'near' }],
  shipping_methods: [
    { zone: 'near', code: 'post', name: 'Post', min_delivery: 2, max_delivery: 4, prices: {} },
    { zone: 'odd', code: 'post', name: 'Post', min_delivery: 9, max_delivery: 4, prices: {} },
  ],
  tax_groups: [
    { country: 'us', state: 'NY', tax_rate: 8.875 },
    { country: 'de', state: '', tax_rate: 19 },
    { country: 'us', state: 'ODD', tax_rate: 140 },
  ],
  travel_items: [{ id: 1, code: 'adapter', name: 'Adapter', is_active: true, prices: sumPrices }],
  rate_limits: [{ key: 'key', count: -2, resets_at: date }],
  link_rejections: [{ day: '2026-10-01', reason: 'products', count: 3 }],
  provider_events: [{ id: 'evt_1', type: 'payment_intent.succeeded', received_at: date }],
  tracked_events: [{ event: 'view', email_hash: 'hash', selected_product: 12, created_at: date }],
  approval_images: [buildPhoto('photo'), buildPhoto('odd', { type: 'passport' })],
  approval_uploads: [
    { checkout_id: 'paid', key_hash: 'key', image_id: 'deleted', created_at: date },
  ],
  photo_files: [{ name: 'a.jpg' }, { name: 'b.jpg' }],
  photo_links: [{ code_hash: 'code', checkout_id: 'paid', expires_at: date }],
}

export const oldTables = Object.keys(oldRows)

/** Writes `oldRows` into the tables of version 1.3.5. */
export async function fillOldTables(db: Db): Promise<void> {
  for (const [table, rows] of Object.entries(oldRows))
    for (const row of rows) await db.execute(buildInsert(table, row))
}

function buildInsert(table: string, row: Row): SQL {
  const columns = Object.keys(row).map(name => sql.identifier(name))
  const values = Object.values(row).map(value =>
    typeof value === 'object' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`,
  )
  return sql`insert into ${sql.identifier(table)} (${sql.join(columns, sql`, `)})
    values (${sql.join(values, sql`, `)})`
}

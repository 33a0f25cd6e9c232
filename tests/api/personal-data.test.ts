import { readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { storedState } from '@/domain/checkout/checkout-state'
import { customer, shipping } from '@/domain/checkout/customer-schema'
import { createResumeToken } from '@/server/checkout/checkout-repository'
import { mailFolder } from '@/server/config/variables'
import { recoveryAddresses } from '@/server/db/tables/recovery'
import { subscriptions } from '@/server/db/tables/subscriptions'
import { runRetention } from '@/server/jobs/retention'
import { callRoute } from '../support/call-route'
import { createPaidCheckout, createPayableCheckout, pay } from '../support/customer'
import { fulfilByCall, operatorKey } from '../support/operator'
import { createPartnerToken } from '../support/partners'
import {
  addPhoto,
  continueUpload,
  createPhoto,
  createUpload,
  readStoredFiles,
  renderPhoto,
} from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

/**
 * Every kind of personal data, by its row of the table in docs/going-live.md, Retention, and the
 * days after which it is gone: from the last answer of an unpaid order, from the fulfilment of a
 * paid one, else from its own beginning.
 */
const ends = {
  'counters of rate limits': { days: 2 },
  'half-received uploads': { days: 2 },
  'keys of repeated uploads': { days: 8 },
  'name and email behind a partner’s link': { days: 31 },
  'mails in files': { days: 31 },
  'links to photos': { days: 31 },
  'answers and photos of paid orders': { days: 91 },
  'hashes of addresses that were reminded': { days: 181 },
  'hashes of buyers’ addresses': { days: 401 },
  'tracked customer actions, for marketing': { days: 401 },
} as const
type End = keyof typeof ends

const answers = 'answers and photos of paid orders'

/** Not about a person, or what the books need: numbers, amounts, dates, plan, country. */
const stays = 'stays'

/**
 * What becomes of every column. A new one fails the test until it is listed here; one that is about
 * a person also needs its end in the retention job, and the end its row in the docs.
 */
const columns: Record<string, Record<string, End | typeof stays>> = {
  checkouts: {
    id: stays,
    token_hash: answers,
    version: stays,
    status: stays,
    // By key, below.
    state: stays,
    active_attempt_id: stays,
    stripe_customer: answers,
    created_at: stays,
    updated_at: stays,
    expires_at: stays,
    erased_at: stays,
  },
  orders: {
    id: stays,
    checkout_id: stays,
    kind: stays,
    status: stays,
    currency: stays,
    total: stays,
    email_hash: 'hashes of buyers’ addresses',
    charged: stays,
    partner_token_id: stays,
    refunded: stays,
    dispute: stays,
    created_at: stays,
    updated_at: stays,
    paid_at: stays,
    fulfilled_at: stays,
    tracking_number: answers,
  },
  attempts: {
    id: stays,
    order_id: stays,
    checkout_id: stays,
    provider: stays,
    // With it the books are compared with the provider's.
    provider_ref: stays,
    idempotency_key: stays,
    state: stays,
    currency: stays,
    amount: stays,
    charged: stays,
    reason: stays,
    limit_hits: answers,
    refund_key: stays,
    paid_with: answers,
    created_at: stays,
    checked_at: stays,
  },
  checkout_events: {
    id: stays,
    checkout_id: stays,
    kind: stays,
    // A coupon is what the customer typed.
    detail: answers,
    created_at: stays,
  },
  refunds: {
    id: stays,
    attempt_id: stays,
    request_key: stays,
    amount: stays,
    refunded_before: stays,
    state: stays,
    reason: stays,
    created_at: stays,
    checked_at: stays,
  },
  subscriptions: {
    id: stays,
    checkout_id: stays,
    order_id: stays,
    state: stays,
    currency: stays,
    amount: stays,
    years: stays,
    charge_at: stays,
    limit_hits: 'counters of rate limits',
    stripe_customer: answers,
    setup_intent: answers,
    payment_method: answers,
    paid_with: answers,
    idempotency_key: stays,
    provider_ref: stays,
    reason: stays,
    last_invoice: stays,
    renewed_at: stays,
    stop_hashes: answers,
    created_at: stays,
    updated_at: stays,
  },
  outbox: {
    id: stays,
    order_id: stays,
    checkout_id: stays,
    kind: stays,
    about: stays,
    created_at: stays,
    due_at: stays,
    attempts: stays,
    reason: stays,
    sent_at: stays,
    closed: stays,
  },
  approval_images: {
    id: answers,
    checkout_id: stays,
    type: stays,
    revision: stays,
    needs_review: stays,
    image: answers,
    cropped: answers,
    preview: answers,
    updated_at: stays,
  },
  photo_files: { name: answers, remove_after: stays },
  photo_uploads: {
    id: stays,
    checkout_id: stays,
    length: stays,
    received: stays,
    parts: 'half-received uploads',
    expires_at: stays,
  },
  approval_uploads: {
    checkout_id: stays,
    key_hash: 'keys of repeated uploads',
    image_id: 'keys of repeated uploads',
    created_at: stays,
  },
  photo_links: {
    code_hash: 'links to photos',
    checkout_id: stays,
    pass_hash: 'links to photos',
    is_mailed: stays,
    expires_at: stays,
  },
  partner_tokens: {
    id: stays,
    token_hash: stays,
    partner: stays,
    product_type: stays,
    years: stays,
    customer_email: 'name and email behind a partner’s link',
    customer_first_name: 'name and email behind a partner’s link',
    customer_last_name: 'name and email behind a partner’s link',
    is_sandbox: stays,
    checkout_id: stays,
    created_at: stays,
    expires_at: stays,
  },
  recovery_addresses: {
    email_hash: 'hashes of addresses that were reminded',
    checkout_id: stays,
    stop_code: 'hashes of addresses that were reminded',
    mailed_at: stays,
    stopped_at: stays,
  },
  // Here the order is open until the day of its erasure.
  resume_tokens: { token_hash: answers, checkout_id: stays, created_at: stays },
  tracked_events: {
    id: stays,
    event: stays,
    email_hash: 'tracked customer actions, for marketing',
    selected_product: stays,
    referral_code: 'tracked customer actions, for marketing',
    created_at: stays,
  },
  rate_limits: { key: 'counters of rate limits', count: stays, resets_at: stays },
}

/** Tables about the shop, its partners and the providers' events. */
const shopTables = [
  'coupon_holds',
  'coupons',
  'link_rejections',
  'partners',
  'pickup_points',
  'prices',
  'products',
  'provider_events',
  'seeded_rows',
  'shipping_methods',
  'shipping_zones',
  'tax_groups',
  'travel_items',
]

/** What stays of a checkout's state, because the books need it; all other keys are emptied. */
const stateThatStays = [
  'category',
  'coupon',
  'currency',
  'customer.country_of_residence',
  'isLifetimePaid',
  'partner',
  'selectedLicense',
  'shipping.country',
]

/** Every other key of the state. */
const stateThatEnds = [
  ...['step', 'coupon_refused', 'coupon_is_own', 'coupons_removed', 'coupons_found', 'campaigns'],
  ...['variants', 'products', 'planChanged', 'cartProduct', 'travel_items', 'travelItemsInCart'],
  ...['travelItemsAside', 'full_address', 'selectedShippingMethod', 'approval_documents', 'urgent'],
  ...['upsellOffers', 'terms', 'paymentMethod', 'confirmation_payment_method'],
  ...['isSubscriptionEnabled', 'destinations', 'trip_start', 'acknowledgements', 'userCountry'],
  ...['dialCode'],
  ...['currencyData', 'currency_error', 'language', 'langData', 'partnerToken', 'gclid', 'fbc'],
  ...['fbp', 'tune_offer_id', 'tune_aff_click_id', 'tune_affiliate_id', 'tune_source'],
  ...['tune_transaction_id', 'voluum_cid', 'tracking_url', 'affiliate_meta'],
  ...[
    ...['id', 'email', 'email_consent', 'first_name', 'last_name', 'license_first_name'],
    ...['license_last_name', 'phone', 'phone_typed', 'city', 'license_issued', 'state', 'postcode'],
    ...['gender', 'height', 'height_unit', 'eye_color', 'place_of_birth', 'date_of_birth'],
    ...['a_motorcycle', 'b_passenger_car', 'c_vehicle_over_7700_lbs', 'd_vehicle_over_8_seats'],
    'e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054',
  ].map(key => `customer.${key}`),
  ...[
    ...['id', 'first_name', 'last_name', 'city', 'address', 'address_2', 'state', 'postcode'],
    ...['street_number', 'pickup_point', 'shipping_method', 'total', 'tax', 'total_currency'],
  ].map(key => `shipping.${key}`),
]

const shop = withShop({
  provider: startProvider,
  perTest: true,
  variables: { OPERATOR_KEY: operatorKey },
})

const dayMs = 24 * 60 * 60_000

const execute = async (text: string): Promise<Record<string, unknown>[]> =>
  ((await shop.backend.db.execute(sql.raw(text))) as { rows: Record<string, unknown>[] }).rows

/** All tables with their columns, in alphabetical order. */
async function listColumns(): Promise<Record<string, string[]>> {
  const rows = await execute(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns as string[]]))
}

/** File names are found by their values: a file with another name would not be removed. */
const fileColumns: Record<string, string> = {
  'approval_images.image': 'select image as value from approval_images',
  'approval_images.preview': 'select preview as value from approval_images',
  // The files of uploads are due from the beginning.
  'photo_files.name': 'select name as value from photo_files where remove_after is null',
  'photo_uploads.parts': `select part->>'name' as value
    from photo_uploads, jsonb_array_elements(parts) as part`,
}
/** Marks for columns that are no texts. */
const jsonColumns: Record<string, (mark: string) => unknown> = {
  'checkout_events.detail': mark => ({ applied: mark }),
  'attempts.limit_hits': mark => [{ key: mark, resetsAt: '2099-01-01T00:00:00.000Z' }],
  'subscriptions.limit_hits': mark => [{ key: mark, resetsAt: '2099-01-01T00:00:00.000Z' }],
  'subscriptions.stop_hashes': mark => [mark],
}

const personalColumns = Object.entries(columns).flatMap(([table, ofTable]) =>
  Object.entries(ofTable).flatMap(([column, end]) =>
    end === stays ? [] : [{ table, column, end, name: `${table}.${column}` }],
  ),
)

interface Mark {
  end: End
  text: string
}

/** Puts a mark into every personal column and state key that has a row, and returns the marks. */
async function markEverything(): Promise<Mark[]> {
  const marks: Mark[] = []
  for (const { table, column, end, name } of personalColumns) {
    if (fileColumns[name]) {
      const rows = await execute(fileColumns[name])
      marks.push(...rows.map(({ value }) => ({ end, text: String(value) })))
      continue
    }
    const text = `<${name}>`
    const json = jsonColumns[name]
    const value = json ? `'${JSON.stringify(json(text))}'::jsonb` : `'${text}' || ctid::text`
    const changed = await execute(`update ${table} set ${column} = ${value} returning 1`)
    if (changed.length > 0) marks.push({ end, text })
  }
  for (const key of stateThatEnds) {
    const text = `<state.${key}>`
    const path = `{${key.split('.').join(',')}}`
    await execute(`update checkouts set state = jsonb_set(state, '${path}', '"${text}"')`)
    marks.push({ end: answers, text })
  }
  return marks
}

/** Everything that the shop stores: all rows of all tables and all files. */
async function readEverything(): Promise<string> {
  const parts: string[] = []
  for (const table of Object.keys(await listColumns()))
    parts.push(
      ...(await execute(`select t::text as row from ${table} t`)).map(row => `${row['row']}`),
    )
  const { dataDir } = shop.backend.env
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) parts.push(file.name, readFileSync(join(file.parentPath, file.name), 'utf8'))
  return parts.join('\n')
}

const listFound = async (marks: Mark[]): Promise<Mark[]> => {
  const everything = await readEverything()
  return marks.filter(({ text }) => everything.includes(text))
}

const runAfter = async (days: number): Promise<void> => {
  shop.advanceClock(days * dayMs)
  await runRetention(shop.backend)
}

it('every key of the state is listed', () => {
  const keys = Object.keys(storedState.shape).flatMap(key => {
    if (key === 'customer') return Object.keys(customer.shape).map(name => `customer.${name}`)
    if (key === 'shipping') return Object.keys(shipping.shape).map(name => `shipping.${name}`)
    return [key]
  })
  expect([...stateThatStays, ...stateThatEnds].sort()).toEqual(keys.sort())
})

it('operators can read about every end', () => {
  const docs = readFileSync('docs/going-live.md', 'utf8')
  for (const kind of Object.keys(ends)) expect(docs).toContain(`\n| ${kind} |`)
})

describe('all personal data', () => {
  it('every column of every table is listed, with the end of what is about a person', async () => {
    const listed = Object.fromEntries(
      Object.entries(columns).map(([table, ofTable]) => [table, Object.keys(ofTable).sort()]),
    )
    const shopColumns = Object.entries(await listColumns()).filter(([t]) => shopTables.includes(t))
    expect(await listColumns()).toEqual({ ...listed, ...Object.fromEntries(shopColumns) })
    expect(shopColumns.map(([table]) => table)).toEqual(shopTables)
  })

  it('of an unpaid order is gone 30 days after the last answer', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined')
    await createPhoto(checkout.token)
    const marks = (await markEverything()).filter(({ end }) => end === answers)
    await runAfter(29)
    expect(await listFound(marks)).toEqual(marks)
    await runAfter(2)
    expect(await listFound(marks)).toEqual([])
    expect(readStoredFiles(shop).size).toBe(0)
  })

  it('of a paid order is gone after its own time, what the books need stays', async () => {
    const { db, env, now } = shop.backend
    await createPartnerToken(shop.backend, { days: '30' })
    const { token, order } = await createPaidCheckout()
    await addPhoto({ token }, { type: 'profile', image: await renderPhoto() }, { key: 'first' })
    const upload = await createUpload({ token }, 100)
    await continueUpload({ token }, upload, 0, Buffer.from('half a photo'))
    const body = { event: 'purchase', email: 'ana@example.com', referral_code: 'friend' }
    await callRoute('/backend/api/customers/track-event/', { method: 'POST', body })
    const link = { method: 'POST', params: { token }, body: {} }
    await callRoute('/backend/api/checkout/[token]/photo-link/', link)
    await fulfilByCall(order.id, { tracking_number: 'JD01' })
    const [row] = await execute('select checkout_id as id from orders')
    await db.insert(subscriptions).values({
      id: 'renewal',
      checkoutId: String(row?.['id']),
      orderId: order.id,
      state: 'stopped',
      currency: 'USD',
      amount: 6_900,
      years: 3,
      chargeAt: now(),
      stripeCustomer: 'cus_1',
      idempotencyKey: 'renewal',
      createdAt: now(),
      updatedAt: now(),
    })
    for (const table of ['photo_links', 'partner_tokens'])
      await execute(`update ${table} set expires_at = now() + interval '30 days'`)
    const id = String(row?.['id'])
    await createResumeToken(shop.backend, id)
    const address = { emailHash: 'hash', checkoutId: id, stopCode: 'code', mailedAt: now() }
    await db.insert(recoveryAddresses).values(address)
    await execute(`update checkouts set expires_at = now() + interval '1 year'`)
    const marks = await markEverything()
    await mkdir(join(env.dataDir, mailFolder), { recursive: true })
    await writeFile(join(env.dataDir, mailFolder, 'order.eml'), '<a mail>')
    marks.push({ end: 'mails in files', text: '<a mail>' })
    expect(marks.filter(({ end }) => end === 'half-received uploads')).toHaveLength(1)
    // Every personal column had a row to be marked.
    const marked = new Set(marks.map(({ text }) => text))
    const unmarked = personalColumns.filter(
      ({ name }) => !fileColumns[name] && !marked.has(`<${name}>`),
    )
    expect(unmarked).toEqual([])
    let day = 0
    const runUntil = async (to: number) => {
      await runAfter(to - day)
      day = to
    }
    for (const days of [...new Set(Object.values(ends).map(end => end.days))]) {
      const laterMarks = marks.filter(({ end }) => ends[end].days >= days)
      await runUntil(days - 2)
      expect(await listFound(laterMarks)).toEqual(laterMarks)
      await runUntil(days)
      expect(await listFound(marks.filter(({ end }) => ends[end].days <= days))).toEqual([])
    }
    expect(readStoredFiles(shop).size).toBe(0)
    const [paidOrder] = await execute('select * from orders')
    expect(paidOrder).toMatchObject({
      id: order.id,
      status: 'fulfilled',
      currency: 'USD',
      charged: { planId: 42 },
    })
    const [stored] = await execute('select state from checkouts')
    expect(stored?.['state']).toMatchObject({ shipping: { country: 'us' }, selectedLicense: 42 })
  })
})

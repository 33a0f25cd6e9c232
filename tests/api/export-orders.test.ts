import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { exportOrders, toCsvLine } from '@/server/orders/export-orders'
import {
  createFreePaidCheckout,
  createPaidCheckout,
  createPayableCheckout,
  pay,
} from '../support/customer'
import { fulfilByCall, operatorKey, refundByCall } from '../support/operator'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({
  provider: startProvider,
  perTest: true,
  variables: { OPERATOR_KEY: operatorKey },
})

async function readExport(filter: Parameters<typeof exportOrders>[1] = {}, pageSize = 2) {
  const lines: string[] = []
  for await (const page of exportOrders(shop.backend.db, filter, pageSize)) lines.push(...page)
  const [names = [], ...rows] = lines.map(line => line.replace(/\r\n$/, '').split(','))
  return rows.map(row => Object.fromEntries(names.map((name, index) => [name, row[index]])))
}

it('orders are exported for the books, one line each, the oldest first, and nobody’s name', async () => {
  const { order } = await createPaidCheckout()
  await fulfilByCall(order.id)
  await refundByCall(order.id, { request_key: 'a-part-of-it', amount: 10.5 })
  const { order: free } = await createFreePaidCheckout()
  const unpaid = await createPayableCheckout()
  await pay(unpaid, 'pm_card_chargeDeclined')
  const rows = await readExport()
  expect(rows).toMatchObject([
    {
      ...{ number: order.id, kind: 'plan', status: 'fulfilled', plan_id: '42', currency: 'USD' },
      ...{ plan: '69.00', urgent: '25.00', discount: '0.00', tax: '0.00', refunded: '10.50' },
      ...{ total: order.total.toFixed(2), country: 'US', coupon: '', provider: 'stripe' },
      payment: expect.stringMatching(/^pi_/),
    },
    {
      ...{ number: free.id, status: 'paid', total: '0.00', provider: 'none', plan_id: '45' },
      country: 'US',
    },
    { status: 'pending', paid: '', plan: '', provider: '' },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/ana@example\.com|Ana|Silva/)
  const ids = (list: typeof rows) => list.map(({ number }) => number)
  expect(ids(await readExport({ status: 'paid' }))).toEqual([free.id])
  expect(await readExport({ before: new Date(0) })).toEqual([])
  expect(ids(await readExport({ since: new Date(0) }))).toHaveLength(3)
  for (const pageSize of [1, 3, 1_000]) expect(await readExport({}, pageSize)).toEqual(rows)
})

it('cells are quoted, and no spreadsheet reads a formula', () => {
  const cells = [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    'a,b',
    'say "hi"',
    'two\nlines',
    'plain -1',
  ]
  expect(toCsvLine(cells)).toBe(
    `'=1+1,'+1,'-1,'@x,'\tx,"'\rx","a,b","say ""hi""","two\nlines",plain -1\r\n`,
  )
})

it('many orders are read page by page', async () => {
  const { order } = await createFreePaidCheckout()
  await shop.backend.db.execute(sql`
    with copies as (select 'copy-' || n as id, n from generate_series(1, 5000) n),
    made as (
      insert into checkouts (id, token_hash, version, status, state, created_at, updated_at, expires_at)
      select copies.id, copies.id, 1, 'paid', c.state, now(), now(), now()
      from copies, checkouts c where c.id not like 'copy-%' returning id
    )
    insert into orders (id, checkout_id, kind, status, currency, total, charged, created_at, paid_at)
    select made.id, made.id, 'plan', 'paid', 'USD', 0, o.charged, now(), now() from made, orders o`)
  let count = 0
  let longest = 0
  for await (const page of exportOrders(shop.backend.db, {})) {
    count += page.length
    longest = Math.max(longest, page.length)
  }
  expect([count, longest]).toEqual([5_002, 1_000])
  expect(order.id).toBeTruthy()
})

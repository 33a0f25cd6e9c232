import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { type OpenDatabase, openDatabase } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { photoLinks } from '@/server/db/tables/photos'
import type { Mail } from '@/server/gateways/mail'
import type { OrderEvent } from '@/server/gateways/order-webhook'
import { sendDue, ways } from '@/server/jobs/outbox'
import { oweAfterPayment } from '@/server/outbox/enqueue'
import { openTestBackend, type TestBackend } from '../support/backend'
import { wholeCheckout } from '../support/sample-checkout'
import { copyOfTemplate } from '../support/with-shop'

const many = 200
const minuteMs = 60_000

/** Two processes of the shop: each with connections of its own to one database. */
let shop: TestBackend
let others: OpenDatabase
let sent: string[]

beforeAll(async () => {
  const databaseUrl = await copyOfTemplate()
  shop = await openTestBackend({ databaseUrl })
  others = await openDatabase({ databaseUrl, dataDir: '' })
})
afterAll(async () => {
  await others.close()
  await shop.close()
})

beforeEach(async () => {
  sent = []
  await payMany()
})
afterEach(async () => {
  const { db } = shop.backend
  await db.delete(outbox)
  await db.delete(photoLinks)
  await db.delete(orders)
  await db.delete(checkouts)
})

/** Orders as a payment leaves them. */
async function payMany() {
  const { db, now } = shop.backend
  const charged = {
    currency: 'USD' as const,
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
  const numbers = Array.from({ length: many }, (_, number) => `ORDER-${number}`)
  const dates = { createdAt: now(), updatedAt: now(), expiresAt: now() }
  await db.insert(checkouts).values(
    numbers.map(id => ({
      ...dates,
      id,
      tokenHash: id,
      version: 1,
      status: 'paid' as const,
      state: wholeCheckout,
    })),
  )
  await db.insert(orders).values(
    numbers.map(id => ({
      id,
      checkoutId: id,
      kind: 'plan' as const,
      status: 'paid' as const,
      currency: 'USD',
      total: 6_900,
      charged,
      createdAt: now(),
      paidAt: now(),
    })),
  )
  await db.transaction(async tx => {
    for (const id of numbers)
      await oweAfterPayment(shop.backend, tx, { id, kind: 'plan' }, wholeCheckout)
  })
}

/** Both instances, whose messages are only noted; `may` decides whether one gets through. */
const instances = (may = () => true): [Backend, Backend] => {
  const note = async ({ id }: Pick<Mail | OrderEvent, 'id'>) => {
    if (!may()) throw new Error('not this time')
    sent.push(id)
  }
  const noting = { ...shop.backend, mail: { send: note }, orderWebhook: { send: note } }
  return [noting, { ...noting, db: others.db }]
}

const send = (backend: Backend) =>
  Promise.all([sendDue(backend, ways.mails), sendDue(backend, ways.events)])

const rows = () => shop.backend.db.select().from(outbox)

function expectEachOnce(count: number) {
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent).toHaveLength(count)
}

describe(`two instances with the messages of ${many} orders`, () => {
  it('send each once', async () => {
    const [here, there] = instances()
    await Promise.all([send(here), send(there), send(here), send(there)])
    expectEachOnce(3 * many)
    expect(Math.max(...(await rows()).map(({ attempts }) => attempts))).toBe(1)
  })

  it('send each once, though every third try fails', async () => {
    let tries = 0
    const [here, there] = instances(() => {
      tries += 1
      return tries % 3 !== 0
    })
    for (let round = 0; round < 10; round += 1) {
      shop.pass(120 * minuteMs)
      await Promise.all([send(here), send(there)])
    }
    // Reminders of the photos have become due meanwhile.
    expectEachOnce(4 * many)
    expect((await rows()).filter(({ sentAt }) => sentAt === null)).toEqual([])
  })

  it('finish what one of them had taken when it died', async () => {
    const [here, there] = instances()
    const never = new Promise<void>(() => undefined)
    void sendDue({ ...here, mail: { send: () => never } }, ways.mails)
    const taken = async () => (await rows()).filter(({ attempts }) => attempts > 0).length
    await expect.poll(taken).toBe(10)
    await send(there)
    expectEachOnce(3 * many - 10)
    shop.pass(2 * minuteMs)
    await send(there)
    expectEachOnce(3 * many)
  })
})

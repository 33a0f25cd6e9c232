import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderEvent } from '@/contract/order-events'
import type { Backend } from '@/server/backend'
import { type OpenDatabase, openDatabase } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { photoLinks } from '@/server/db/tables/photos'
import type { Mail } from '@/server/gateways/mail'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { enqueueOrderMessages } from '@/server/outbox/enqueue'
import { openTestBackend, type TestBackend } from '../support/backend'
import { completeAnswers } from '../support/sample-checkout'
import { copyTemplateDatabase } from '../support/with-shop'

const messageCount = 200
const minuteMs = 60_000

/** Two instances of the shop, each with its own connections to one database. */
let shop: TestBackend
let otherDatabase: OpenDatabase
let sentIds: string[]

beforeAll(async () => {
  const databaseUrl = await copyTemplateDatabase()
  shop = await openTestBackend({ databaseUrl })
  otherDatabase = await openDatabase({ databaseUrl, dataDir: '' })
})
afterAll(async () => {
  await otherDatabase.close()
  await shop.close()
})

beforeEach(async () => {
  sentIds = []
  await createPaidOrders()
})
afterEach(async () => {
  const { db } = shop.backend
  await db.delete(outbox)
  await db.delete(photoLinks)
  await db.delete(orders)
  await db.delete(checkouts)
})

/** Creates paid orders with their queued messages. */
async function createPaidOrders() {
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
  const orderIds = Array.from({ length: messageCount }, (_, number) => `ORDER-${number}`)
  const dates = { createdAt: now(), updatedAt: now(), expiresAt: now() }
  await db.insert(checkouts).values(
    orderIds.map(id => ({
      ...dates,
      id,
      tokenHash: id,
      version: 1,
      status: 'paid' as const,
      state: completeAnswers,
    })),
  )
  await db.insert(orders).values(
    orderIds.map(id => ({
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
    for (const id of orderIds)
      await enqueueOrderMessages(shop.backend, tx, { id, kind: 'plan' }, completeAnswers)
  })
}

/** Both instances, recording sent ids instead of sending; a send fails when `canSend` is false. */
const createInstances = (canSend = () => true): [Backend, Backend] => {
  const recordSend = async ({ id }: Pick<Mail | OrderEvent, 'id'>) => {
    if (!canSend()) throw new Error('not this time')
    sentIds.push(id)
  }
  const recordingBackend = {
    ...shop.backend,
    mail: { send: recordSend },
    orderWebhook: { send: recordSend },
  }
  return [recordingBackend, { ...recordingBackend, db: otherDatabase.db }]
}

const sendBatch = (backend: Backend) =>
  Promise.all([sendDueMessages(backend, channels.mails), sendDueMessages(backend, channels.events)])

const readRows = () => shop.backend.db.select().from(outbox)

function expectEachOnce(count: number) {
  expect(new Set(sentIds).size).toBe(sentIds.length)
  expect(sentIds).toHaveLength(count)
}

describe(`two instances with the messages of ${messageCount} orders`, () => {
  it('send each message once', async () => {
    const [instanceA, instanceB] = createInstances()
    await Promise.all([
      sendBatch(instanceA),
      sendBatch(instanceB),
      sendBatch(instanceA),
      sendBatch(instanceB),
    ])
    expectEachOnce(3 * messageCount)
    expect(Math.max(...(await readRows()).map(({ attempts }) => attempts))).toBe(1)
  })

  it('send each message once although every third send fails', async () => {
    let tryCount = 0
    const [instanceA, instanceB] = createInstances(() => {
      tryCount += 1
      return tryCount % 3 !== 0
    })
    for (let round = 0; round < 10; round += 1) {
      shop.advanceClock(120 * minuteMs)
      await Promise.all([sendBatch(instanceA), sendBatch(instanceB)])
    }
    // The photo reminders have become due by now.
    expectEachOnce(4 * messageCount)
    expect((await readRows()).filter(({ sentAt }) => sentAt === null)).toEqual([])
  })

  it('one sends what the other had claimed when it died', async () => {
    const [instanceA, instanceB] = createInstances()
    const neverSettles = new Promise<void>(() => undefined)
    void sendDueMessages({ ...instanceA, mail: { send: () => neverSettles } }, channels.mails)
    const countAttempted = async () =>
      (await readRows()).filter(({ attempts }) => attempts > 0).length
    await expect.poll(countAttempted).toBe(10)
    await sendBatch(instanceB)
    expectEachOnce(3 * messageCount - 10)
    shop.advanceClock(2 * minuteMs)
    await sendBatch(instanceB)
    expectEachOnce(3 * messageCount)
  })
})

import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PgTable } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { rateLimits } from '@/server/db/tables/counters'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages, approvalUploads, photoFiles, photoLinks } from '@/server/db/tables/photos'
import { readEnv } from '@/server/env'
import { mailFolder } from '@/server/gateways/mail'
import { tidyUp } from '@/server/jobs/retention'
import { newOrderNumber } from '@/server/tokens'
import { readCheckout, saveCheckout, startCheckout } from '../support/customer'
import { kari, partnerToken, rowOf } from '../support/partners'
import { addedPhoto, incomingFiles, previewOf, setCheckout, storedFiles } from '../support/photos'
import { withShop } from '../support/with-shop'

const shop = withShop({ perTest: true })

const dayMs = 24 * 60 * 60_000
const days = (number: number) => shop.pass(number * dayMs)

/** The whole checkout stays open in these tests: what is looked at is how long its photos do. */
const keepOpen = (token: string) =>
  setCheckout(shop, token, { expiresAt: new Date(Date.now() + 1_000 * dayMs) })

const imagesOf = async (token: string) =>
  (await readCheckout(token)).body.state.approval_documents.images

async function paidCheckout(): Promise<string> {
  const { token } = await startCheckout()
  await keepOpen(token)
  const [row] = await setCheckout(shop, token, { status: 'paid' }).returning()
  await shop.backend.db.insert(orders).values({
    id: newOrderNumber(),
    checkoutId: row?.id ?? '',
    kind: 'plan',
    status: 'paid',
    currency: 'USD',
    total: 6900,
    createdAt: shop.backend.now(),
    paidAt: shop.backend.now(),
  })
  return token
}

describe('photos of an order nobody has paid', () => {
  it('are kept for 30 days after the last answer, and not longer', async () => {
    const { token } = await startCheckout()
    await keepOpen(token)
    await addedPhoto(token)
    days(20)
    await saveCheckout(token, undefined, { gclid: 'still here' })
    days(29)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toHaveLength(1)
    const { version } = (await readCheckout(token)).body
    days(2)
    await tidyUp(shop.backend)
    const { body } = await readCheckout(token)
    expect(body.state.approval_documents.images).toEqual([])
    expect(body.version).toBe(version + 1)
    expect(storedFiles(shop).size).toBe(0)
    for (const table of [approvalImages, photoFiles])
      expect(await shop.backend.db.select().from(table)).toEqual([])
  })

  it('are kept while a payment is open', async () => {
    const { token } = await startCheckout()
    await keepOpen(token)
    await addedPhoto(token)
    await setCheckout(shop, token, { paying: 'an attempt' })
    days(31)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toHaveLength(1)
  })

  it('are kept as long as the shop says', async () => {
    expect(readEnv({}).photoDays).toEqual({ abandoned: 30, paid: 90 })
    const { token } = await startCheckout()
    await addedPhoto(token)
    const { env } = shop.backend
    shop.backend.env = { ...env, photoDays: readEnv({ PHOTO_DAYS_ABANDONED: '2' }).photoDays }
    days(3)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toEqual([])
    for (const wrong of ['0', '-1', 'never', '1.5'])
      expect(() => readEnv({ PHOTO_DAYS_PAID: wrong })).toThrow('PHOTO_DAYS_PAID')
  })
})

describe('photos of a paid order', () => {
  it('are kept for 90 days after the payment', async () => {
    const token = await paidCheckout()
    const { id } = await addedPhoto(token)
    days(89)
    await tidyUp(shop.backend)
    expect((await previewOf({ token }, id)).status).toBe(200)
    days(2)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toEqual([])
    expect((await previewOf({ token }, id)).status).toBe(404)
    expect(storedFiles(shop).size).toBe(0)
  })

  it('that came later are kept for 90 days of their own', async () => {
    const token = await paidCheckout()
    await addedPhoto(token, 'profile')
    days(60)
    await addedPhoto(token, 'signature')
    days(31)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toMatchObject([{ type: 'signature' }])
    expect(storedFiles(shop).size).toBe(2)
    days(60)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toEqual([])
  })

  it('of a fulfilled one as well', async () => {
    const token = await paidCheckout()
    await addedPhoto(token)
    await setCheckout(shop, token, { status: 'completed' })
    days(91)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toEqual([])
  })
})

describe('what else has served its time', () => {
  const countOf = async (table: PgTable) => (await shop.backend.db.select().from(table)).length

  it('goes, and the rest stays', async () => {
    const { db, now } = shop.backend
    const { token } = await startCheckout()
    await addedPhoto(token, 'profile')
    const checkoutId = (await db.select().from(approvalImages))[0]?.checkoutId ?? ''
    const later = new Date(now().getTime() + 100 * dayMs)
    await db.insert(photoLinks).values([
      { codeHash: 'old', checkoutId, expiresAt: now() },
      { codeHash: 'new', checkoutId, expiresAt: later },
    ])
    await db.insert(approvalUploads).values([
      { checkoutId, keyHash: 'old', imageId: 'x', createdAt: now() },
      { checkoutId, keyHash: 'new', imageId: 'x', createdAt: later },
    ])
    await db.insert(providerEvents).values([
      { id: 'old', type: 'x', receivedAt: now() },
      { id: 'new', type: 'x', receivedAt: later },
    ])
    await db.insert(rateLimits).values([{ key: 'new', count: 1, resetsAt: later }])
    expect(await countOf(rateLimits)).toBeGreaterThan(1)
    days(91)
    await tidyUp(shop.backend)
    for (const table of [photoLinks, approvalUploads, providerEvents, rateLimits])
      expect(await countOf(table)).toBe(1)
  })

  it('is the half of a form whose reader died an hour ago', async () => {
    const folder = join(shop.backend.env.dataDir, 'incoming')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'old'), 'x')
    await utimes(join(folder, 'old'), new Date(0), new Date(Date.now() - 61 * 60_000))
    await writeFile(join(folder, 'new'), 'x')
    await tidyUp(shop.backend)
    expect(incomingFiles(shop)).toEqual(['new'])
  })
})

describe('what has served its time', () => {
  const orderWith = async () => {
    const token = await paidCheckout()
    const [order] = await shop.backend.db.select().from(orders)
    if (!order) throw new Error('there is no order')
    return { token, order }
  }

  it('is a mail in a file, after 30 days', async () => {
    const folder = join(shop.backend.env.dataDir, mailFolder)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '7KQ2M-XW4TD.confirmation-mail.eml'), 'x')
    await writeFile(join(folder, 'notes.txt'), 'x')
    days(29)
    await tidyUp(shop.backend)
    expect(await readdir(folder)).toHaveLength(2)
    days(2)
    await tidyUp(shop.backend)
    expect(await readdir(folder)).toEqual(['notes.txt'])
  })

  it('is a message that was sent or given up, after 90 days, and none that is still to be sent', async () => {
    const { order } = await orderWith()
    const now = shop.backend.now()
    const row = { orderId: order.id, createdAt: now, dueAt: now }
    await shop.backend.db.insert(outbox).values([
      { ...row, kind: 'confirmation_mail', sentAt: now },
      { ...row, kind: 'order_paid', closed: 'given_up' },
      { ...row, kind: 'purchase_event' },
    ])
    const kinds = async () =>
      (await shop.backend.db.select().from(outbox)).map(({ kind }) => kind).sort()
    days(89)
    await tidyUp(shop.backend)
    expect(await kinds()).toEqual(['confirmation_mail', 'order_paid', 'purchase_event'])
    days(2)
    await tidyUp(shop.backend)
    expect(await kinds()).toEqual(['purchase_event'])
  })

  it('is a payment that came to nothing, after 180 days, and none that took money', async () => {
    const { order } = await orderWith()
    const now = shop.backend.now()
    const attempt = (state: 'failed' | 'cancelled' | 'captured') => ({
      id: state,
      orderId: order.id,
      checkoutId: order.checkoutId,
      provider: 'stripe' as const,
      idempotencyKey: state,
      state,
      currency: 'USD',
      amount: 6_900,
      charged: {} as never,
      createdAt: now,
      checkedAt: now,
    })
    await shop.backend.db
      .insert(attempts)
      .values([attempt('failed'), attempt('cancelled'), attempt('captured')])
    const states = async () =>
      (await shop.backend.db.select().from(attempts)).map(({ state }) => state).sort()
    days(179)
    await tidyUp(shop.backend)
    expect(await states()).toEqual(['cancelled', 'captured', 'failed'])
    days(2)
    await tidyUp(shop.backend)
    expect(await states()).toEqual(['captured'])
  })

  it('is the name behind a partner’s link, as soon as that has ended', async () => {
    const given = await partnerToken(shop.backend, { days: '30' })
    await tidyUp(shop.backend)
    expect(await rowOf(shop.backend, given)).toMatchObject({ customerEmail: kari.email })
    days(31)
    await tidyUp(shop.backend)
    expect(await rowOf(shop.backend, given)).toMatchObject({
      customerEmail: '',
      customerFirstName: '',
      customerLastName: '',
      partner: 'Northern Trails',
    })
  })
})

describe('the job', () => {
  it('may run any number of times, at once too', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => (await startCheckout()).token))
    for (const token of tokens) {
      await keepOpen(token)
      await addedPhoto(token)
    }
    days(31)
    await Promise.all([1, 2, 3].map(() => tidyUp(shop.backend)))
    const after = await shop.rows()
    await tidyUp(shop.backend)
    expect(await shop.rows()).toEqual(after)
    for (const token of tokens) expect(await imagesOf(token)).toEqual([])
    expect(storedFiles(shop).size).toBe(0)
  })

  it('does the rest when one part fails, and says so in numbers alone', async () => {
    const { token } = await startCheckout()
    await keepOpen(token)
    await addedPhoto(token)
    const lines: string[] = []
    shop.backend.log = pino({ level: 'info' }, { write: line => void lines.push(line) })
    const { files } = shop.backend
    shop.backend.files = {
      ...files,
      remove: async () => {
        throw new Error('the storage is down')
      },
    }
    days(31)
    await tidyUp(shop.backend)
    expect(await imagesOf(token)).toEqual([])
    expect(storedFiles(shop).size).toBe(2)
    shop.backend.files = files
    shop.pass(60 * 60_000)
    await tidyUp(shop.backend)
    expect(storedFiles(shop).size).toBe(0)
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { abandonedCheckouts: 1, files: 0 },
      { abandonedCheckouts: 0, files: 2 },
    ])
    expect(lines.join()).not.toMatch(/[0-9a-f]{32}/)
    expect(lines.join()).not.toContain(token)
  })

  it('lets go of what customers did after 400 days', async () => {
    const event = { event: 'add-to-cart', emailHash: 'hash', createdAt: shop.backend.now() }
    await shop.backend.db.insert(trackedEvents).values(event)
    const kept = () => shop.backend.db.select().from(trackedEvents)
    days(399)
    await tidyUp(shop.backend)
    expect(await kept()).toHaveLength(1)
    days(2)
    await tidyUp(shop.backend)
    expect(await kept()).toEqual([])
  })

  it('has nothing to say when there is nothing to do', async () => {
    const lines: string[] = []
    shop.backend.log = pino({ level: 'info' }, { write: line => void lines.push(line) })
    await tidyUp(shop.backend)
    expect(lines).toEqual([])
  })
})

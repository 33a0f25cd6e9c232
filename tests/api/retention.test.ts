import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'
import { mailFolder } from '@/server/config/variables'
import { rateLimits } from '@/server/db/tables/counters'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages, approvalUploads, photoFiles, photoLinks } from '@/server/db/tables/photos'
import { subscriptions } from '@/server/db/tables/subscriptions'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { runRetention } from '@/server/jobs/retention'
import { startAttempt } from '@/server/payments/start-attempt'
import { callRoute } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { fulfilByCall, operatorKey } from '../support/operator'
import { createPartnerToken, findTokenRow, kari } from '../support/partners'
import {
  addPhoto,
  createPhoto,
  listIncomingFiles,
  readStoredFiles,
  renderPhoto,
  setCheckout,
} from '../support/photos'
import { buildEvent, sendEvent, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const linkRoute = '/backend/api/checkout/[token]/photo-link/'
const trackRoute = '/backend/api/customers/track-event/'

const shop = withShop({ perTest: true, variables: { OPERATOR_KEY: operatorKey } })

const dayMs = 24 * 60 * 60_000
const advanceDays = (number: number) => shop.advanceClock(number * dayMs)

/** Extends the checkout's expiry: these tests are about the photos' own retention. */
const keepOpen = (token: string) =>
  setCheckout(shop, token, { expiresAt: new Date(Date.now() + 1_000 * dayMs) })

const listImages = async (token: string) =>
  (await readCheckout(token)).body.state.approval_documents.images

async function createPaidOrder(): Promise<string> {
  const { token } = await createFreePaidCheckout()
  await keepOpen(token)
  return token
}

const isErased = async (token: string) => (await readCheckout(token)).status === 404

describe('an unpaid order and its photos', () => {
  it('are erased 30 days after the last change', async () => {
    const { token } = await startCheckout()
    await keepOpen(token)
    await createPhoto(token)
    advanceDays(20)
    await saveCheckout(token, undefined, { gclid: 'still here' })
    advanceDays(29)
    await runRetention(shop.backend)
    expect(await listImages(token)).toHaveLength(1)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(true)
    expect(readStoredFiles(shop).size).toBe(0)
    for (const table of [approvalImages, photoFiles])
      expect(await shop.backend.db.select().from(table)).toEqual([])
    const rows = await shop.readRows()
    await runRetention(shop.backend)
    expect(await shop.readRows()).toEqual(rows)
  })

  it('stay while a payment is open', async () => {
    const { token } = await createPayableCheckout()
    await keepOpen(token)
    await createPhoto(token)
    const { quote } = (await readCheckout(token)).body
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    await keepOpen(token)
    for (const activeAttemptId of [undefined, null]) {
      // The attempt alone protects them, too.
      if (activeAttemptId === null) await setCheckout(shop, token, { activeAttemptId })
      advanceDays(31)
      await runRetention(shop.backend)
      expect(await listImages(token)).toHaveLength(1)
    }
  })

  it('stay for the configured time', async () => {
    expect(readEnv({}).photoDays).toEqual({ abandoned: 30, paid: 90 })
    const { token } = await startCheckout()
    await createPhoto(token)
    const { env } = shop.backend
    shop.backend.env = { ...env, photoDays: readEnv({ PHOTO_DAYS_ABANDONED: '2' }).photoDays }
    advanceDays(3)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(true)
    for (const value of ['0', '-1', 'never', '1.5'])
      expect(() => readEnv({ PHOTO_DAYS_PAID: value })).toThrow('PHOTO_DAYS_PAID')
  })
})

describe('a paid order and its photos', () => {
  it('are erased 90 days after the fulfilment, not after the payment', async () => {
    const token = await createPaidOrder()
    await createPhoto(token)
    advanceDays(100)
    await runRetention(shop.backend)
    expect(await listImages(token)).toHaveLength(1)
    await fulfilByCall((await readCheckout(token)).body.order.id)
    advanceDays(89)
    await runRetention(shop.backend)
    expect(await listImages(token)).toHaveLength(1)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(true)
    expect(readStoredFiles(shop).size).toBe(0)
  })

  it('that is never fulfilled is erased a year after the payment, later photos in their own time', async () => {
    const token = await createPaidOrder()
    advanceDays(300)
    await createPhoto(token, 'signature')
    advanceDays(66)
    await runRetention(shop.backend)
    expect(await listImages(token)).toMatchObject([{ type: 'signature' }])
    advanceDays(25)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(true)
  })

  it('stay while its auto-renewal runs', async () => {
    const token = await createPaidOrder()
    const { id } = (await readCheckout(token)).body.order
    await fulfilByCall(id)
    const { db, now } = shop.backend
    const [order] = await db.select().from(orders).where(eq(orders.id, id))
    await db.insert(subscriptions).values({
      ...{ id: 'renewal', checkoutId: order?.checkoutId ?? '', orderId: id, state: 'active' },
      ...{ currency: 'USD', amount: 6_900, years: 3, stripeCustomer: 'cus_1' },
      ...{ idempotencyKey: 'renewal', chargeAt: now(), createdAt: now(), updatedAt: now() },
    })
    advanceDays(500)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(false)
    await db.update(subscriptions).set({ state: 'stopped', updatedAt: now() })
    advanceDays(89)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(false)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(true)
  })

  it('sends no more mails once it is erased', async () => {
    const token = await createPaidOrder()
    await fulfilByCall((await readCheckout(token)).body.order.id)
    advanceDays(91)
    await runRetention(shop.backend)
    const mails: string[] = []
    const mail = { send: async ({ to }: { to: string }) => void mails.push(to) }
    await sendDueMessages({ ...shop.backend, mail }, channels.mails)
    expect(mails).toEqual([])
    expect(await shop.backend.db.select().from(outbox)).toEqual([])
  })
})

describe('expired rows and temporary files', () => {
  const countRows = async () => {
    const { db } = shop.backend
    return {
      links: (await db.select().from(photoLinks)).length,
      uploads: (await db.select().from(approvalUploads)).length,
      events: (await db.select().from(providerEvents)).length,
      limits: (await db.select().from(rateLimits)).length,
    }
  }

  it('are deleted, and newer rows stay', async () => {
    const visit = async (from: string) => {
      const { token } = await startCheckout({}, { from })
      await keepOpen(token)
      const options = { key: 'the only one', from }
      await addPhoto({ token }, { type: 'profile', image: await renderPhoto() }, options)
      await callRoute(linkRoute, { method: 'POST', params: { token }, body: {}, from })
      await sendEvent(buildEvent('payment_intent.created', { id: 'pi_nobody' }))
    }
    await visit('198.51.100.1')
    const baseline = await countRows()
    expect(baseline).toEqual({ links: 1, uploads: 1, events: 1, limits: expect.any(Number) })
    expect(baseline.limits).toBeGreaterThan(0)
    advanceDays(91)
    await visit('198.51.100.2')
    expect(await countRows()).toEqual({
      links: 2,
      uploads: 2,
      events: 2,
      limits: 2 * baseline.limits,
    })
    await runRetention(shop.backend)
    expect(await countRows()).toEqual(baseline)
  })

  it('include incomplete uploads that are an hour old', async () => {
    const folder = join(shop.backend.env.dataDir, 'incoming')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'old'), 'x')
    await utimes(join(folder, 'old'), new Date(0), new Date(Date.now() - 61 * 60_000))
    await writeFile(join(folder, 'new'), 'x')
    await runRetention(shop.backend)
    expect(listIncomingFiles(shop)).toEqual(['new'])
  })
})

describe('other expired data', () => {
  it('includes mail files after 30 days', async () => {
    const folder = join(shop.backend.env.dataDir, mailFolder)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '7KQ2M-XW4TD.confirmation-mail.eml'), 'x')
    await writeFile(join(folder, 'notes.txt'), 'x')
    advanceDays(29)
    await runRetention(shop.backend)
    expect(await readdir(folder)).toHaveLength(2)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await readdir(folder)).toEqual(['notes.txt'])
  })

  it('includes sent and given-up messages after 90 days, but no pending ones', async () => {
    await createFreePaidCheckout()
    advanceDays(4)
    await sendDueMessages(shop.backend, ['confirmation_mail'])
    const send = () => Promise.reject(new Error('nobody listens'))
    await sendDueMessages({ ...shop.backend, orderWebhook: { send } }, ['order_paid'])
    const listKinds = async () =>
      (await shop.backend.db.select().from(outbox)).map(({ kind }) => kind).sort()
    advanceDays(89)
    await runRetention(shop.backend)
    const allKinds = ['add_photos_mail', 'confirmation_mail', 'order_paid', 'purchase_event']
    expect(await listKinds()).toEqual(allKinds)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await listKinds()).toEqual(['add_photos_mail', 'purchase_event'])
  })

  it('includes the customer of an expired partner token', async () => {
    const partnerToken = await createPartnerToken(shop.backend, { days: '30' })
    await runRetention(shop.backend)
    expect(await findTokenRow(shop.backend, partnerToken)).toMatchObject({
      customerEmail: kari.email,
    })
    advanceDays(31)
    await runRetention(shop.backend)
    expect(await findTokenRow(shop.backend, partnerToken)).toMatchObject({
      customerEmail: '',
      customerFirstName: '',
      customerLastName: '',
      partner: 'Northern Trails',
    })
  })
})

describe('expired payment attempts', () => {
  const paymentShop = withShop({ provider: startProvider, holdEvents: true, perTest: true })

  it('are deleted 180 days after they failed; captured ones stay', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined')
    const { body } = await pay(checkout, 'pm_card_authenticationRequired')
    await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect((await pay(checkout)).body.status).toBe('success')
    const listStates = async () =>
      (await paymentShop.backend.db.select().from(attempts)).map(({ state }) => state).sort()
    paymentShop.advanceClock(179 * dayMs)
    await runRetention(paymentShop.backend)
    expect(await listStates()).toEqual(['cancelled', 'captured', 'failed'])
    paymentShop.advanceClock(2 * dayMs)
    await runRetention(paymentShop.backend)
    expect(await listStates()).toEqual(['captured'])
  })
})

describe('the retention job', () => {
  it('can run repeatedly and concurrently', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => (await startCheckout()).token))
    for (const token of tokens) {
      await keepOpen(token)
      await createPhoto(token)
    }
    advanceDays(31)
    await Promise.all([1, 2, 3].map(() => runRetention(shop.backend)))
    const rows = await shop.readRows()
    await runRetention(shop.backend)
    expect(await shop.readRows()).toEqual(rows)
    for (const token of tokens) expect(await isErased(token)).toBe(true)
    expect(readStoredFiles(shop).size).toBe(0)
  })

  it('continues when one part fails, and logs numbers only', async () => {
    const { token } = await startCheckout()
    await keepOpen(token)
    await createPhoto(token)
    const lines: string[] = []
    shop.backend.log = pino({ level: 'info' }, { write: line => void lines.push(line) })
    const { files } = shop.backend
    shop.backend.files = {
      ...files,
      remove: async () => {
        throw new Error('the storage is down')
      },
    }
    advanceDays(31)
    await runRetention(shop.backend)
    expect(await isErased(token)).toBe(true)
    expect(readStoredFiles(shop).size).toBe(2)
    shop.backend.files = files
    shop.advanceClock(60 * 60_000)
    await runRetention(shop.backend)
    expect(readStoredFiles(shop).size).toBe(0)
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { abandonedCheckouts: 1, files: 0 },
      { abandonedCheckouts: 0, files: 2 },
    ])
    expect(lines.join()).not.toMatch(/[0-9a-f]{32}/)
    expect(lines.join()).not.toContain(token)
  })

  it('deletes tracked events after 400 days', async () => {
    const body = { event: 'add-to-cart', email: 'ana@example.com' }
    expect((await callRoute(trackRoute, { method: 'POST', body })).status).toBe(200)
    const readTrackedEvents = () => shop.backend.db.select().from(trackedEvents)
    advanceDays(399)
    await runRetention(shop.backend)
    expect(await readTrackedEvents()).toHaveLength(1)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await readTrackedEvents()).toEqual([])
  })

  it('logs nothing if it deletes nothing', async () => {
    const lines: string[] = []
    shop.backend.log = pino({ level: 'info' }, { write: line => void lines.push(line) })
    await runRetention(shop.backend)
    expect(lines).toEqual([])
  })
})

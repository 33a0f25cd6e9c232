import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'
import { mailFolder } from '@/server/config/variables'
import { rateLimits } from '@/server/db/tables/counters'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages, approvalUploads, photoFiles, photoLinks } from '@/server/db/tables/photos'
import { sendDueMessages } from '@/server/jobs/outbox'
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
import { createPartnerToken, findTokenRow, kari } from '../support/partners'
import {
  addPhoto,
  createPhoto,
  fetchPreview,
  listIncomingFiles,
  readStoredFiles,
  renderPhoto,
  setCheckout,
} from '../support/photos'
import { buildEvent, sendEvent, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const linkRoute = '/backend/api/checkout/[token]/photo-link/'
const trackRoute = '/backend/api/customers/track-event/'

const shop = withShop({ perTest: true })

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

describe('photos of an unpaid order', () => {
  it('are deleted 30 days after the last change', async () => {
    const { token } = await startCheckout()
    await keepOpen(token)
    await createPhoto(token)
    advanceDays(20)
    await saveCheckout(token, undefined, { gclid: 'still here' })
    advanceDays(29)
    await runRetention(shop.backend)
    expect(await listImages(token)).toHaveLength(1)
    const { version } = (await readCheckout(token)).body
    advanceDays(2)
    await runRetention(shop.backend)
    const { body } = await readCheckout(token)
    expect(body.state.approval_documents.images).toEqual([])
    expect(body.version).toBe(version + 1)
    expect(readStoredFiles(shop).size).toBe(0)
    for (const table of [approvalImages, photoFiles])
      expect(await shop.backend.db.select().from(table)).toEqual([])
  })

  it('are retained while a payment is open', async () => {
    const { token } = await createPayableCheckout()
    await keepOpen(token)
    await createPhoto(token)
    const { quote } = (await readCheckout(token)).body
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    advanceDays(31)
    await runRetention(shop.backend)
    expect(await listImages(token)).toHaveLength(1)
  })

  it('are retained for the configured time', async () => {
    expect(readEnv({}).photoDays).toEqual({ abandoned: 30, paid: 90 })
    const { token } = await startCheckout()
    await createPhoto(token)
    const { env } = shop.backend
    shop.backend.env = { ...env, photoDays: readEnv({ PHOTO_DAYS_ABANDONED: '2' }).photoDays }
    advanceDays(3)
    await runRetention(shop.backend)
    expect(await listImages(token)).toEqual([])
    for (const value of ['0', '-1', 'never', '1.5'])
      expect(() => readEnv({ PHOTO_DAYS_PAID: value })).toThrow('PHOTO_DAYS_PAID')
  })
})

describe('photos of a paid order', () => {
  it('are deleted 90 days after the payment', async () => {
    const token = await createPaidOrder()
    const { id } = await createPhoto(token)
    advanceDays(89)
    await runRetention(shop.backend)
    expect((await fetchPreview({ token }, id)).status).toBe(200)
    advanceDays(2)
    await runRetention(shop.backend)
    expect(await listImages(token)).toEqual([])
    expect((await fetchPreview({ token }, id)).status).toBe(404)
    expect(readStoredFiles(shop).size).toBe(0)
  })

  it('that were added later have their own 90 days', async () => {
    const token = await createPaidOrder()
    await createPhoto(token, 'profile')
    advanceDays(60)
    await createPhoto(token, 'signature')
    advanceDays(31)
    await runRetention(shop.backend)
    expect(await listImages(token)).toMatchObject([{ type: 'signature' }])
    expect(readStoredFiles(shop).size).toBe(2)
    advanceDays(60)
    await runRetention(shop.backend)
    expect(await listImages(token)).toEqual([])
  })

  it('are also deleted when the order is completed', async () => {
    const token = await createPaidOrder()
    await createPhoto(token)
    await setCheckout(shop, token, { status: 'completed' })
    advanceDays(91)
    await runRetention(shop.backend)
    expect(await listImages(token)).toEqual([])
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
    for (const token of tokens) expect(await listImages(token)).toEqual([])
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
    expect(await listImages(token)).toEqual([])
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

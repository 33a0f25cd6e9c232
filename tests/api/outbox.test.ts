import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderEvent } from '@/contract/order-events'
import type { Backend } from '@/server/backend'
import { readEnv } from '@/server/config/env'
import { mailFolder } from '@/server/config/variables'
import { orders } from '@/server/db/tables/orders'
import { type OutboxRow, outbox } from '@/server/db/tables/outbox'
import { photoLinks } from '@/server/db/tables/photos'
import { createMailGateway, type MailTimeouts } from '@/server/gateways/mail'
import { createOrderWebhook } from '@/server/gateways/order-webhook'
import { channels, sendDueMessages, startOutbox } from '@/server/jobs/outbox'
import { runRetention } from '@/server/jobs/retention'
import { readTimeline } from '@/server/orders/order-timeline'
import { loadOrder } from '@/server/outbox/load-order'
import { callRoute } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPaidCheckout,
  createPayableCheckout,
  freeOrder,
  pay,
  readCheckout,
} from '../support/customer'
import { type MailServer, parseParts, startMailServer } from '../support/mail-server'
import { addPhoto, createPhoto, listPhotos, renderPhoto, setCheckout } from '../support/photos'
import { startProvider } from '../support/provider'
import { createTranslate } from '../support/texts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { withShop } from '../support/with-shop'

const orderRoute = '/backend/api/orders/[id]/'
const passRoute = '/backend/api/photo-pass/'

const minuteMs = 60_000
const secret = 'a-secret-of-the-shop'

let mails: MailServer
let receiver: WebhookReceiver
/** A backend with a mail server and a webhook receiver. */
let sendingBackend: Backend

const shop = withShop({ provider: startProvider })

beforeEach(async () => {
  await shop.backend.db.delete(outbox)
  mails = await startMailServer()
  receiver = await startWebhookReceiver()
  sendingBackend = createConnectedBackend()
})
afterEach(async () => {
  await mails.stop()
  await receiver.stop()
})

function createConnectedBackend(
  timeouts?: MailTimeouts,
  webhookMs?: number,
  variables: Record<string, string> = {},
): Backend {
  const env = readEnv({
    DATA_DIR: shop.backend.env.dataDir,
    LOG_LEVEL: 'silent',
    PAYMENTS: 'sandbox',
    APP_URL: 'https://shop.example',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Permits <orders@shop.example>',
    ORDER_WEBHOOK_URL: receiver.url,
    ORDER_WEBHOOK_SECRET: secret,
    ...variables,
  })
  return {
    ...shop.backend,
    env,
    mail: createMailGateway(env, timeouts),
    orderWebhook: createOrderWebhook(env, shop.backend.now, webhookMs),
  }
}

/** A paid order that cost nothing. */
async function createPaidOrder(state: object = {}) {
  const { token, order } = await createFreePaidCheckout(state)
  return { token: token as string, id: order.id as string }
}

const sendAllDue = (backend = sendingBackend) =>
  Promise.all([sendDueMessages(backend, channels.mails), sendDueMessages(backend, channels.events)])

const listRows = (): Promise<OutboxRow[]> =>
  shop.backend.db.select().from(outbox).orderBy(outbox.id)
const findRow = async (kind: OutboxRow['kind']) => {
  const row = (await listRows()).find(row => row.kind === kind)
  if (!row) throw new Error(`no ${kind}`)
  return row
}
const listMessageIds = () => mails.received.map(({ headers }) => headers['message-id'])
const correctEmail = (token: string, id: string, email: string) =>
  callRoute(orderRoute, { method: 'PATCH', params: { id }, query: { token }, body: { email } })

describe('a paid order', () => {
  it('is confirmed by mail and posted to the operator’s webhook once each, by concurrent jobs', async () => {
    const { id } = await createPaidOrder()
    await Promise.all([sendAllDue(), sendAllDue(), sendAllDue()])
    await sendAllDue()
    expect(mails.received).toHaveLength(1)
    expect(mails.received[0]).toMatchObject({
      from: 'orders@shop.example',
      to: ['ana@example.com'],
      headers: {
        'message-id': `<${id}.confirmation-mail@shop.example>`,
        'auto-submitted': 'auto-generated',
        to: 'ana@example.com',
      },
    })
    const types = receiver.received.map(({ body }) => JSON.parse(body).type)
    expect(types.sort()).toEqual(['order.paid', 'purchase'])
    expect((await findRow('confirmation_mail')).sentAt).not.toBeNull()
  })

  it('is confirmed in the customer’s language, with the receipt', async () => {
    const { id } = await createPaidOrder({ language: 'ar' })
    await sendAllDue()
    const [mail] = mails.received
    const { 'text/plain': text, 'text/html': html } = parseParts(mail?.source ?? '')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    for (const form of [text, html]) {
      expect(form).toContain(id)
      expect(form).toContain(createTranslate('ar')('thank-you:receipt.heading'))
      expect(form).toContain(createTranslate('ar')('thank-you:free'))
    }
  })

  it.each([
    ['Asia/Riyadh', 'Asia/Riyadh'],
    ['Not/AZone', 'UTC'],
    [undefined, 'UTC'],
  ])('has the time zone of the browser, if it is known: %s', async (time_zone, timeZone) => {
    const { id } = await createPaidOrder(time_zone ? { time_zone } : {})
    expect(await loadOrder(shop.backend, id)).toMatchObject({ timeZone })
  })

  it('that is refunded before the mail was sent is not confirmed', async () => {
    const { token } = await createPaidCheckout()
    const [movement] = await shop.provider.movements()
    await shop.provider.refund(movement?.intent ?? '')
    await expect.poll(async () => (await readCheckout(token)).body.order.status).toBe('refunded')
    await sendAllDue()
    expect(mails.received.map(({ headers }) => headers['subject'])).toEqual([
      expect.stringMatching(/^Order .+: \$113 refunded$/),
    ])
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['order.refunded'])
    expect(new Set((await listRows()).slice(0, 3).map(({ closed }) => closed))).toEqual(
      new Set(['nothing_to_send']),
    )
  })
})

describe('a mail server', () => {
  it('that is down gets the mail later, with growing delays between the attempts', async () => {
    await createPaidOrder()
    const { port } = mails
    await mails.stop()
    await sendAllDue()
    expect(await findRow('confirmation_mail')).toMatchObject({ attempts: 1, sentAt: null })
    await sendAllDue()
    expect(await findRow('confirmation_mail')).toMatchObject({ attempts: 1 })
    const delaySeconds: number[] = []
    for (let round = 0; round < 12; round += 1) {
      shop.advanceClock(2 * 60 * minuteMs)
      await sendDueMessages(sendingBackend, channels.mails)
      const { dueAt } = await findRow('confirmation_mail')
      delaySeconds.push(Math.round((dueAt.getTime() - shop.backend.now().getTime()) / 1_000))
    }
    expect(delaySeconds.slice(0, 5)).toEqual([60, 120, 240, 480, 960])
    expect(Math.max(...delaySeconds)).toBe(3_600)
    mails = await startMailServer()
    expect(mails.port).not.toBe(port)
    shop.advanceClock(60 * minuteMs)
    await sendAllDue(createConnectedBackend())
    expect(mails.received.map(({ headers }) => headers['subject'])).toHaveLength(2)
    expect(await findRow('confirmation_mail')).toMatchObject({ reason: null })
  })

  it.each(['hang', 'hang_later'])('that stops responding times out (%s)', async behaviour => {
    await createPaidOrder()
    mails.setBehaviour('hang', behaviour === 'hang' ? undefined : 'ana@example.com')
    const impatientBackend = createConnectedBackend({
      connectionTimeoutMs: 80,
      socketTimeoutMs: 80,
      totalTimeoutMs: 500,
    })
    await sendAllDue(impatientBackend)
    const row = await findRow('confirmation_mail')
    expect(row).toMatchObject({ attempts: 1, sentAt: null })
    expect(row.reason).toMatch(/ETIMEDOUT|ECONNECTION/)
  })

  it('that responds too slowly reaches the total timeout', async () => {
    await createPaidOrder()
    mails.setBehaviour('hang', 'ana@example.com')
    await sendAllDue(
      createConnectedBackend({
        connectionTimeoutMs: 5_000,
        socketTimeoutMs: 5_000,
        totalTimeoutMs: 80,
      }),
    )
    expect(await findRow('confirmation_mail')).toMatchObject({ reason: 'ETIMEDOUT', sentAt: null })
  })

  it('that takes the mail and dies before its response gets the mail again with the same id', async () => {
    await createPaidOrder()
    mails.setBehaviour('drop_after_taking')
    await sendAllDue()
    mails.setBehaviour('take')
    shop.advanceClock(minuteMs)
    await sendAllDue()
    expect(new Set(listMessageIds()).size).toBe(1)
    expect(mails.received).toHaveLength(2)
  })

  it('that refuses the recipient leaves a reason without the customer’s address', async () => {
    await createPaidOrder()
    mails.setBehaviour('refuse_recipient')
    await sendAllDue()
    expect(await findRow('confirmation_mail')).toMatchObject({ reason: 'EENVELOPE 550' })
  })
})

describe('an instance that crashes', () => {
  it('after the mail was sent, but before that is stored, leaves the message to another instance', async () => {
    await createPaidOrder()
    await sendAllDue(createDyingBackend(sendingBackend))
    expect(mails.received).toHaveLength(1)
    await sendAllDue()
    expect(mails.received).toHaveLength(1)
    shop.advanceClock(2 * minuteMs)
    await sendAllDue()
    // The same Message-ID: the receiver can detect the duplicate.
    expect(listMessageIds()[0]).toBe(listMessageIds()[1])
    expect(mails.received).toHaveLength(2)
    expect((await findRow('confirmation_mail')).sentAt).not.toBeNull()
    await sendAllDue()
    expect(mails.received).toHaveLength(2)
  })

  it('before the mail was sent leaves the message to another instance', async () => {
    await createPaidOrder()
    const neverSettled = new Promise<void>(() => undefined)
    void sendDueMessages({ ...sendingBackend, mail: { send: () => neverSettled } }, channels.mails)
    await expect.poll(async () => (await findRow('confirmation_mail')).attempts).toBe(1)
    await sendAllDue()
    expect(mails.received).toEqual([])
    shop.advanceClock(2 * minuteMs)
    await sendAllDue()
    expect(mails.received).toHaveLength(1)
  })

  /** Loses the database connection after the first sent mail. */
  function createDyingBackend(backend: Backend): Backend {
    let isDead = false
    const db = new Proxy(backend.db, {
      get: (target, name, proxy) => {
        if (isDead) throw new Error('the database is gone')
        return Reflect.get(target, name, proxy)
      },
    })
    const mail = {
      send: async (...[message]: Parameters<Backend['mail']['send']>) => {
        await backend.mail.send(message)
        isDead = true
      },
    }
    return { ...backend, db, mail }
  }
})

describe('a message that cannot be sent', () => {
  it('does not block others, and is given up after three days', async () => {
    const failingOrder = await createPaidOrder()
    const validOrder = await createPaidOrder()
    // The message cannot be built.
    await shop.backend.db
      .update(orders)
      .set({ charged: sql`${orders.charged} || '{"travelItems": [null]}'` })
      .where(eq(orders.id, failingOrder.id))
    await sendAllDue()
    expect(listMessageIds()).toEqual([`<${validOrder.id}.confirmation-mail@shop.example>`])
    for (let round = 0; round < 80; round += 1) {
      shop.advanceClock(60 * minuteMs)
      await sendDueMessages(sendingBackend, ['confirmation_mail'])
    }
    const row = await findRow('confirmation_mail')
    expect(row).toMatchObject({ orderId: failingOrder.id, sentAt: null, closed: 'given_up' })
    const { attempts } = row
    shop.advanceClock(60 * minuteMs)
    await sendAllDue()
    expect((await findRow('confirmation_mail')).attempts).toBe(attempts)
  })

  it('because its receiver hangs delays no mail', async () => {
    receiver.setResponse('hang')
    for (let round = 0; round < 12; round += 1) await createPaidOrder()
    const patientBackend = createConnectedBackend(undefined, 300)
    const events = sendDueMessages(patientBackend, channels.events)
    await sendDueMessages(patientBackend, channels.mails)
    expect(mails.received).toHaveLength(12)
    await events
    expect((await findRow('order_paid')).reason).toBe('ETIMEDOUT')
  })
})

describe('the customer’s email address', () => {
  it.each([
    'ana@example.com\r\nBcc: other@example.com',
    'ana@example.com, other@example.com',
    'Ana <ana@example.com>',
    '<other@example.com>',
    'ana@example.com>\r\nRCPT TO:<other@example.com',
  ])('%j gets no mail', async email => {
    const { token, id } = await createPaidOrder()
    await updateDriver(token, { email })
    await sendAllDue()
    expect(mails.received).toEqual([])
    expect(mails.transcript()).not.toContain('other@example.com')
    expect(await findRow('confirmation_mail')).toMatchObject({ orderId: id, reason: 'ADDRESS' })
  })

  it('and name cannot inject a header, a line or a tag', async () => {
    const { token } = await createPaidOrder()
    await updateDriver(token, {
      license_first_name: 'Ana\r\nBcc: other@example.com\r\n\r\nTotal paid: $0',
      license_last_name: '<script>alert(1)</script><a href="https://evil.example">"&\'',
    })
    await sendAllDue()
    const [mail] = mails.received
    expect(mail?.to).toEqual(['ana@example.com'])
    expect(mail?.headers).not.toHaveProperty('bcc')
    const { 'text/plain': text, 'text/html': html } = parseParts(mail?.source ?? '')
    expect(text).not.toMatch(/^(?:Bcc|Total paid: \$0$)/m)
    expect(html).not.toContain('<script')
    expect(html).not.toContain('href="https://evil.example"')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})

/** Stores driver data that no form would accept. */
async function updateDriver(token: string, change: object) {
  const { state } = (await readCheckout(token)).body
  const { email: _, total: __, ...rest } = state
  await setCheckout(shop, token, { state: { ...rest, customer: { ...state.customer, ...change } } })
}

describe('an email address corrected after payment', () => {
  it('gets another confirmation', async () => {
    const { token, id } = await createPaidOrder()
    await sendAllDue()
    expect((await correctEmail(token, id, 'right@example.com')).status).toBe(200)
    await sendAllDue()
    await sendAllDue()
    expect(mails.received.map(({ to }) => to[0])).toEqual(['ana@example.com', 'right@example.com'])
    expect(new Set(listMessageIds()).size).toBe(2)
  })

  it('gets the only confirmation if none was sent before', async () => {
    const { token, id } = await createPaidOrder()
    mails.setBehaviour('refuse_recipient')
    await sendAllDue()
    mails.setBehaviour('take')
    await correctEmail(token, id, 'right@example.com')
    shop.advanceClock(60 * minuteMs)
    await sendDueMessages(sendingBackend, ['confirmation_mail'])
    expect(mails.received.map(({ to }) => to[0])).toEqual(['right@example.com'])
    expect(await findRow('confirmation_mail')).toMatchObject({ closed: 'replaced' })
  })

  it('is announced to the operator’s system, and the timeline says so without the address', async () => {
    const { token, id } = await createPaidOrder()
    await sendAllDue()
    // The same address again is no change.
    for (const email of ['right@example.com', 'right@example.com'])
      expect((await correctEmail(token, id, email)).status).toBe(200)
    await sendAllDue()
    const events = receiver.received.map(({ body }) => orderEvent.parse(JSON.parse(body)))
    expect(events.filter(({ type }) => type === 'order.changed')).toMatchObject([
      {
        id: expect.stringContaining(`${id}.order-changed.`),
        data: { customer: { email: 'right@example.com' } },
      },
    ])
    const entries = await readTimeline(shop.backend, id)
    expect(entries.filter(({ what }) => what === 'email_changed')).toMatchObject([{ detail: {} }])
    expect(JSON.stringify(entries)).not.toContain('@example')
  })

  it('is accepted five times a day; a refused one sends no mail', async () => {
    const { token, id } = await createPaidOrder()
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      expect((await correctEmail(token, id, `${name}@example.com`)).status).toBe(200)
    const refusal = await correctEmail(token, id, 'f@example.com')
    expect(refusal.status).toBe(429)
    expect(refusal.body.code).toBe('rate_limited')
    await sendAllDue()
    expect(mails.received.map(({ to }) => to[0])).toEqual(['e@example.com'])
  })
})

describe('missing photos', () => {
  const findLink = (source: string | undefined) =>
    /https:\/\/shop\.example\/checkouts\/photos\/\?doc=(\w+)#([\w-]{43})/.exec(
      parseParts(source ?? '')['text/plain'],
    )

  it('can be added from the mail, on any device and repeatedly, for 30 days', async () => {
    const { token } = await createPaidOrder()
    await createPhoto(token, 'profile')
    await sendAllDue()
    const [, doc, code = ''] = findLink(mails.received[0]?.source) ?? []
    expect(doc).toBe('license_front')
    for (const days of [0, 20]) {
      shop.advanceClock(days * 24 * 60 * minuteMs)
      const reply = await callRoute(passRoute, { method: 'POST', body: { code } })
      expect(reply.status, reply.text).toBe(200)
      const pass = /photos=([\w-]{43});/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''
      expect((await listPhotos({ pass })).status).toBe(200)
      const image = await renderPhoto()
      expect((await addPhoto({ pass }, { type: 'license_front', image })).status).toBe(200)
      // The codes give access to photos only.
      expect((await readCheckout(pass)).status).toBe(404)
      expect((await readCheckout(code)).status).toBe(404)
    }
    shop.advanceClock(11 * 24 * 60 * minuteMs)
    expect((await callRoute(passRoute, { method: 'POST', body: { code } })).status).toBe(404)
    await runRetention(shop.backend)
    shop.advanceClock(2 * 24 * 60 * minuteMs)
    await runRetention(shop.backend)
    expect(
      await shop.backend.db.select().from(photoLinks).where(eq(photoLinks.isMailed, true)),
    ).toEqual([])
  })

  it('can still be added after a payment near the end of the checkout’s 30 days', async () => {
    const checkout = await createPayableCheckout(freeOrder)
    shop.advanceClock(29 * 24 * 60 * minuteMs)
    expect((await pay(checkout, null)).status).toBe(200)
    shop.advanceClock(5 * 24 * 60 * minuteMs)
    await createPhoto(checkout.token, 'profile')
  })

  it('are requested after 15 minutes in a separate mail', async () => {
    const { id } = await createPaidOrder()
    await sendAllDue()
    expect(mails.received).toHaveLength(1)
    shop.advanceClock(15 * minuteMs)
    await sendAllDue()
    await sendAllDue()
    expect(listMessageIds()).toEqual([
      `<${id}.confirmation-mail@shop.example>`,
      `<${id}.add-photos-mail@shop.example>`,
    ])
    expect(findLink(mails.received[1]?.source)?.[1]).toBe('profile')
  })

  it('are not requested once the permit was sent', async () => {
    const { id } = await createPaidOrder()
    await shop.backend.db.update(orders).set({ status: 'fulfilled' }).where(eq(orders.id, id))
    shop.advanceClock(15 * minuteMs)
    await sendAllDue()
    expect(await findRow('add_photos_mail')).toMatchObject({ closed: 'nothing_to_send' })
  })

  it('added in time are not requested', async () => {
    const { token } = await createPaidOrder()
    for (const type of ['profile', 'license_front', 'license_back', 'signature'])
      await createPhoto(token, type)
    shop.advanceClock(15 * minuteMs)
    await sendAllDue()
    expect(mails.received).toHaveLength(1)
    expect(findLink(mails.received[0]?.source)).toBeNull()
    expect(await findRow('add_photos_mail')).toMatchObject({ closed: 'nothing_to_send' })
  })
})

describe('the operator’s webhook', () => {
  it('gets all order data in a signed body', async () => {
    const { id } = await createPaidOrder()
    await sendAllDue()
    const request = receiver.received.find(({ body }) => body.includes('"order.paid"'))
    const [, timestamp, signature] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(String(request?.headers['x-order-signature'])) ?? []
    const expected = createHmac('sha256', secret)
      .update(`${timestamp}.${request?.body}`)
      .digest('hex')
    expect(signature).toBe(expected)
    expect(Math.abs(Number(timestamp) - shop.backend.now().getTime() / 1_000)).toBeLessThan(60)
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      id: `${id}.order-paid`,
      type: 'order.paid',
      data: {
        order: { id, total: 0, currency: 'USD', plan_id: 45, coupon: freeOrder.coupon.name },
        customer: { email: 'ana@example.com', license_first_name: 'Ana', language: 'en' },
        shipping: null,
        photos: [],
      },
    })
  })

  it('gets a purchase event without personal data', async () => {
    const { token } = await createPaidOrder()
    await updateDriver(token, {})
    await sendAllDue()
    const request = receiver.received.find(({ body }) => body.includes('"purchase"'))
    expect(request?.body).not.toMatch(/ana@example\.com|Ana|351912345678/)
  })

  it.each([500, 404, 302] as const)(
    'is retried after a response of %d with the same id and body',
    async status => {
      await createPaidOrder()
      receiver.setResponse(status)
      await sendDueMessages(sendingBackend, ['order_paid'])
      expect(await findRow('order_paid')).toMatchObject({ reason: `HTTP ${status}`, sentAt: null })
      receiver.setResponse(204)
      shop.advanceClock(minuteMs)
      await sendDueMessages(sendingBackend, ['order_paid'])
      await sendDueMessages(sendingBackend, ['order_paid'])
      expect(receiver.received).toHaveLength(2)
      expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body)
      expect((await findRow('order_paid')).sentAt).not.toBeNull()
    },
  )

  it('is skipped without a URL, and mails are still sent', async () => {
    await createPaidOrder()
    await sendAllDue({ ...sendingBackend, orderWebhook: undefined })
    expect(receiver.received).toEqual([])
    expect(await findRow('order_paid')).toMatchObject({ closed: 'nothing_to_send' })
    expect(mails.received).toHaveLength(1)
  })
})

it('without a mail server each mail is written to one complete file', async () => {
  const { id } = await createPaidOrder()
  const { mail } = shop.backend
  await sendAllDue({ ...sendingBackend, mail })
  shop.advanceClock(15 * minuteMs)
  await sendAllDue({ ...sendingBackend, mail })
  const folder = join(shop.backend.env.dataDir, mailFolder)
  const files = readdirSync(folder).filter(name => name.startsWith(id))
  expect(files.sort()).toEqual([`${id}.add-photos-mail.eml`, `${id}.confirmation-mail.eml`])
  const source = readFileSync(join(folder, `${id}.confirmation-mail.eml`), 'utf8')
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).toMatch(/^From: no-reply@shop\.example$/m)
  expect(head).toMatch(/^To: ana@example\.com$/m)
  expect(parseParts(source)['text/plain']).toContain(id)
})

it('the job runs until it is stopped', async () => {
  await createPaidOrder()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = startOutbox(sendingBackend)
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  await expect.poll(() => mails.received.length).toBe(1)
  stop()
})

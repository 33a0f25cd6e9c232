import { eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { readEnv } from '@/server/config/env'
import { outbox } from '@/server/db/tables/outbox'
import { recoveryAddresses, resumeTokens } from '@/server/db/tables/recovery'
import { createMailGateway } from '@/server/gateways/mail'
import { sendDueMessages } from '@/server/jobs/outbox'
import { queueRecoveryMails } from '@/server/jobs/recovery'
import { runRetention } from '@/server/jobs/retention'
import { entryPage } from '@/server/pages/step-page'
import { startAttempt } from '@/server/payments/start-attempt'
import { callRoute } from '../support/call-route'
import {
  createPaidCheckout,
  createPayableCheckout,
  driverAnswers,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { type MailServer, parseParts, startMailServer } from '../support/mail-server'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const stopRoute = '/api/stop-mails/'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let mails: MailServer
let sendingBackend: Backend

const shop = withShop({ provider: startProvider, perTest: true })

beforeEach(async () => {
  mails = await startMailServer()
  const env = readEnv({
    PAYMENTS: 'sandbox',
    APP_URL: 'https://shop.example',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Permits <orders@shop.example>',
  })
  sendingBackend = {
    ...shop.backend,
    env: { ...shop.backend.env, ...env },
    mail: createMailGateway(env),
  }
})
afterEach(() => mails.stop())

/** Runs the jobs after some minutes without an answer. */
async function runAfter(minutes: number, backend = sendingBackend): Promise<void> {
  shop.advanceClock(minutes * minuteMs)
  await queueRecoveryMails(backend)
  await sendDueMessages(backend, ['recovery_mail'])
}

const agreed = { email: 'ana@example.com', email_consent: true }

const begin = async (customer: object = agreed): Promise<string> =>
  (await startCheckout({ customer })).token

const agree = (token: string, customer: object = { email_consent: true }) =>
  saveCheckout(token, undefined, { customer })

const listRecipients = () => mails.received.map(({ to }) => to[0])
const readText = (index = 0) => parseParts(mails.received[index]?.source ?? '')['text/plain']
const findToken = (index = 0) => /\?token=([\w-]{43})/.exec(readText(index))?.[1] ?? ''
const findStopCode = (index = 0) => /stop-mails\/\?code=([\w-]+)/.exec(readText(index))?.[1] ?? ''

describe('a customer who agreed to mails', () => {
  it('is reminded once, an hour after the last answer', async () => {
    const token = await begin()
    await runAfter(59)
    expect(mails.received).toEqual([])
    await saveCheckout(token, undefined, { gclid: 'still here' })
    await runAfter(59)
    expect(mails.received).toEqual([])
    await runAfter(2)
    expect(listRecipients()).toEqual(['ana@example.com'])
    await saveCheckout(token, undefined, { gclid: 'back again' })
    await runAfter(120)
    expect(mails.received).toHaveLength(1)
  })

  it('who has not agreed, or has no valid address, is not', async () => {
    await begin({ email: 'ana@example.com' })
    await begin({ email: 'not an address', email_consent: true })
    await begin({ email_consent: true })
    await runAfter(61)
    expect(mails.received).toEqual([])
    expect(await shop.backend.db.select().from(outbox).where(isNull(outbox.closed))).toEqual([])
  })

  it('who was away for longer than a day is not', async () => {
    await begin()
    await runAfter(25 * 60)
    expect(mails.received).toEqual([])
  })

  it('is not reminded in a shop that switched it off', async () => {
    await begin()
    const { env } = sendingBackend
    await runAfter(61, { ...sendingBackend, env: { ...env, hasRecoveryMails: false } })
    expect(mails.received).toEqual([])
  })

  it('is reminded by one of many instances', async () => {
    await begin()
    shop.advanceClock(61 * minuteMs)
    await Promise.all([1, 2, 3].map(() => queueRecoveryMails(sendingBackend)))
    await Promise.all([1, 2, 3].map(() => sendDueMessages(sendingBackend, ['recovery_mail'])))
    expect(mails.received).toHaveLength(1)
  })

  it('and withdraws that before the mail is sent, gets none', async () => {
    const token = await begin()
    shop.advanceClock(61 * minuteMs)
    await queueRecoveryMails(sendingBackend)
    await agree(token, { email_consent: false })
    await runAfter(61)
    expect(mails.received).toEqual([])
  })

  it('and enters another address before the mail is sent, gets none', async () => {
    const token = await begin()
    shop.advanceClock(61 * minuteMs)
    await queueRecoveryMails(sendingBackend)
    await agree(token, { email: 'eve@example.com' })
    await runAfter(61)
    expect(mails.received).toEqual([])
  })

  it('is reminded when the mail server is back, and not after days', async () => {
    await begin()
    mails.setBehaviour('refuse_recipient')
    await runAfter(61)
    const [row] = await shop.backend.db.select().from(outbox)
    expect(row).toMatchObject({ sentAt: null, closed: null, attempts: 1 })
    mails.setBehaviour('take')
    await runAfter(1)
    expect(mails.received).toHaveLength(1)
    await begin({ email: 'bo@example.com', email_consent: true })
    mails.setBehaviour('refuse_recipient')
    await runAfter(61)
    await runAfter(3 * 24 * 60 + 60)
    const rows = await shop.backend.db.select().from(outbox).where(eq(outbox.closed, 'given_up'))
    expect(rows).toHaveLength(1)
  })
})

describe('the same mailbox', () => {
  it('is reminded once in 30 days over several orders, however it is written', async () => {
    await begin()
    await begin({ email: 'ANA+permit@example.com', email_consent: true })
    await runAfter(61)
    await begin()
    await runAfter(61)
    expect(mails.received).toHaveLength(1)
    shop.advanceClock(30 * dayMs)
    await begin()
    await runAfter(61)
    expect(mails.received).toHaveLength(2)
  })

  it('that has paid an order since is not reminded of another one', async () => {
    await begin({ ...agreed, email: driverAnswers.email })
    await createPaidCheckout()
    await runAfter(61)
    expect(mails.received).toEqual([])
  })

  it('that paid between queueing and sending is not reminded', async () => {
    await begin({ ...agreed, email: driverAnswers.email })
    shop.advanceClock(61 * minuteMs)
    await queueRecoveryMails(sendingBackend)
    await createPaidCheckout()
    await runAfter(0)
    expect(mails.received).toEqual([])
  })

  it('that paid an earlier order is', async () => {
    await createPaidCheckout()
    shop.advanceClock(dayMs)
    await begin({ ...agreed, email: driverAnswers.email })
    await runAfter(61)
    expect(mails.received).toHaveLength(1)
  })
})

describe('the mail', () => {
  const readReason = async (token: string) => {
    await agree(token)
    await runAfter(61)
    return readText()
  }

  it('knows that details are missing', async () => {
    expect(await readReason(await begin())).toContain('some details are still missing')
  })

  it('knows that the payment is open', async () => {
    expect(await readReason((await createPayableCheckout()).token)).toContain(
      'complete except for the payment',
    )
  })

  it('knows that photos are missing', async () => {
    const { token } = await createPayableCheckout()
    await saveCheckout(token, undefined, { approval_documents: { add_later: false } })
    expect(await readReason(token)).toContain('still needs its photos')
  })

  it('knows that the plan is open', async () => {
    const { token } = await createPayableCheckout()
    await saveCheckout(token, undefined, { shipping: { postcode: '' } })
    expect(await readReason(token)).toContain('a plan or a delivery address')
  })

  it('knows that the payment was declined', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined')
    expect(await readReason(checkout.token)).toContain('Your payment was declined')
  })

  it('waits while a payment is open', async () => {
    const { token, quote } = await createPayableCheckout()
    await agree(token)
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    await runAfter(61)
    expect(mails.received).toEqual([])
  })

  it('is in the customer’s language, and says why it comes', async () => {
    const token = await begin()
    await saveCheckout(token, undefined, { language: 'de' })
    await runAfter(61)
    expect(readText()).toContain('Dies ist unsere einzige Erinnerung.')
    expect(readText()).toContain('weil Sie beim Bestellen unseren E‑Mails zugestimmt haben')
  })
})

describe('the link of the mail', () => {
  it('opens the order beside the browser’s own token, until the order ends', async () => {
    const token = await begin()
    await runAfter(61)
    const mailedToken = findToken()
    expect((await readCheckout(mailedToken)).body).toMatchObject({
      token: mailedToken,
      state: { customer: { email: 'ana@example.com' } },
    })
    expect((await saveCheckout(mailedToken, undefined, { gclid: 'a' })).status).toBe(200)
    expect((await readCheckout(token)).body.state.gclid).toBe('a')
    shop.advanceClock(31 * dayMs)
    expect((await readCheckout(mailedToken)).status).toBe(404)
    await runRetention(shop.backend)
    expect(await shop.backend.db.select().from(resumeTokens)).toEqual([])
  })
})

it('the link of the mail asks in another browser, and goes on in the one that has the order', async () => {
  const token = await begin()
  await runAfter(61)
  const query = { token: findToken() }
  const own = await renderPage(entryPage, { query, token })
  expect(own.redirectTo).not.toContain('open-order')
  expect(own.cookies.join()).not.toContain(query.token)
  const others = [
    await renderPage(entryPage, { query }),
    await renderPage(entryPage, { query, token: await begin() }),
  ]
  for (const { redirectTo } of others) expect(redirectTo).toContain('/open-order/')
})

describe('the link that stops the mails', () => {
  it('opens a page, which changes nothing until its button is pressed', async () => {
    await begin()
    await runAfter(61)
    const code = findStopCode()
    const opened = await callRoute(stopRoute, { query: { code } })
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      `/checkouts/stop-mails/?code=${code}`,
    ])
    const readStops = async () =>
      (await shop.backend.db.select().from(recoveryAddresses)).map(({ stoppedAt }) => stoppedAt)
    expect(await readStops()).toEqual([null])
    const posted = await callRoute(stopRoute, {
      method: 'POST',
      rawBody: `code=${code}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.headers['location']).toBe('/checkouts/stop-mails/?outcome=stopped')
    expect(await readStops()).toEqual([expect.any(Date)])
    shop.advanceClock(400 * dayMs)
    await runRetention(shop.backend)
    await begin()
    await runAfter(61)
    expect(mails.received).toHaveLength(1)
  })

  it('is a one-click link for mail programs, also between queueing and sending', async () => {
    await begin()
    await runAfter(61)
    const source = mails.received[0]?.source.replaceAll(/\r\n\s+/g, ' ') ?? ''
    const url = /^List-Unsubscribe: <https:\/\/shop\.example\/checkouts(\S+)>$/m.exec(source)?.[1]
    expect(url).toBe(`/api/stop-mails/?code=${findStopCode()}`)
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    shop.advanceClock(31 * dayMs)
    await begin()
    shop.advanceClock(61 * minuteMs)
    await queueRecoveryMails(sendingBackend)
    const post = {
      method: 'POST',
      query: { code: findStopCode() },
      rawBody: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        origin: 'https://mail.example',
      },
    }
    for (const _ of [1, 2]) expect((await callRoute(stopRoute, post)).status).toBe(200)
    await runAfter(0)
    expect(mails.received).toHaveLength(1)
    expect((await callRoute(stopRoute, { ...post, query: { code: 'x' } })).status).toBe(404)
  })

  it('works for 180 days; then the address is forgotten', async () => {
    await begin()
    await runAfter(61)
    shop.advanceClock(181 * dayMs)
    await runRetention(shop.backend)
    expect(await shop.backend.db.select().from(recoveryAddresses)).toEqual([])
  })
})

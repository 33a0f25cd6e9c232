import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '@/commands/port'
import type { CrashPoint } from '@/server/infra/crash-point'
import { type AnyProvider, startAnyProvider } from './any-provider'
import { expectAccounted, waitForAllEvents } from './money-invariants'
import { renderPhoto } from './photos'
import {
  createPayableToken,
  createPaypalOrder,
  finishPayment,
  listMails,
  newDataDir,
  payByCard,
  removeData,
  type Shop,
  type ShopConfig,
  startShop,
} from './shop'

// The backend as a process of its own is killed at a named point (kill -9), started again and sweeps once: then the
// books balance, and the customer's reload shows a paid checkout or one that can be paid.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** An embedded database takes its time to be made, on a machine with other work a long one. */
const timeoutMs = minuteMs

/** The shop of the file's tests, its provider, and what its processes share: set before the first test. */
export const harness = {} as { provider: AnyProvider; config: ShopConfig; shop: Shop }

/** Sets it up and takes it down; `databaseUrl` opens a PostgreSQL, without it the shop embeds its database. */
export function withHarness(databaseUrl?: () => Promise<string>): void {
  beforeAll(async () => {
    const port = await freePort()
    harness.provider = await startAnyProvider({ shopPort: port })
    harness.config = {
      port,
      dataDir: newDataDir(),
      clock: { aheadMs: 0 },
      sandboxUrl: harness.provider.url,
      databaseUrl: await databaseUrl?.(),
    }
  })
  // Events are held back: a shop that is dead would get them much later.
  beforeEach(() => harness.provider.addFaults({ fault: 'hold_webhooks' }))
  afterEach(() => harness.provider.clearFaults())
  afterAll(async () => {
    await harness.shop.program.stop()
    await harness.provider.stop()
    removeData(harness.config.dataDir)
  })
}

export const expectKilled = async () => {
  await expect.poll(() => harness.shop.program.hasExited(), { timeout: timeoutMs }).toBe(true)
  expect(await harness.shop.program.exited).toBe('ended by SIGKILL')
}

/** The process dies at a point while a customer does something, and the next one begins. */
async function killAt<T>(point: CrashPoint, action: (shop: Shop) => Promise<T>): Promise<T> {
  await harness.shop.crashAt(point)
  const result = await action(harness.shop)
  await expectKilled()
  await restartShop()
  return result
}

async function restartShop(): Promise<void> {
  harness.shop = await startShop(harness.config)
  await harness.provider.clearFaults()
}

/** The customer's reload after one sweep: it is paid, or can be. */
async function expectPaidOrPayable(token: string): Promise<'paid' | 'payable'> {
  await harness.shop.runJobs(2 * minuteMs)
  const read = async () => (await harness.shop.call('GET', `checkout/${token}/`))?.body.status
  if ((await read()) === 'paid') return 'paid'
  expect((await payByCard(harness.shop, token))?.body).toMatchObject({ status: 'success' })
  expect(await read()).toBe('paid')
  return 'payable'
}

async function expectNothingLost(): Promise<void> {
  await waitForAllEvents(harness.provider)
  await harness.shop.runJobs(hourMs)
  const snapshot = await harness.shop.readLedger()
  await expectAccounted(snapshot, harness.provider)
  const unsent = snapshot.outbox.filter(({ sentAt, closed }) => !sentAt && !closed)
  expect(unsent, 'messages that are still to be sent').toEqual([])
  const paid = snapshot.orders.filter(({ paidAt }) => paidAt)
  const mails = listMails(harness.config).filter(name => name.endsWith('.confirmation-mail.eml'))
  expect(mails.sort(), 'confirmation mails').toEqual(
    paid.map(({ id }) => `${id}.confirmation-mail.eml`).sort(),
  )
}

/** A digital permit is paid for by card. */
async function runCardPayment(shop: Shop): Promise<string> {
  const token = await createPayableToken(shop)
  await payByCard(shop, token)
  return token
}

/** By PayPal, after a card that was declined: that one has to be told off first. */
async function runPaypalPayment(shop: Shop): Promise<string> {
  const token = await createPayableToken(shop)
  await payByCard(shop, token, 'pm_card_chargeDeclined')
  const paypalOrder = (await createPaypalOrder(shop, token))?.body
  await harness.provider.approve(paypalOrder.id)
  await finishPayment(shop, token, paypalOrder.order.id)
  return token
}

/** The customer does what the bank asks, and never comes back: an event alone tells of it. */
async function runPaymentByEvent(shop: Shop): Promise<string> {
  await harness.provider.clearFaults()
  await harness.provider.addFaults({
    fault: 'hold_webhooks',
    match: { event: '^(?!payment_intent\\.succeeded)' },
  })
  const token = await createPayableToken(shop)
  await harness.provider.payOutOfBand(card => payByCard(shop, token, card))
  return token
}

/** The customer approves at PayPal, and never comes back. */
async function runPaypalByEvent(shop: Shop): Promise<string> {
  await harness.provider.clearFaults()
  const token = await createPayableToken(shop)
  await harness.provider.approve((await createPaypalOrder(shop, token))?.body.id)
  return token
}

/** The events are lost as well: the sweeper asks. */
async function runPaymentBySweep(shop: Shop): Promise<string> {
  const token = await createPayableToken(shop)
  await harness.provider.payOutOfBand(card => payByCard(shop, token, card))
  await shop.runJobs(2 * minuteMs)
  return token
}

async function runPaymentAndMail(shop: Shop): Promise<string> {
  const token = await runCardPayment(shop)
  await shop.runJobs(minuteMs)
  return token
}

type PaymentScenario = (shop: Shop) => Promise<string>

/**
 * What the customer finds after a payment that broke off there. An event is noted last, once all is done about it: the
 * other order, noted and nothing done (K7 as one finds it elsewhere), does not exist here.
 */
const killPoints: [string, CrashPoint, PaymentScenario, 'paid' | 'payable'][] = [
  [
    'K1 the attempt is committed, the provider not asked',
    'attempt_committed',
    runCardPayment,
    'payable',
  ],
  ['K2 the provider has charged, nobody knows', 'charged', runCardPayment, 'paid'],
  ['K3 its answer is read, and not committed', 'answer_uncommitted', runCardPayment, 'paid'],
  ['K5 the payment is committed, the browser not told', 'settled', runCardPayment, 'paid'],
  ['K6 an event is verified, nothing done about it', 'event_verified', runPaymentByEvent, 'paid'],
  ['K6 the same of PayPal’s', 'event_verified', runPaypalByEvent, 'paid'],
  ['K7 an event is acted upon, and not noted', 'event_acted', runPaymentByEvent, 'paid'],
  ['K7 the same of PayPal’s', 'event_acted', runPaypalByEvent, 'paid'],
  ['K8 the order is paid, its messages not written', 'order_paid', runCardPayment, 'paid'],
  ['K9 the mail is sent, and not marked', 'message_sent', runPaymentAndMail, 'paid'],
  ['K10 the card is told off, PayPal not asked', 'cards_off', runPaypalPayment, 'paid'],
  ['K11 the capture is begun, PayPal not asked', 'capture_taken', runPaypalPayment, 'paid'],
  ['K15 the sweeper has taken an attempt', 'sweeping', runPaymentBySweep, 'paid'],
]

/** What both databases are put through. */
export function testKillPoints(): void {
  let photos = 0

  it.each(killPoints)('%s', async (_, point, pay, expectedStatus) => {
    const token = await killAt(point, pay)
    expect(await expectPaidOrPayable(token)).toBe(expectedStatus)
    await expectNothingLost()
  })

  it.each([
    [
      'K2 the provider has charged and holds its answer back',
      '/v1/payment_intents$',
      runCardPayment,
    ],
    ['K11 PayPal has captured and holds its answer back', '/capture$', runPaypalPayment],
  ])('%s', async (_, path, pay) => {
    const before = (await harness.provider.movements()).length
    const match = { method: 'POST', path }
    await harness.provider.addFaults({ fault: 'delay_after', delayMs: 60_000, match })
    const payment = pay(harness.shop)
    const hasMoved = async () => (await harness.provider.movements()).length > before
    await expect.poll(hasMoved, { timeout: timeoutMs }).toBe(true)
    await harness.shop.program.forceKill()
    const token = await payment
    await restartShop()
    expect(await expectPaidOrPayable(token)).toBe('paid')
    await expectNothingLost()
  })

  it.each<[string, CrashPoint]>([
    ['K12 a photo’s file is written, and has no name', 'file_half_written'],
    ['K13 it has its name, and no row', 'file_stored'],
  ])('%s: it can be sent again, and no half of it stays', async (_, point) => {
    const image = new Blob([new Uint8Array(await renderPhoto())], { type: 'image/jpeg' })
    const send = (shop: Shop, token: string) => {
      const form = new FormData()
      form.append('type', 'profile')
      form.append('image', image, 'photo.jpg')
      return shop.call('POST', `approval-images/?checkout=${token}`, form)
    }
    const token = await killAt(point, async shop => {
      const token = await createPayableToken(shop)
      await send(shop, token)
      return token
    })
    expect((await send(harness.shop, token))?.body).toMatchObject({ type: 'profile', revision: 1 })
    // What was being read when the process died is dated by the machine's own clock.
    const incoming = join(harness.config.dataDir, 'incoming')
    const longAgo = new Date(Date.now() - 2 * hourMs)
    for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), longAgo, longAgo)
    await harness.shop.runJobs(25 * hourMs)
    await expectNothingLost()
    expect(readdirSync(incoming)).toEqual([])
    // Two pictures of each photo: as it was sent, and a small one.
    photos += 1
    expect(readdirSync(join(harness.config.dataDir, 'photos'))).toHaveLength(2 * photos)
  })
}

/** Killed while its tables are made; the next start makes them all, and sells. */
export async function expectRecoveredStart(): Promise<void> {
  await expectKilled()
  await restartShop()
  expect(await expectPaidOrPayable(await runCardPayment(harness.shop))).toBe('paid')
  await expectNothingLost()
}

/** Killed at a commit of a payment: the first is the attempt's, before the provider is asked. */
export async function expectPaidAfterCommit(nth: number, token: string): Promise<void> {
  await expectKilled()
  await restartShop()
  expect(await expectPaidOrPayable(token)).toBe(nth === 1 ? 'payable' : 'paid')
  await expectNothingLost()
}

import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '@/commands/port'
import type { CrashPoint } from '@/server/infra/crash-point'
import { type AnyProvider, startAnyProvider } from './any-provider'
import { chargeDeclinedIntent } from './customer'
import { expectAccounted, waitForAllEvents } from './money-invariants'
import { partHeaders, readUploadId, renderPhoto, tusHeaders } from './photos'
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

// A backend process is killed (kill -9) at a named point, restarted, and sweeps once. Then the
// books must balance, and a reload must show a paid or a payable checkout.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Generous: creating an embedded database is slow on a busy machine. */
const timeoutMs = minuteMs

/** Shop, provider and shared configuration of a file's tests; set before the first test. */
export const harness = {} as { provider: AnyProvider; config: ShopConfig; shop: Shop }

/** Starts and stops the harness; without `databaseUrl` the shop uses its embedded database. */
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
  // Events are held: redelivery to a dead shop would come much later.
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

/** Kills the process at a point during a customer's action, then starts the next one. */
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

/** Sweeps once, reloads the checkout, and pays it if it is not paid. */
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

/** Pays a digital permit by card. */
async function runCardPayment(shop: Shop): Promise<string> {
  const token = await createPayableToken(shop)
  await payByCard(shop, token)
  return token
}

/** Pays by PayPal after a declined card, whose intent must be cancelled first. */
async function runPaypalPayment(shop: Shop): Promise<string> {
  const token = await createPayableToken(shop)
  await payByCard(shop, token, 'pm_card_chargeDeclined')
  const paypalOrder = (await createPaypalOrder(shop, token))?.body
  await harness.provider.approve(paypalOrder.id)
  await finishPayment(shop, token, paypalOrder.order.id)
  return token
}

/** The customer passes the challenge and never returns: only an event reports the payment. */
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

/** The customer approves at PayPal and never returns. */
async function runPaypalByEvent(shop: Shop): Promise<string> {
  await harness.provider.clearFaults()
  const token = await createPayableToken(shop)
  await harness.provider.approve((await createPaypalOrder(shop, token))?.body.id)
  return token
}

/** The events are lost as well: only the sweeper reads the payment. */
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

/** A declined card is charged after all when another one has paid: that money is refunded. */
async function runLatePayment(shop: Shop): Promise<string> {
  const token = await createPayableToken(shop)
  await payByCard(shop, token, 'pm_card_chargeDeclined')
  const { order } = (await shop.call('GET', `checkout/${token}/`))?.body ?? {}
  const { attempts } = await shop.readLedger()
  const late = attempts.find(({ orderId }) => orderId === order.id)
  await payByCard(shop, token)
  await harness.provider.clearFaults()
  await chargeDeclinedIntent(harness.provider, late?.providerRef ?? null)
  return token
}

type PaymentScenario = (shop: Shop) => Promise<string>

/**
 * Expected checkout after a crash at each point. An event is stored only after it was processed, so
 * a stored but unprocessed event cannot occur.
 */
const killPoints: [string, CrashPoint, PaymentScenario, 'paid' | 'payable'][] = [
  [
    'K1 the attempt is committed, the provider not called',
    'attempt_committed',
    runCardPayment,
    'payable',
  ],
  ['K2 the provider has charged, no answer is read', 'charged', runCardPayment, 'paid'],
  ['K3 its answer is read, not committed', 'answer_uncommitted', runCardPayment, 'paid'],
  ['K5 the payment is committed, the browser not answered', 'settled', runCardPayment, 'paid'],
  ['K6 an event is verified, not processed', 'event_verified', runPaymentByEvent, 'paid'],
  ['K6 the same of PayPal’s', 'event_verified', runPaypalByEvent, 'paid'],
  ['K7 an event is processed, not recorded', 'event_acted', runPaymentByEvent, 'paid'],
  ['K7 the same of PayPal’s', 'event_acted', runPaypalByEvent, 'paid'],
  ['K8 the order is paid, its messages not written', 'order_paid', runCardPayment, 'paid'],
  ['K9 the mail is sent, not marked as sent', 'message_sent', runPaymentAndMail, 'paid'],
  ['K10 the card attempt is cancelled, PayPal not called', 'cards_off', runPaypalPayment, 'paid'],
  ['K11 the capture has started, PayPal not called', 'capture_taken', runPaypalPayment, 'paid'],
  ['K15 the sweeper has taken an attempt', 'sweeping', runPaymentBySweep, 'paid'],
  ['K16 unmatched money is refunded, not recorded', 'refunded', runLatePayment, 'paid'],
]

/** Tests that run on both databases. */
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
  ])('%s: it can be uploaded again, and no partial file stays', async (_, point) => {
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
    // Partial files are dated by the machine's clock, not the shop's.
    const incoming = join(harness.config.dataDir, 'incoming')
    const longAgo = new Date(Date.now() - 2 * hourMs)
    for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), longAgo, longAgo)
    await harness.shop.runJobs(25 * hourMs)
    await expectNothingLost()
    expect(readdirSync(incoming)).toEqual([])
    // Two files per photo: the original and a preview.
    photos += 1
    expect(readdirSync(join(harness.config.dataDir, 'photos'))).toHaveLength(2 * photos)
  })

  it('K17 a part of an upload is stored, not counted: it is sent again, and no part stays', async () => {
    const image = new Uint8Array(await renderPhoto())
    const callUpload = (address: string, method: string, headers: object, body?: Uint8Array) =>
      fetch(`${harness.shop.origin}${address}`, {
        method,
        headers: { ...tusHeaders, ...headers },
        body: (body as BodyInit | undefined) ?? null,
      })
    const { token, location } = await killAt('upload_part_stored', async shop => {
      const token = await createPayableToken(shop)
      const uploads = `/checkouts/backend/api/photo-uploads/?checkout=${token}`
      const started = await callUpload(uploads, 'POST', { 'upload-length': String(image.length) })
      const location = started.headers.get('location') ?? ''
      await callUpload(location, 'PATCH', partHeaders(0), image).catch(() => undefined)
      return { token, location }
    })
    expect((await callUpload(location, 'HEAD', {})).headers.get('upload-offset')).toBe('0')
    expect((await callUpload(location, 'PATCH', partHeaders(0), image)).status).toBe(204)
    const form = new FormData()
    form.append('type', 'profile')
    const id = readUploadId({ headers: { location } })
    const path = `approval-images/?checkout=${token}&upload=${id}`
    expect((await harness.shop.call('POST', path, form))?.body).toMatchObject({ revision: 1 })
    await harness.shop.runJobs(25 * hourMs)
    await expectNothingLost()
    photos += 1
    expect(readdirSync(join(harness.config.dataDir, 'photos'))).toHaveLength(2 * photos)
  })
}

/** Killed during the migration; the next start completes it and sells. */
export async function expectRecoveredStart(): Promise<void> {
  await expectKilled()
  await restartShop()
  expect(await expectPaidOrPayable(await runCardPayment(harness.shop))).toBe('paid')
  await expectNothingLost()
}

/**
 * Killed at a commit of a payment; the first two store the attempt and count its card, before the
 * provider charges.
 */
export async function expectPaidAfterCommit(nth: number, token: string): Promise<void> {
  await expectKilled()
  await restartShop()
  expect(await expectPaidOrPayable(token)).toBe(nth <= 2 ? 'payable' : 'paid')
  await expectNothingLost()
}

import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '@/commands/port'
import type { Failpoint } from '@/server/infra/crash-point'
import { type AnyProvider, startAnyProvider } from './any-provider'
import { allEventsCame, expectAccounted } from './money-invariants'
import { photo } from './photos'
import {
  finishAt,
  mailsOf,
  newDataDir,
  type Premises,
  payAt,
  payableAt,
  paypalAt,
  removeData,
  type Shop,
  startShop,
} from './shop'

// The backend as a process of its own is killed at a named point (kill -9), started again and sweeps once: then the
// books balance, and the customer's reload shows a paid checkout or one that can be paid.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** An embedded database takes its time to be made, on a machine with other work a long one. */
const patienceMs = minuteMs

/** The shop of the file's tests, its provider, and what its processes share: set before the first test. */
export const site = {} as { provider: AnyProvider; premises: Premises; shop: Shop }

/** Sets it up and takes it down; `databaseUrl` opens a PostgreSQL, without it the shop embeds its database. */
export function withSite(databaseUrl?: () => Promise<string>): void {
  beforeAll(async () => {
    const port = await freePort()
    site.provider = await startAnyProvider({ shopPort: port })
    site.premises = {
      port,
      dataDir: newDataDir(),
      clock: { aheadMs: 0 },
      sandboxUrl: site.provider.url,
      databaseUrl: await databaseUrl?.(),
    }
  })
  // Events are held back: a shop that is dead would get them much later.
  beforeEach(() => site.provider.breakOn({ fault: 'hold_webhooks' }))
  afterEach(() => site.provider.heal())
  afterAll(async () => {
    await site.shop.program.stop()
    await site.provider.stop()
    removeData(site.premises.dataDir)
  })
}

export const expectKilled = async () => {
  await expect.poll(() => site.shop.program.hasExited(), { timeout: patienceMs }).toBe(true)
  expect(await site.shop.program.exited).toBe('ended by SIGKILL')
}

/** The process dies at a point while a customer does something, and the next one begins. */
async function killedAt<T>(point: Failpoint, doing: (shop: Shop) => Promise<T>): Promise<T> {
  await site.shop.dieAt(point)
  const done = await doing(site.shop)
  await expectKilled()
  await startAgain()
  return done
}

async function startAgain(): Promise<void> {
  site.shop = await startShop(site.premises)
  await site.provider.heal()
}

/** The customer's reload after one sweep: it is paid, or can be. */
async function expectPaidOrPayable(token: string): Promise<'paid' | 'payable'> {
  await site.shop.runJobs(2 * minuteMs)
  const read = async () => (await site.shop.call('GET', `checkout/${token}/`))?.body.status
  if ((await read()) === 'paid') return 'paid'
  expect((await payAt(site.shop, token))?.body).toMatchObject({ status: 'success' })
  expect(await read()).toBe('paid')
  return 'payable'
}

async function expectNothingLost(): Promise<void> {
  await allEventsCame(site.provider)
  await site.shop.runJobs(hourMs)
  const books = await site.shop.books()
  await expectAccounted(books, site.provider)
  const unsent = books.outbox.filter(({ sentAt, closed }) => !sentAt && !closed)
  expect(unsent, 'messages that are still to be sent').toEqual([])
  const paid = books.orders.filter(({ paidAt }) => paidAt)
  const mails = mailsOf(site.premises).filter(name => name.endsWith('.confirmation-mail.eml'))
  expect(mails.sort(), 'confirmation mails').toEqual(
    paid.map(({ id }) => `${id}.confirmation-mail.eml`).sort(),
  )
}

/** A digital permit is paid for by card. */
async function byCard(shop: Shop): Promise<string> {
  const token = await payableAt(shop)
  await payAt(shop, token)
  return token
}

/** By PayPal, after a card that was declined: that one has to be told off first. */
async function byPaypal(shop: Shop): Promise<string> {
  const token = await payableAt(shop)
  await payAt(shop, token, 'pm_card_chargeDeclined')
  const made = (await paypalAt(shop, token))?.body
  await site.provider.approve(made.id)
  await finishAt(shop, token, made.order.id)
  return token
}

/** The customer does what the bank asks, and never comes back: an event alone tells of it. */
async function byEvent(shop: Shop): Promise<string> {
  await site.provider.heal()
  await site.provider.breakOn({
    fault: 'hold_webhooks',
    match: { event: '^(?!payment_intent\\.succeeded)' },
  })
  const token = await payableAt(shop)
  await site.provider.agree(card => payAt(shop, token, card))
  return token
}

/** The customer approves at PayPal, and never comes back. */
async function byPaypalEvent(shop: Shop): Promise<string> {
  await site.provider.heal()
  const token = await payableAt(shop)
  await site.provider.approve((await paypalAt(shop, token))?.body.id)
  return token
}

/** The events are lost as well: the sweeper asks. */
async function bySweep(shop: Shop): Promise<string> {
  const token = await payableAt(shop)
  await site.provider.agree(card => payAt(shop, token, card))
  await shop.runJobs(2 * minuteMs)
  return token
}

async function byMail(shop: Shop): Promise<string> {
  const token = await byCard(shop)
  await shop.runJobs(minuteMs)
  return token
}

type Way = (shop: Shop) => Promise<string>

/**
 * What the customer finds after a payment that broke off there. An event is noted last, once all is done about it: the
 * other order, noted and nothing done (K7 as one finds it elsewhere), does not exist here.
 */
const points: [string, Failpoint, Way, 'paid' | 'payable'][] = [
  ['K1 the attempt is committed, the provider not asked', 'attempt_committed', byCard, 'payable'],
  ['K2 the provider has charged, nobody knows', 'charged', byCard, 'paid'],
  ['K3 its answer is read, and not committed', 'answer_uncommitted', byCard, 'paid'],
  ['K5 the payment is committed, the browser not told', 'settled', byCard, 'paid'],
  ['K6 an event is verified, nothing done about it', 'event_verified', byEvent, 'paid'],
  ['K6 the same of PayPal’s', 'event_verified', byPaypalEvent, 'paid'],
  ['K7 an event is acted upon, and not noted', 'event_acted', byEvent, 'paid'],
  ['K7 the same of PayPal’s', 'event_acted', byPaypalEvent, 'paid'],
  ['K8 the order is paid, its messages not written', 'order_paid', byCard, 'paid'],
  ['K9 the mail is sent, and not marked', 'message_sent', byMail, 'paid'],
  ['K10 the card is told off, PayPal not asked', 'cards_off', byPaypal, 'paid'],
  ['K11 the capture is begun, PayPal not asked', 'capture_taken', byPaypal, 'paid'],
  ['K15 the sweeper has taken an attempt', 'sweeping', bySweep, 'paid'],
]

/** What both databases are put through. */
export function testKillPoints(): void {
  let photos = 0

  it.each(points)('%s', async (_, point, way, found) => {
    const token = await killedAt(point, way)
    expect(await expectPaidOrPayable(token)).toBe(found)
    await expectNothingLost()
  })

  it.each([
    ['K2 the provider has charged and holds its answer back', '/v1/payment_intents$', byCard],
    ['K11 PayPal has captured and holds its answer back', '/capture$', byPaypal],
  ])('%s', async (_, path, way) => {
    const before = (await site.provider.movements()).length
    const match = { method: 'POST', path }
    await site.provider.breakOn({ fault: 'delay_after', delayMs: 60_000, match })
    const paying = way(site.shop)
    const hasMoved = async () => (await site.provider.movements()).length > before
    await expect.poll(hasMoved, { timeout: patienceMs }).toBe(true)
    await site.shop.program.killHard()
    const token = await paying
    await startAgain()
    expect(await expectPaidOrPayable(token)).toBe('paid')
    await expectNothingLost()
  })

  it.each<[string, Failpoint]>([
    ['K12 a photo’s file is written, and has no name', 'file_half_written'],
    ['K13 it has its name, and no row', 'file_stored'],
  ])('%s: it can be sent again, and no half of it stays', async (_, point) => {
    const image = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
    const send = (shop: Shop, token: string) => {
      const form = new FormData()
      form.append('type', 'profile')
      form.append('image', image, 'photo.jpg')
      return shop.call('POST', `approval-images/?checkout=${token}`, form)
    }
    const token = await killedAt(point, async shop => {
      const token = await payableAt(shop)
      await send(shop, token)
      return token
    })
    expect((await send(site.shop, token))?.body).toMatchObject({ type: 'profile', revision: 1 })
    // What was being read when the process died is dated by the machine's own clock.
    const incoming = join(site.premises.dataDir, 'incoming')
    const longAgo = new Date(Date.now() - 2 * hourMs)
    for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), longAgo, longAgo)
    await site.shop.runJobs(25 * hourMs)
    await expectNothingLost()
    expect(readdirSync(incoming)).toEqual([])
    // Two pictures of each photo: as it was sent, and a small one.
    photos += 1
    expect(readdirSync(join(site.premises.dataDir, 'photos'))).toHaveLength(2 * photos)
  })
}

/** Killed while its tables are made; the next start makes them all, and sells. */
export async function expectStartAfterAll(): Promise<void> {
  await expectKilled()
  await startAgain()
  expect(await expectPaidOrPayable(await byCard(site.shop))).toBe('paid')
  await expectNothingLost()
}

/** Killed at a commit of a payment: the first is the attempt's, before the provider is asked. */
export async function expectPaidAfterCommit(nth: number, token: string): Promise<void> {
  await expectKilled()
  await startAgain()
  expect(await expectPaidOrPayable(token)).toBe(nth === 1 ? 'payable' : 'paid')
  await expectNothingLost()
}

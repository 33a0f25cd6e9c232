import { eq, getTableColumns } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { providerEvents } from '@/server/db/tables/events'
import { type AttemptRow, attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { hashOf } from '@/server/infra/tokens'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { isExternalProvider, startAnyProvider } from '../support/any-provider'
import {
  chargeDeclinedIntent,
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  pay,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import type { CapturedEvent } from '../support/provider'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL. The providers' events are captured with their signatures and delivered by the
// tests.
const shop = withShop({
  provider: () => startAnyProvider({ shouldCaptureEvents: true }),
  onPostgres: true,
})
afterEach(() => expectNothingLost(shop, shop.provider))

const minuteMs = 60_000
let addressCount = 0

interface ConfirmedPayment {
  token: string
  order: string
  /** Number of events sent for it so far. */
  events: number
}

/** Payments approved at the provider, unknown to the shop. */
const confirmPayment: Record<string, () => Promise<ConfirmedPayment>> = {
  card: async () => {
    const { token, quote } = await createPayableCheckout()
    const clientIp = `203.0.113.${++addressCount % 250}`
    const { order } = await shop.provider.payOutOfBand(card =>
      pay({ token, quote }, card, {}, clientIp),
    )
    // Created, charged, succeeded; the sandbox also sends requires_action for the challenge.
    return { token, order: order.id, events: isExternalProvider ? 3 : 4 }
  },
  PayPal: async () => {
    const { token, quote } = await createPayableCheckout()
    const { body } = await createPaypalOrder({ token, quote })
    await shop.provider.approve(body.id)
    return { token, order: body.order.id, events: 1 }
  },
}

const deliverInTurn = async (events: CapturedEvent[]) => {
  for (const capturedEvent of events) expect((await capturedEvent.deliver()).status).toBe(200)
}
const deliverConcurrently = async (events: CapturedEvent[]) => {
  const replies = await Promise.all(events.map(capturedEvent => capturedEvent.deliver()))
  for (const reply of replies) expect(reply.status).toBe(200)
}
const indices = Array.from({ length: 20 }, (_, number) => number)

/** How the events are delivered. */
const deliveryPatterns: Record<string, (events: CapturedEvent[]) => Promise<void>> = {
  'come once': deliverInTurn,
  'come twice': events =>
    deliverInTurn(events.flatMap(capturedEvent => [capturedEvent, capturedEvent])),
  'come 20 times concurrently': events => deliverConcurrently(indices.flatMap(() => events)),
  'come in another order': events => deliverInTurn(events.toReversed()),
  'come an hour late': async events => {
    shop.advanceClock(60 * minuteMs)
    await deliverInTurn(events)
  },
  'never come': async () => undefined,
}

/** What the customer's browser does. */
const browserActions: Record<string, (payment: ConfirmedPayment) => Promise<unknown>> = {
  'comes back': ({ token, order }) => finishPayment(token, order),
  'comes back twice': ({ token, order }) =>
    Promise.all([finishPayment(token, order), finishPayment(token, order)]),
  dies: async () => undefined,
}

const cases = Object.keys(confirmPayment).flatMap(by =>
  Object.keys(deliveryPatterns).flatMap(events =>
    Object.keys(browserActions).flatMap(browser =>
      ['before', 'after'].map(when => ({ by, events, browser, when })),
    ),
  ),
)

/** Everything the shop stored about a checkout's payment. */
async function readResult(token: string) {
  const { db } = shop.backend
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(token)))
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkout?.id ?? ''))
  const attemptRows = await db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, order?.id ?? ''))
  const outboxRows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.orderId, order?.id ?? ''))
  return {
    checkout: checkout?.status,
    order: order?.status,
    attempts: attemptRows.map(({ state, reason }) => ({ state, reason })),
    owed: outboxRows.map(({ kind }) => kind).sort(),
  }
}

const expectedResult = {
  checkout: 'paid',
  order: 'paid',
  attempts: [{ state: 'captured', reason: null }],
  owed: ['add_photos_mail', 'confirmation_mail', 'order_paid', 'purchase_event'],
}

describe('an approved payment is one paid order', () => {
  it.each(cases)('by $by: events $events, the browser $browser $when them', async testCase => {
    const knownCount = shop.provider.capturedEvents().length
    const payment = await (confirmPayment[testCase.by] as () => Promise<ConfirmedPayment>)()
    const readNewEvents = () => shop.provider.capturedEvents().slice(knownCount)
    await expect.poll(() => readNewEvents().length, { timeout: 10_000 }).toBe(payment.events)
    const events = () => deliveryPatterns[testCase.events]?.(readNewEvents())
    const browser = () => browserActions[testCase.browser]?.(payment)
    for (const step of testCase.when === 'before' ? [browser, events] : [events, browser])
      await step()
    if (testCase.events === 'never come' && testCase.browser === 'dies') {
      shop.advanceClock(2 * minuteMs)
      await sweep(shop.backend)
    }
    expect((await readCheckout(payment.token)).body.status).toBe('paid')
    // Events of the capture, and a second delivery of all others.
    await deliveryPatterns['come once']?.(readNewEvents())
    expect(await readResult(payment.token)).toEqual(expectedResult)
  })
})

/** The event that reports a payment's success. */
async function captureSuccess(knownCount: number): Promise<CapturedEvent> {
  const find = () =>
    shop.provider
      .capturedEvents()
      .slice(knownCount)
      .find(({ type }) => type === 'payment_intent.succeeded')
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  return find() as CapturedEvent
}

describe('one event', () => {
  const confirmCard = confirmPayment['card'] as () => Promise<ConfirmedPayment>
  const countCapturedEvents = () => shop.provider.capturedEvents().length
  const countProcessedEvents = async () =>
    (await shop.backend.db.select().from(providerEvents)).length

  it('delivered twice at once settles once; a third delivery asks the provider nothing', async () => {
    const knownCount = countCapturedEvents()
    const { token } = await confirmCard()
    const processedCount = await countProcessedEvents()
    const event = await captureSuccess(knownCount)
    await deliverConcurrently([event, event])
    expect(await readResult(token)).toEqual(expectedResult)
    expect(await countProcessedEvents()).toBe(processedCount + 1)
    const { backend } = shop
    const loadAttempt = vi.spyOn(backend.db, 'transaction')
    const retrieve = vi.spyOn(backend.stripe, 'retrieve')
    await deliverInTurn([event])
    expect([loadAttempt, retrieve].map(spy => spy.mock.calls.length)).toEqual([0, 0])
  })

  it('whose processing failed is processed when it comes again', async () => {
    const knownCount = countCapturedEvents()
    const { token } = await confirmCard()
    const processedCount = await countProcessedEvents()
    const event = await captureSuccess(knownCount)
    const retrieve = vi.spyOn(shop.backend.stripe, 'retrieve')
    retrieve.mockRejectedValueOnce(new Error('the process is short of memory'))
    expect((await event.deliver()).status).toBe(500)
    expect(await countProcessedEvents()).toBe(processedCount)
    await deliverInTurn([event])
    expect(await readResult(token)).toEqual(expectedResult)
  })

  it('about money that no order expects, delivered 20 times at once, refunds it once', async () => {
    const { token, quote } = await createPayableCheckout()
    const clientIp = `203.0.113.${++addressCount % 250}`
    await pay({ token, quote }, 'pm_card_chargeDeclined', {}, clientIp)
    const [late] = (await readAttempts(token)) as [AttemptRow]
    expect((await pay({ token, quote })).body.status).toBe('success')
    const knownCount = countCapturedEvents()
    await chargeDeclinedIntent(shop.provider, late.providerRef)
    const event = await captureSuccess(knownCount)
    const refund = vi.spyOn(shop.backend.stripe, 'refund')
    await deliverConcurrently(indices.map(() => event))
    expect(new Set(refund.mock.calls.map(([, key]) => key)).size).toBe(1)
    const movements = await shop.provider.movements()
    expect(
      movements.filter(({ intent }) => intent === late.providerRef).map(({ kind }) => kind),
    ).toEqual(['charge', 'refund'])
    expect((await readAttempts(token)).map(({ reason }) => reason)).toContain('returned')
  })
})

const readAttempts = (token: string) =>
  shop.backend.db
    .select({ ...getTableColumns(attempts) })
    .from(attempts)
    .innerJoin(checkouts, eq(checkouts.id, attempts.checkoutId))
    .where(eq(checkouts.tokenHash, hashOf(token)))

import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import {
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  pay,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL: its transactions run concurrently. Both providers deliver their events
// themselves.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(async () => {
  await expectAllEventsDelivered()
  await expectNothingLost(shop, shop.provider)
  // No race leads to a surplus charge that has to be refunded.
  expect((await shop.provider.movements()).filter(({ kind }) => kind !== 'charge')).toEqual([])
})

const rounds = Array.from({ length: 20 }, (_, round) => round)

async function expectAllEventsDelivered(): Promise<void> {
  const listPendingDeliveries = async () =>
    (await shop.provider.deliveries()).filter(({ state }) => state === 'pending')
  await expect.poll(async () => (await listPendingDeliveries()).length, { timeout: 20_000 }).toBe(0)
  expect((await shop.provider.deliveries()).filter(({ attempts }) => attempts !== 1)).toEqual([])
}

const readOutcome = ({ status, body }: Reply): string =>
  status === 200 ? (body.status ?? body.outcome) : body.code
const readStatus = async (token: string) => (await readCheckout(token)).body.status
const buildClientIp = (round: number) => `203.0.113.${round}`

async function createOrderedCheckout() {
  const checkout = await createPayableCheckout()
  const { body, text, status } = await createPaypalOrder(checkout)
  expect(status, text).toBe(200)
  return { ...checkout, order: body.order.id as string, id: body.id as string }
}

/** Settles what is still open; an unpaid checkout must then be payable. */
async function ensurePaid(
  checkout: Awaited<ReturnType<typeof createPayableCheckout>>,
  round: number,
) {
  shop.advanceClock(60_000)
  await sweep(shop.backend)
  if ((await readStatus(checkout.token)) === 'paid') return
  expect(readOutcome(await pay(checkout, 'pm_card_visa', {}, buildClientIp(round)))).toBe('success')
}

describe('a card and PayPal concurrently', () => {
  it.each(rounds)(
    'pay once when a card is charged while the PayPal approval returns (round %d)',
    async round => {
      const checkout = await createOrderedCheckout()
      await shop.provider.approve(checkout.id)
      const waitForOthers = barrier(3)
      const replies = await Promise.all([
        waitForOthers().then(() => pay(checkout, 'pm_card_visa', {}, buildClientIp(round))),
        waitForOthers().then(() => finishPayment(checkout.token, checkout.order)),
        waitForOthers().then(() => finishPayment(checkout.token, checkout.order)),
      ])
      for (const reply of replies)
        expect(readOutcome(reply)).toMatch(
          /^(success|done|checking|not_charged|payment_in_progress|needs_check)$/,
        )
      await ensurePaid(checkout, round)
      expect(await readStatus(checkout.token)).toBe('paid')
    },
  )

  it.each(rounds)(
    'pay once when the approval arrives while a card is being charged (round %d)',
    async round => {
      const checkout = await createOrderedCheckout()
      await Promise.all([
        pay(checkout, 'pm_card_visa', {}, buildClientIp(round)),
        shop.provider.approve(checkout.id),
        finishPayment(checkout.token, checkout.order),
        sweep(shop.backend),
      ])
      await ensurePaid(checkout, round)
      expect(await readStatus(checkout.token)).toBe('paid')
    },
  )

  it.each(rounds)(
    'pay once when the bank challenge completes while PayPal is opened (round %d)',
    async round => {
      const checkout = await createPayableCheckout()
      const card = (await pay(checkout, 'pm_card_authenticationRequired', {}, buildClientIp(round)))
        .body
      const [paypal] = await Promise.all([
        createPaypalOrder(checkout),
        shop.provider.answerChallenge(card.client_secret, 'authenticated').catch(() => undefined),
      ])
      expect(readOutcome(paypal)).toMatch(
        /^(approve|success|payment_in_progress|paid|unavailable)$/,
      )
      if (paypal.body.id) {
        await shop.provider.approve(paypal.body.id)
        await finishPayment(checkout.token, paypal.body.order.id)
      }
      await ensurePaid(checkout, round)
      expect(await readStatus(checkout.token)).toBe('paid')
    },
  )
})

describe('PayPal alone', () => {
  it.each(rounds)(
    'cancelled during the capture: charged once or not at all (round %d)',
    async round => {
      const checkout = await createOrderedCheckout()
      await shop.provider.approve(checkout.id)
      const waitForOthers = barrier(2)
      const [captureReply, cancelReply] = await Promise.all([
        waitForOthers().then(() => finishPayment(checkout.token, checkout.order)),
        waitForOthers().then(() =>
          finishPayment(checkout.token, checkout.order, { call_off: true }),
        ),
      ])
      expect(readOutcome(captureReply)).toMatch(/^(done|checking|not_charged)$/)
      expect(readOutcome(cancelReply)).toMatch(/^(done|checking|not_charged)$/)
      if (readOutcome(cancelReply) === 'not_charged') {
        const rows = await shop.backend.db
          .select()
          .from(attempts)
          .where(eq(attempts.providerRef, checkout.id))
        expect(rows).toMatchObject([{ state: 'cancelled' }])
      }
      await ensurePaid(checkout, round)
      expect(await readStatus(checkout.token)).toBe('paid')
    },
  )

  it.each(rounds)(
    'returns, events and sweeps after the approval charge once (round %d)',
    async () => {
      const checkout = await createOrderedCheckout()
      await shop.provider.approve(checkout.id)
      shop.advanceClock(60_000)
      await Promise.all([
        finishPayment(checkout.token, checkout.order),
        sweep(shop.backend),
        shop.provider.replayEvents(),
        finishPayment(checkout.token, checkout.order),
        sweep(shop.backend),
      ])
      await expectAllEventsDelivered()
      await expect.poll(() => readStatus(checkout.token)).toBe('paid')
    },
  )
})

import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import { finish, orderWithPaypal, pay, payableCheckout, readCheckout } from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// On a real PostgreSQL, where transactions run beside each other, and with the events of both
// providers coming in by themselves.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(async () => {
  await allEventsTaken()
  await expectNothingLost(shop, shop.provider)
  // Whatever ran into each other, no surplus was taken and given back.
  expect((await shop.provider.movements()).filter(({ kind }) => kind !== 'charge')).toEqual([])
})

const rounds = Array.from({ length: 20 }, (_, round) => round)

async function allEventsTaken(): Promise<void> {
  const open = async () =>
    (await shop.provider.deliveries()).filter(({ state }) => state === 'pending')
  await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBe(0)
  expect((await shop.provider.deliveries()).filter(({ attempts }) => attempts !== 1)).toEqual([])
}

const outcome = ({ status, body }: Reply): string =>
  status === 200 ? (body.status ?? body.outcome) : body.code
const statusOf = async (token: string) => (await readCheckout(token)).body.status
const from = (round: number) => `203.0.113.${round}`

async function ordered() {
  const checkout = await payableCheckout()
  const { body, text, status } = await orderWithPaypal(checkout)
  expect(status, text).toBe(200)
  return { ...checkout, order: body.order.id as string, id: body.id as string }
}

/** Whatever is still open ends, and a checkout that is not paid then can be. */
async function payable(checkout: Awaited<ReturnType<typeof payableCheckout>>, round: number) {
  shop.pass(60_000)
  await sweep(shop.backend)
  if ((await statusOf(checkout.token)) === 'paid') return
  expect(outcome(await pay(checkout, 'pm_card_visa', {}, from(round)))).toBe('success')
}

describe('a card and PayPal at once', () => {
  it.each(rounds)('a card pays while PayPal’s approval comes back (round %d)', async round => {
    const checkout = await ordered()
    await shop.provider.approve(checkout.id)
    const meet = barrier(3)
    const replies = await Promise.all([
      meet().then(() => pay(checkout, 'pm_card_visa', {}, from(round))),
      meet().then(() => finish(checkout.token, checkout.order)),
      meet().then(() => finish(checkout.token, checkout.order)),
    ])
    for (const reply of replies)
      expect(outcome(reply)).toMatch(
        /^(success|done|checking|not_charged|payment_in_progress|needs_check)$/,
      )
    await payable(checkout, round)
    expect(await statusOf(checkout.token)).toBe('paid')
  })

  it.each(rounds)('the approval arrives while a card is being charged (round %d)', async round => {
    const checkout = await ordered()
    await Promise.all([
      pay(checkout, 'pm_card_visa', {}, from(round)),
      shop.provider.approve(checkout.id),
      finish(checkout.token, checkout.order),
      sweep(shop.backend),
    ])
    await payable(checkout, round)
    expect(await statusOf(checkout.token)).toBe('paid')
  })

  it.each(rounds)('the bank’s question answered while PayPal is opened (round %d)', async round => {
    const checkout = await payableCheckout()
    const card = (await pay(checkout, 'pm_card_authenticationRequired', {}, from(round))).body
    const [paypal] = await Promise.all([
      orderWithPaypal(checkout),
      shop.provider.answerChallenge(card.client_secret, 'authenticated').catch(() => undefined),
    ])
    expect(outcome(paypal)).toMatch(/^(approve|success|payment_in_progress|paid|unavailable)$/)
    if (paypal.body.id) {
      await shop.provider.approve(paypal.body.id)
      await finish(checkout.token, paypal.body.order.id)
    }
    await payable(checkout, round)
    expect(await statusOf(checkout.token)).toBe('paid')
  })
})

describe('PayPal alone', () => {
  it.each(rounds)(
    'called off while it is captured: taken once, or not at all (round %d)',
    async round => {
      const checkout = await ordered()
      await shop.provider.approve(checkout.id)
      const meet = barrier(2)
      const [taken, off] = await Promise.all([
        meet().then(() => finish(checkout.token, checkout.order)),
        meet().then(() => finish(checkout.token, checkout.order, { call_off: true })),
      ])
      expect(outcome(taken)).toMatch(/^(done|checking|not_charged)$/)
      expect(outcome(off)).toMatch(/^(done|checking|not_charged)$/)
      if (outcome(off) === 'not_charged') {
        const rows = await shop.backend.db
          .select()
          .from(attempts)
          .where(eq(attempts.providerRef, checkout.id))
        expect(rows).toMatchObject([{ state: 'cancelled' }])
      }
      await payable(checkout, round)
      expect(await statusOf(checkout.token)).toBe('paid')
    },
  )

  it.each(rounds)('everybody hears of the approval at once (round %d)', async () => {
    const checkout = await ordered()
    await shop.provider.approve(checkout.id)
    shop.pass(60_000)
    await Promise.all([
      finish(checkout.token, checkout.order),
      sweep(shop.backend),
      shop.provider.replayEvents(),
      finish(checkout.token, checkout.order),
      sweep(shop.backend),
    ])
    await allEventsTaken()
    await expect.poll(() => statusOf(checkout.token)).toBe('paid')
  })
})

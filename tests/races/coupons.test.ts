import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { couponReservations, coupons } from '@/server/db/tables/coupons'
import { listAttempts } from '../support/backend'
import { callRoute, type Reply } from '../support/call-route'
import {
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const validateRoute = '/backend/api/coupons/validate/'

// Needs PostgreSQL: its transactions run concurrently.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

const readOutcome = ({ status, body }: Reply): string => (status === 200 ? body.status : body.code)

/** Sets the remaining uses of `LIMITED`, a coupon of 30 % off the plan. */
async function setRemainingUses(remainingUses: number): Promise<void> {
  const { db } = shop.backend
  await db.delete(couponReservations)
  await db
    .update(coupons)
    .set({ maxUses: remainingUses, uses: 0 })
    .where(eq(coupons.name, 'LIMITED'))
  shop.backend.invalidateCatalog()
}

async function readUses() {
  const [row] = await shop.backend.db.select().from(coupons).where(eq(coupons.name, 'LIMITED'))
  const holds = await shop.backend.db.select().from(couponReservations)
  return { uses: row?.uses, holds: holds.length }
}

const createLimitedCheckouts = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => createPayableCheckout({ coupon: { name: 'LIMITED' } })),
  )

describe('50 customers who pay concurrently with a coupon that has one use left', () => {
  it.each([1, 2, 3])(
    'one pays the reduced price, the other 49 are charged nothing (round %d)',
    async () => {
      await setRemainingUses(1)
      const checkouts = await createLimitedCheckouts(50)
      expect(checkouts.map(({ quote }) => quote.total)).toEqual(Array(50).fill(92.3))
      const replies = await Promise.all(checkouts.map(checkout => pay(checkout)))
      const winners = checkouts.filter((_, index) => replies[index]?.status === 200)
      expect(winners).toHaveLength(1)
      expect((await readCheckout(winners[0].token)).body).toMatchObject({
        status: 'paid',
        order: { total: 92.3, charged: { coupon: 'LIMITED', discount: 20.7 } },
      })
      for (const [index, { status, body }] of replies.entries()) {
        if (status === 200) continue
        expect([status, body.code]).toEqual([409, 'quote_changed'])
        expect(body.quote).toEqual({ expected: 92.3, total: 106.1 })
        expect(body.checkout.state.coupon_refused).toEqual({ name: 'LIMITED', code: 'used_up' })
        expect(await listAttempts(shop.backend, checkouts[index].token)).toEqual([])
      }
      expect(await readUses()).toEqual({ uses: 1, holds: 1 })
    },
  )
})

describe('customers who share the last uses', () => {
  it.each([1, 2, 3])(
    'with some declined cards, every use is paid for or released (round %d)',
    async round => {
      await setRemainingUses(3)
      const checkouts = await createLimitedCheckouts(20)
      const replies = await Promise.all(
        checkouts.map((checkout, index) =>
          pay(
            checkout,
            index % 2 ? 'pm_card_visa' : 'pm_card_chargeDeclined',
            {},
            `198.51.${round}.${index}`,
          ),
        ),
      )
      for (const reply of replies)
        expect(readOutcome(reply)).toMatch(/^(success|declined|quote_changed)$/)
      const paid = replies.filter(reply => readOutcome(reply) === 'success').length
      expect(paid).toBeLessThanOrEqual(3)
      expect(await readUses()).toEqual({ uses: paid, holds: paid })
    },
  )

  it.each([1, 2, 3])('two tabs of one checkout use it once (round %d)', async () => {
    await setRemainingUses(2)
    const [checkout] = await createLimitedCheckouts(1)
    const replies = await Promise.all([pay(checkout), pay(checkout), pay(checkout)])
    for (const reply of replies)
      expect(readOutcome(reply)).toMatch(/^(success|payment_in_progress)$/)
    expect(await readUses()).toEqual({ uses: 1, holds: 1 })
  })
})

describe('a new customer who pays two checkouts concurrently', () => {
  /** Two orders of an email without orders, both with the new-customer coupon: 12 % off 69. */
  const createTwinCheckouts = (email: string) =>
    Promise.all(
      [1, 2].map(async () => {
        const { token, version } = await createPayableCheckout()
        const first = { customer: { email }, coupon: { name: 'WELCOME' } }
        return (await saveCheckout(token, version, first)).body
      }),
    )

  it.each([1, 2, 3])('gets the new-customer coupon once (round %d)', async round => {
    const checkouts = await createTwinCheckouts(`twin-${round}@example.com`)
    const replies = await Promise.all(checkouts.map(checkout => pay(checkout)))
    expect(replies.map(readOutcome).toSorted()).toEqual(['quote_changed', 'success'])
    const refused = replies.find(({ status }) => status !== 200)
    expect(refused?.body.quote).toEqual({ expected: 104.72, total: 106.1 })
    expect(refused?.body.checkout.state).toMatchObject({
      coupon: { name: 'FROMIDAWITHLOVE' },
      coupon_refused: { name: 'WELCOME', code: 'new_customers' },
    })
  })

  it('can still use it after one card is declined', async () => {
    const [firstTwin, secondTwin] = await createTwinCheckouts('declined-twin@example.com')
    expect(readOutcome(await pay(firstTwin, 'pm_card_chargeDeclined', {}, '198.51.9.1'))).toBe(
      'declined',
    )
    expect(readOutcome(await pay(secondTwin))).toBe('success')
  })

  it('cannot use it twice during a bank challenge, but can once the challenge has failed', async () => {
    const [firstTwin, secondTwin] = await createTwinCheckouts('asked-twin@example.com')
    const { body } = await pay(firstTwin, 'pm_card_authenticationRequired')
    const refused = await pay(secondTwin)
    expect(readOutcome(refused)).toBe('quote_changed')
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    await finishPayment(firstTwin.token, body.order.id)
    const { token, version } = refused.body.checkout
    const reapplied = await saveCheckout(token, version, { coupon: { name: 'WELCOME' } })
    expect(readOutcome(await pay(reapplied.body))).toBe('success')
  })
})

describe('concurrent guesses', () => {
  it('are limited like sequential ones', async () => {
    const { token } = await startCheckout()
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, (_, guessNumber) =>
        callRoute(validateRoute, {
          method: 'POST',
          query: { currency: 'USD' },
          body: { name: `GUESS${guessNumber}`, token },
          from: `198.51.100.${guessNumber}`,
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(990)
  })
})

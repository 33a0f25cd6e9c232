import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import * as validateRoute from '@/pages/api/backend/coupons/validate'
import { couponHolds, coupons } from '@/server/db/schema'
import { ask, type Reply } from '../support/ask'
import { attemptsOf, openTestBackend, type TestBackend } from '../support/backend'
import { pay, payableCheckout, readCheckout, startCheckout } from '../support/customer'
import { createDatabase } from '../support/postgres'
import { expectBooksToBalance, type Provider, startProvider } from '../support/provider'

// On a real PostgreSQL, where transactions run beside each other.
let provider: Provider
let shop: TestBackend
beforeAll(async () => {
  provider = await startProvider()
  const databaseUrl = await createDatabase(inject('postgresUrl'))
  shop = await openTestBackend({ databaseUrl, sandboxUrl: provider.url })
})
afterEach(() => expectBooksToBalance(shop.backend, provider))
afterAll(async () => {
  await provider.stop()
  await shop.close()
})

const outcome = ({ status, body }: Reply): string => (status === 200 ? body.status : body.code)

/** A coupon with so many uses left, 30 % off the plan. */
async function leaveUses(left: number): Promise<void> {
  const { db } = shop.backend
  await db.delete(couponHolds)
  await db.update(coupons).set({ maxUses: left, uses: 0 }).where(eq(coupons.name, 'LIMITED'))
  shop.backend.forgetCatalog()
}

async function uses() {
  const [row] = await shop.backend.db.select().from(coupons).where(eq(coupons.name, 'LIMITED'))
  const holds = await shop.backend.db.select().from(couponHolds)
  return { uses: row?.uses, holds: holds.length }
}

const limited = (count: number) =>
  Promise.all(Array.from({ length: count }, () => payableCheckout({ coupon: { name: 'LIMITED' } })))

describe('50 customers who pay at once with a coupon that has one use left', () => {
  it.each([1, 2, 3])(
    'are one at its price, and 49 who were charged nothing (round %d)',
    async () => {
      await leaveUses(1)
      const checkouts = await limited(50)
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
        expect(body.quote).toEqual({ expected: 92.3, total: 113 })
        expect(body.checkout.state.coupon_refused).toEqual({ name: 'LIMITED', code: 'used_up' })
        expect(await attemptsOf(shop.backend, checkouts[index].token)).toEqual([])
      }
      expect(await uses()).toEqual({ uses: 1, holds: 1 })
    },
  )
})

describe('customers who share the last uses', () => {
  it.each([1, 2, 3])(
    'some with cards that are declined: every use is paid for or free again (round %d)',
    async round => {
      await leaveUses(3)
      const checkouts = await limited(20)
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
        expect(outcome(reply)).toMatch(/^(success|declined|quote_changed)$/)
      const paid = replies.filter(reply => outcome(reply) === 'success').length
      expect(paid).toBeLessThanOrEqual(3)
      expect(await uses()).toEqual({ uses: paid, holds: paid })
    },
  )

  it.each([1, 2, 3])('two tabs of one checkout use it once (round %d)', async () => {
    await leaveUses(2)
    const [checkout] = await limited(1)
    const replies = await Promise.all([pay(checkout), pay(checkout), pay(checkout)])
    for (const reply of replies) expect(outcome(reply)).toMatch(/^(success|payment_in_progress)$/)
    expect(await uses()).toEqual({ uses: 1, holds: 1 })
  })
})

describe('guesses at once', () => {
  it('get no further than one after the other', async () => {
    const { token } = await startCheckout()
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, (_, guess) =>
        ask(validateRoute, {
          method: 'POST',
          query: { currency: 'USD' },
          body: { name: `GUESS${guess}`, token },
          from: `198.51.100.${guess}`,
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(990)
  })
})

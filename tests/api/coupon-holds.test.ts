import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setBackend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { couponReservations, coupons } from '@/server/db/tables/coupons'
import { attempts } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { startAttempt } from '@/server/payments/start-attempt'
import { listAttempts, openTestBackend } from '../support/backend'
import {
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// Webhooks are held: the tests see the effect of the calls alone.
const shop = withShop({ provider: startProvider, holdEvents: true })
beforeEach(() => updateCoupon('LIMITED', { maxUses: 1, uses: 0 }))
afterEach(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
  // A paid order keeps its use for good. The next test needs an unused coupon.
  await shop.backend.db.delete(couponReservations)
})

const minutesToMs = (count: number) => count * 60_000
const challengeCard = 'pm_card_authenticationRequired'
const decliningCard = 'pm_card_chargeDeclined'

async function updateCoupon(
  name: string,
  terms: Partial<typeof coupons.$inferInsert>,
): Promise<void> {
  await shop.backend.db.update(coupons).set(terms).where(eq(coupons.name, name))
  shop.backend.invalidateCatalog()
}

/** A new IP address for every declined card: declines are counted per address. */
let addressCount = 0
const nextClientIp = () => {
  addressCount += 1
  return `198.51.100.${addressCount}`
}

/** The use count of the limited coupon and its number of reservations. */
async function readUses() {
  const { db } = shop.backend
  const [row] = await db.select().from(coupons).where(eq(coupons.name, 'LIMITED'))
  return { uses: row?.uses, holds: (await db.select().from(couponReservations)).length }
}
const unusedCounts = { uses: 0, holds: 0 }
const reservedCounts = { uses: 1, holds: 1 }

/** 69 + 25 + 19, and 30 % off the plan. */
const createLimitedCheckout = (overrides: object = {}) =>
  createPayableCheckout({ coupon: { name: 'LIMITED' }, ...overrides })

/** The fallback for an exhausted coupon: 10 % off the plan. */
const shopCoupon = { name: 'FROMIDAWITHLOVE' }

describe('a coupon with one use left', () => {
  it('is used by the payment that reserved it, and by no other', async () => {
    const [checkout, other] = [await createLimitedCheckout(), await createLimitedCheckout()]
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await readUses()).toEqual(reservedCounts)
    expect((await readCheckout(checkout.token)).body).toMatchObject({
      status: 'paid',
      order: { total: 92.3, charged: { coupon: 'LIMITED', discount: 20.7 } },
      quote: { total: 92.3 },
    })
    const { status, body } = await pay(other)
    expect([status, body.code]).toEqual([409, 'quote_changed'])
    expect(body.quote).toEqual({ expected: 92.3, total: 106.1 })
    expect(body.checkout).toMatchObject({
      status: 'processing',
      quote: { discount: 6.9, total: 106.1 },
      state: { coupon: shopCoupon, coupon_refused: { name: 'LIMITED', code: 'used_up' } },
    })
    expect(await listAttempts(shop.backend, other.token)).toEqual([])
    expect(await readUses()).toEqual(reservedCounts)
    // The returned price is stored and can be paid.
    expect((await readCheckout(other.token)).body).toEqual(body.checkout)
    expect((await pay(body.checkout)).body.status).toBe('success')
    expect(await readUses()).toEqual(reservedCounts)
  })

  it('is refused even by an instance with an outdated catalog', async () => {
    const [checkout, other] = [await createLimitedCheckout(), await createLimitedCheckout()]
    const { catalog } = shop.backend
    const oldCatalog = await catalog()
    await pay(checkout)
    let isOld = true
    shop.backend.catalog = async () => (isOld ? oldCatalog : catalog())
    const { invalidateCatalog } = shop.backend
    shop.backend.invalidateCatalog = () => {
      isOld = false
      invalidateCatalog()
    }
    const { status, body } = await pay(other)
    Object.assign(shop.backend, { catalog, invalidateCatalog })
    expect([status, body.quote]).toEqual([409, { expected: 92.3, total: 106.1 }])
    expect(body.checkout.state.coupon_refused).toEqual({ name: 'LIMITED', code: 'used_up' })
    expect(await readUses()).toEqual(reservedCounts)
  })

  it('stays available after a declined card', async () => {
    const checkout = await createLimitedCheckout()
    expect((await pay(checkout, decliningCard, {}, nextClientIp())).status).toBe(402)
    expect(await readUses()).toEqual(unusedCounts)
    const latest = (await readCheckout(checkout.token)).body
    expect(latest).toMatchObject({ quote: checkout.quote, state: { coupon: { name: 'LIMITED' } } })
    expect((await pay(latest)).body.status).toBe('success')
    expect(await readUses()).toEqual(reservedCounts)
  })

  it('stays available for another customer after a declined card', async () => {
    const [first, second] = [await createLimitedCheckout(), await createLimitedCheckout()]
    await pay(first, decliningCard, {}, nextClientIp())
    expect((await pay(second)).body.status).toBe('success')
    const { status, body } = await pay(first)
    expect([status, body.quote]).toEqual([409, { expected: 92.3, total: 106.1 }])
  })

  it.each<[string, object]>([
    ['drops the connection', { fault: 'drop_before', match: { path: '/v1/customers' } }],
    [
      'limits the rate',
      { fault: 'status_429', match: { method: 'POST', path: '/v1/payment_intents$' } },
    ],
  ])('stays available when the provider %s', async (_, rule) => {
    const checkout = await createLimitedCheckout()
    await shop.provider.addFaults(rule)
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    await shop.provider.clearFaults()
    expect(await readUses()).toEqual(unusedCounts)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('stays available without a card, with an unknown card and while the provider is unreachable', async () => {
    const checkout = await createLimitedCheckout()
    for (const card of [null, 'pm_bogus']) {
      expect((await pay(checkout, card)).status).not.toBe(200)
      expect(await readUses()).toEqual(unusedCounts)
    }
    const { backend } = shop
    const originalStripe = backend.stripe
    const closedBackend = await openTestBackend()
    backend.stripe = closedBackend.backend.stripe
    await closedBackend.close()
    setBackend(backend)
    expect((await pay(checkout)).status).toBe(503)
    backend.stripe = originalStripe
    expect(await readUses()).toEqual(unusedCounts)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('is reserved during 3-D Secure and released when the customer fails it', async () => {
    const [checkout, other] = [await createLimitedCheckout(), await createLimitedCheckout()]
    const { body } = await pay(checkout, challengeCard)
    expect(await readUses()).toEqual(reservedCounts)
    // The reservation keeps this customer's price; others cannot get it.
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
    expect((await pay(other)).body.code).toBe('quote_changed')
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    await finishPayment(checkout.token, body.order.id)
    expect(await readUses()).toEqual(unusedCounts)
    const latest = (await readCheckout(checkout.token)).body
    expect(latest.quote).toEqual(checkout.quote)
    expect((await pay(latest)).body.status).toBe('success')
  })

  it('moves from a cancelled attempt to the next one and stays one use', async () => {
    const checkout = await createLimitedCheckout()
    await pay(checkout, challengeCard)
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await readUses()).toEqual(reservedCounts)
    expect((await readCheckout(checkout.token)).body.order.charged.coupon).toBe('LIMITED')
  })

  it('is released after half an hour of unfinished 3-D Secure', async () => {
    const checkout = await createLimitedCheckout()
    await pay(checkout, challengeCard)
    shop.advanceClock(minutesToMs(31))
    await sweep(shop.backend)
    expect(await readUses()).toEqual(unusedCounts)
    await sweep(shop.backend)
    expect(await readUses()).toEqual(unusedCounts)
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
  })

  it('stays reserved while the payment’s outcome is unknown, and is used once it succeeded', async () => {
    const checkout = await createLimitedCheckout()
    await shop.provider.addFaults(
      { fault: 'drop_after', match: { method: 'POST', path: '/v1/payment_intents$' } },
      { fault: 'error_500_before', match: { method: 'GET', path: '/v1/payment_intents' } },
    )
    expect((await pay(checkout)).body.status).toBe('checking')
    expect(await readUses()).toEqual(reservedCounts)
    await shop.provider.clearFaults()
    shop.advanceClock(minutesToMs(1))
    await sweep(shop.backend)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await readUses()).toEqual(reservedCounts)
  })

  it('is released after a crash before the charge', async () => {
    const checkout = await createLimitedCheckout()
    await startAttempt(
      shop.backend,
      { token: checkout.token, address: '192.0.2.1' },
      checkout.quote,
    )
    expect(await readUses()).toEqual(reservedCounts)
    shop.advanceClock(minutesToMs(2))
    await sweep(shop.backend)
    expect(await readUses()).toEqual(unusedCounts)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('is counted for a payment that succeeds after its cancellation, even beyond the limit', async () => {
    const [checkout, other] = [await createLimitedCheckout(), await createLimitedCheckout()]
    const { body } = await pay(checkout, challengeCard)
    const { stripe } = shop.backend
    // The provider reported a cancellation, but the bank authorised the payment.
    shop.backend.stripe = {
      ...stripe,
      retrieve: async () => ({ status: 'cancelled', ref: '', reason: null }),
    }
    await finishPayment(checkout.token, body.order.id)
    shop.backend.stripe = stripe
    expect(await readUses()).toEqual(unusedCounts)
    expect((await pay(other)).body.status).toBe('success')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await finishPayment(checkout.token, body.order.id)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await readUses()).toEqual({ uses: 2, holds: 2 })
  })

  it('is used once, however many calls settle the payment', async () => {
    const checkout = await createLimitedCheckout()
    const { body } = await pay(checkout, challengeCard)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await Promise.all([1, 2, 3, 4].map(() => finishPayment(checkout.token, body.order.id)))
    await pay(checkout)
    expect(await readUses()).toEqual(reservedCounts)
  })

  it('is used by an order that costs nothing', async () => {
    await updateCoupon('LIMITED', { amount: 100 })
    const digital = { selectedLicense: 45, urgent: { selected: false } }
    const checkout = await createLimitedCheckout(digital)
    expect((await pay(checkout, null)).body.status).toBe('success')
    expect(await readUses()).toEqual(reservedCounts)
    const other = await createPayableCheckout(digital)
    const { version, token } = other
    expect((await saveCheckout(token, version, { coupon: { name: 'LIMITED' } })).status).toBe(422)
    await updateCoupon('LIMITED', { amount: 30 })
  })
})

describe('a coupon without a limit', () => {
  it('reserves nothing', async () => {
    const checkout = await createPayableCheckout({ coupon: { name: 'CART20' } })
    await pay(checkout, challengeCard)
    expect(await readUses()).toEqual(unusedCounts)
    const [row] = await shop.backend.db.select().from(coupons).where(eq(coupons.name, 'CART20'))
    expect(row?.uses).toBe(0)
    await pay(checkout)
  })
})

describe('a coupon that becomes invalid between the quote and the payment', () => {
  const totals = { expected: 93, total: 106.1 }

  it('charges nothing and returns both prices', async () => {
    const checkout = await createPayableCheckout({ coupon: { name: 'CART20' } })
    await updateCoupon('CART20', {
      validUntil: new Date(shop.backend.now().getTime() + minutesToMs(10)),
    })
    shop.advanceClock(minutesToMs(10))
    const movements = await shop.provider.movements()
    const { status, body } = await pay(checkout)
    expect([status, body.code, body.quote]).toEqual([409, 'quote_changed', totals])
    expect(body.checkout.state).toMatchObject({
      coupon: shopCoupon,
      coupon_refused: { name: 'CART20', code: 'expired' },
      coupon_expired: true,
    })
    expect(await shop.provider.movements()).toEqual(movements)
    expect(await listAttempts(shop.backend, checkout.token)).toEqual([])
    const [row] = await shop.backend.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.tokenHash, hashOf(checkout.token)))
    expect(row?.state).toMatchObject({ coupon: shopCoupon, coupon_refused: { code: 'expired' } })
    expect((await pay(body.checkout)).body.status).toBe('success')
    await updateCoupon('CART20', { validUntil: null })
  })

  it('keeps its price for a payment that started before', async () => {
    const checkout = await createPayableCheckout({ coupon: { name: 'CART20' } })
    const { body } = await pay(checkout, challengeCard)
    await updateCoupon('CART20', { validUntil: new Date(0) })
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await finishPayment(checkout.token, body.order.id)
    expect((await readCheckout(checkout.token)).body).toMatchObject({
      status: 'paid',
      order: { total: 93 },
      quote: { total: 93 },
    })
    await updateCoupon('CART20', { validUntil: null })
  })

  it('charges nothing when the customer has bought in another tab since', async () => {
    const createNewcomer = async () => {
      const { token, version } = await createPayableCheckout()
      const customer = { email: 'newcomer@example.com' }
      return (await saveCheckout(token, version, { customer, coupon: { name: 'WELCOME' } })).body
    }
    const [first, second] = [await createNewcomer(), await createNewcomer()]
    expect((await pay(first)).body.status).toBe('success')
    const movements = await shop.provider.movements()
    const { status, body } = await pay(second)
    expect([status, body.quote]).toEqual([409, { expected: 104.72, total: 106.1 }])
    expect(body.checkout.state).toMatchObject({
      coupon: shopCoupon,
      coupon_refused: { name: 'WELCOME', code: 'new_customers' },
    })
    expect(await shop.provider.movements()).toEqual(movements)
    expect((await pay(body.checkout)).body.status).toBe('success')
  })

  /** Next bundles each page separately, so `tx` may come from another copy of drizzle. */
  const simulateAnotherCopy = (): (() => void) => {
    const { backend } = shop
    const { db } = backend
    const handler = { getPrototypeOf: () => Object.prototype }
    backend.db = new Proxy(db, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: (tx: object) => Promise<unknown>) =>
              target.transaction(tx => work(new Proxy(tx, handler)))
          : Reflect.get(target, name, target),
    })
    return () => {
      backend.db = db
    }
  }

  it.each(['one', 'another'])(
    'is in one order at a time during 3-D Secure, with %s copy of the database library',
    async copy => {
      const restore = copy === 'another' ? simulateAnotherCopy() : () => undefined
      const customer = { email: `three-orders-${copy}@example.com` }
      const createOrder = async () => {
        const { token, version } = await createPayableCheckout()
        return (await saveCheckout(token, version, { customer, coupon: { name: 'WELCOME' } })).body
      }
      const checkouts = [await createOrder(), await createOrder(), await createOrder()]
      const replies = []
      for (const checkout of checkouts) replies.push(await pay(checkout, challengeCard))
      restore()
      expect(replies.map(({ status }) => status)).toEqual([200, 409, 409])
      for (const { body } of replies.slice(1))
        expect(body.checkout.state.coupon_refused).toEqual({
          name: 'WELCOME',
          code: 'new_customers',
        })
    },
  )

  it('is removed from a second order’s next page once the first order is paid', async () => {
    const customer = { email: 'second-page@example.com' }
    const createOrder = async () => {
      const { token, version } = await createPayableCheckout()
      return (await saveCheckout(token, version, { customer, coupon: { name: 'WELCOME' } })).body
    }
    const [first, second] = [await createOrder(), await createOrder()]
    expect((await readCheckout(second.token)).body.state.coupon.name).toBe('WELCOME')
    expect((await pay(first)).body.status).toBe('success')
    const { body } = await readCheckout(second.token)
    expect(body.quote.total).toBe(106.1)
    expect(body.state).toMatchObject({
      coupon: shopCoupon,
      coupon_refused: { name: 'WELCOME', code: 'new_customers' },
    })
    // Later reads change nothing.
    expect((await readCheckout(second.token)).body.version).toBe(body.version)
    expect((await readCheckout(first.token)).body.order.charged.coupon).toBe('WELCOME')
  })

  it('stays if the price changed for another reason', async () => {
    const checkout = await createPayableCheckout({
      coupon: { name: 'DIGITAL5' },
      selectedLicense: 45,
    })
    const printed = await saveCheckout(checkout.token, checkout.version, { selectedLicense: 43 })
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([409, 'quote_changed'])
    expect(body.checkout).toEqual(printed.body)
    expect(body.checkout.state.coupon.name).toBe('DIGITAL5')
  })
})

describe('the customer data of an order', () => {
  it('contains no plain email address', async () => {
    const checkout = await createLimitedCheckout()
    await pay(checkout)
    const { orders } = await import('@/server/db/tables/orders')
    const rows = await shop.backend.db.select().from(orders)
    expect(rows.length).toBeGreaterThan(0)
    for (const { emailHash } of rows) expect(emailHash).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain('@')
    expect(await shop.backend.db.select().from(attempts)).not.toEqual([])
  })
})

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adoptBackend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { couponHolds, coupons } from '@/server/db/tables/coupons'
import { attempts } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { startAttempt } from '@/server/payments/start-attempt'
import { attemptsOf, openTestBackend } from '../support/backend'
import { finish, pay, payableCheckout, readCheckout, saveCheckout } from '../support/customer'
import { expectBooksToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// Without events: what is seen here is what the calls alone make of it.
const shop = withShop({ provider: startProvider, holdEvents: true })
beforeEach(() => change('LIMITED', { maxUses: 1, uses: 0 }))
afterEach(async () => {
  await expectBooksToBalance(shop.backend, shop.provider)
  // What is paid keeps its use for good: the next test begins with a coupon nobody has used.
  await shop.backend.db.delete(couponHolds)
})

const minutes = (count: number) => count * 60_000
const needsBank = 'pm_card_authenticationRequired'
const declines = 'pm_card_chargeDeclined'

async function change(name: string, terms: Partial<typeof coupons.$inferInsert>): Promise<void> {
  await shop.backend.db.update(coupons).set(terms).where(eq(coupons.name, name))
  shop.backend.forgetCatalog()
}

/** Declines are counted by address: every one comes from an address of its own. */
let lastAddress = 0
const newAddress = () => {
  lastAddress += 1
  return `198.51.100.${lastAddress}`
}

/** How often the limited coupon counts as used, and by how many attempts. */
async function uses() {
  const { db } = shop.backend
  const [row] = await db.select().from(coupons).where(eq(coupons.name, 'LIMITED'))
  return { uses: row?.uses, holds: (await db.select().from(couponHolds)).length }
}
const free = { uses: 0, holds: 0 }
const held = { uses: 1, holds: 1 }

/** 69 + 25 + 19, and 30 % off the plan. */
const limited = (more: object = {}) => payableCheckout({ coupon: { name: 'LIMITED' }, ...more })

/** What stands in for a coupon that is over: 10 % off the plan. */
const shops = { name: 'FROMIDAWITHLOVE' }

describe('a coupon with one use left', () => {
  it('is used by the payment it was for, and by no other', async () => {
    const [checkout, other] = [await limited(), await limited()]
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await uses()).toEqual(held)
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
      state: { coupon: shops, coupon_refused: { name: 'LIMITED', code: 'used_up' } },
    })
    expect(await attemptsOf(shop.backend, other.token)).toEqual([])
    expect(await uses()).toEqual(held)
    // The price is as it was told, and can be agreed to.
    expect((await readCheckout(other.token)).body).toEqual(body.checkout)
    expect((await pay(body.checkout)).body.status).toBe('success')
    expect(await uses()).toEqual(held)
  })

  it('is refused by a catalog that has not heard of its end, too', async () => {
    const [checkout, other] = [await limited(), await limited()]
    const { catalog } = shop.backend
    const old = await catalog()
    await pay(checkout)
    let isOld = true
    shop.backend.catalog = async () => (isOld ? old : catalog())
    const forget = shop.backend.forgetCatalog
    shop.backend.forgetCatalog = () => {
      isOld = false
      forget()
    }
    const { status, body } = await pay(other)
    Object.assign(shop.backend, { catalog, forgetCatalog: forget })
    expect([status, body.quote]).toEqual([409, { expected: 92.3, total: 106.1 }])
    expect(body.checkout.state.coupon_refused).toEqual({ name: 'LIMITED', code: 'used_up' })
    expect(await uses()).toEqual(held)
  })

  it('is still there after a declined card', async () => {
    const checkout = await limited()
    expect((await pay(checkout, declines, {}, newAddress())).status).toBe(402)
    expect(await uses()).toEqual(free)
    const after = (await readCheckout(checkout.token)).body
    expect(after).toMatchObject({ quote: checkout.quote, state: { coupon: { name: 'LIMITED' } } })
    expect((await pay(after)).body.status).toBe('success')
    expect(await uses()).toEqual(held)
  })

  it('is still there for another customer after a declined card', async () => {
    const [first, second] = [await limited(), await limited()]
    await pay(first, declines, {}, newAddress())
    expect((await pay(second)).body.status).toBe('success')
    const { status, body } = await pay(first)
    expect([status, body.quote]).toEqual([409, { expected: 92.3, total: 106.1 }])
  })

  it.each<[string, object]>([
    ['is down', { fault: 'drop_before', match: { path: '/v1/customers' } }],
    [
      'has no time',
      { fault: 'status_429', match: { method: 'POST', path: '/v1/payment_intents$' } },
    ],
  ])('is still there when the provider %s', async (_, rule) => {
    const checkout = await limited()
    await shop.provider.breakOn(rule)
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    await shop.provider.heal()
    expect(await uses()).toEqual(free)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('is still there when the provider cannot be reached, or does not take the card', async () => {
    const checkout = await limited()
    for (const card of [null, 'pm_bogus']) {
      expect((await pay(checkout, card)).status).not.toBe(200)
      expect(await uses()).toEqual(free)
    }
    const { backend } = shop
    const reachable = backend.stripe
    const unreachable = await openTestBackend()
    backend.stripe = unreachable.backend.stripe
    await unreachable.close()
    adoptBackend(backend)
    expect((await pay(checkout)).status).toBe(503)
    backend.stripe = reachable
    expect(await uses()).toEqual(free)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('is held while the bank asks, and free again when the customer says no', async () => {
    const [checkout, other] = [await limited(), await limited()]
    const { body } = await pay(checkout, needsBank)
    expect(await uses()).toEqual(held)
    // The one who holds it keeps the price; nobody else gets it.
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
    expect((await pay(other)).body.code).toBe('quote_changed')
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    await finish(checkout.token, body.order.id)
    expect(await uses()).toEqual(free)
    const after = (await readCheckout(checkout.token)).body
    expect(after.quote).toEqual(checkout.quote)
    expect((await pay(after)).body.status).toBe('success')
  })

  it('called off at the bank goes over to the next try, and stays one use', async () => {
    const checkout = await limited()
    await pay(checkout, needsBank)
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await uses()).toEqual(held)
    expect((await readCheckout(checkout.token)).body.order.charged.coupon).toBe('LIMITED')
  })

  it('left open at the bank is free again after half an hour', async () => {
    const checkout = await limited()
    await pay(checkout, needsBank)
    shop.pass(minutes(31))
    await sweep(shop.backend)
    expect(await uses()).toEqual(free)
    await sweep(shop.backend)
    expect(await uses()).toEqual(free)
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
  })

  it('is held while nobody knows where the money is, and used once that is found out', async () => {
    const checkout = await limited()
    await shop.provider.breakOn(
      { fault: 'drop_after', match: { method: 'POST', path: '/v1/payment_intents$' } },
      { fault: 'error_500_before', match: { method: 'GET', path: '/v1/payment_intents' } },
    )
    expect((await pay(checkout)).body.status).toBe('checking')
    expect(await uses()).toEqual(held)
    await shop.provider.heal()
    shop.pass(minutes(1))
    await sweep(shop.backend)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await uses()).toEqual(held)
  })

  it('is free again when the app died before it asked for the money', async () => {
    const checkout = await limited()
    await startAttempt(shop.backend, checkout.token, checkout.quote)
    expect(await uses()).toEqual(held)
    shop.pass(minutes(2))
    await sweep(shop.backend)
    expect(await uses()).toEqual(free)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('counts for money that comes in after it was given up, though none is left', async () => {
    const [late, other] = [await limited(), await limited()]
    const { body } = await pay(late, needsBank)
    const { stripe } = shop.backend
    // The provider said it was called off, and the bank let it through all the same.
    shop.backend.stripe = {
      ...stripe,
      look: async () => ({ status: 'cancelled', ref: '', reason: null }),
    }
    await finish(late.token, body.order.id)
    shop.backend.stripe = stripe
    expect(await uses()).toEqual(free)
    expect((await pay(other)).body.status).toBe('success')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await finish(late.token, body.order.id)
    expect((await readCheckout(late.token)).body.status).toBe('paid')
    expect(await uses()).toEqual({ uses: 2, holds: 2 })
  })

  it('is used once, however often everyone hears of the payment', async () => {
    const checkout = await limited()
    const { body } = await pay(checkout, needsBank)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await Promise.all([1, 2, 3, 4].map(() => finish(checkout.token, body.order.id)))
    await pay(checkout)
    expect(await uses()).toEqual(held)
  })

  it('is used by an order that costs nothing, too', async () => {
    await change('LIMITED', { amount: 100 })
    const digital = { selectedLicense: 45, urgent: { selected: false } }
    const checkout = await limited(digital)
    expect((await pay(checkout, null)).body.status).toBe('success')
    expect(await uses()).toEqual(held)
    const other = await payableCheckout(digital)
    const { version, token } = other
    expect((await saveCheckout(token, version, { coupon: { name: 'LIMITED' } })).status).toBe(422)
    await change('LIMITED', { amount: 30 })
  })
})

describe('a coupon without a limit', () => {
  it('holds nothing', async () => {
    const checkout = await payableCheckout({ coupon: { name: 'CART20' } })
    await pay(checkout, needsBank)
    expect(await uses()).toEqual(free)
    const [row] = await shop.backend.db.select().from(coupons).where(eq(coupons.name, 'CART20'))
    expect(row?.uses).toBe(0)
    await pay(checkout)
  })
})

describe('a coupon that is over between the price and the payment', () => {
  const told = { expected: 93, total: 106.1 }

  it('charges nothing and brings both prices: it has ended', async () => {
    const checkout = await payableCheckout({ coupon: { name: 'CART20' } })
    await change('CART20', { validUntil: new Date(shop.backend.now().getTime() + minutes(10)) })
    shop.pass(minutes(10))
    const charged = await shop.provider.movements()
    const { status, body } = await pay(checkout)
    expect([status, body.code, body.quote]).toEqual([409, 'quote_changed', told])
    expect(body.checkout.state).toMatchObject({
      coupon: shops,
      coupon_refused: { name: 'CART20', code: 'expired' },
      coupon_expired: true,
    })
    expect(await shop.provider.movements()).toEqual(charged)
    expect(await attemptsOf(shop.backend, checkout.token)).toEqual([])
    const [row] = await shop.backend.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.tokenHash, hashOf(checkout.token)))
    expect(row?.state).toMatchObject({ coupon: shops, coupon_refused: { code: 'expired' } })
    expect((await pay(body.checkout)).body.status).toBe('success')
    await change('CART20', { validUntil: null })
  })

  it('keeps its price for a payment that had begun before', async () => {
    const checkout = await payableCheckout({ coupon: { name: 'CART20' } })
    const { body } = await pay(checkout, needsBank)
    await change('CART20', { validUntil: new Date(0) })
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await finish(checkout.token, body.order.id)
    expect((await readCheckout(checkout.token)).body).toMatchObject({
      status: 'paid',
      order: { total: 93 },
      quote: { total: 93 },
    })
    await change('CART20', { validUntil: null })
  })

  it('charges nothing when the customer has bought in another tab meanwhile', async () => {
    const newcomer = async () => {
      const { token, version } = await payableCheckout()
      const customer = { email: 'newcomer@example.com' }
      return (await saveCheckout(token, version, { customer, coupon: { name: 'WELCOME' } })).body
    }
    const [one, other] = [await newcomer(), await newcomer()]
    expect((await pay(one)).body.status).toBe('success')
    const charged = await shop.provider.movements()
    const { status, body } = await pay(other)
    expect([status, body.quote]).toEqual([409, { expected: 104.72, total: 106.1 }])
    expect(body.checkout.state).toMatchObject({
      coupon: shops,
      coupon_refused: { name: 'WELCOME', code: 'new_customers' },
    })
    expect(await shop.provider.movements()).toEqual(charged)
    expect((await pay(body.checkout)).body.status).toBe('success')
  })

  /** Next bundles pages apart: a transaction may come from another copy of the database library. */
  const ofAnotherCopy = (): (() => void) => {
    const { backend } = shop
    const { db } = backend
    const stranger = { getPrototypeOf: () => Object.prototype }
    backend.db = new Proxy(db, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: (tx: object) => Promise<unknown>) =>
              target.transaction(tx => work(new Proxy(tx, stranger)))
          : Reflect.get(target, name, target),
    })
    return () => {
      backend.db = db
    }
  }

  it.each(['one', 'another'])(
    'is in one order at a time while the bank asks, with %s copy of the database library',
    async copy => {
      const same = copy === 'another' ? ofAnotherCopy() : () => undefined
      const customer = { email: `three-orders-${copy}@example.com` }
      const order = async () => {
        const { token, version } = await payableCheckout()
        return (await saveCheckout(token, version, { customer, coupon: { name: 'WELCOME' } })).body
      }
      const checkouts = [await order(), await order(), await order()]
      const replies = []
      for (const checkout of checkouts) replies.push(await pay(checkout, needsBank))
      same()
      expect(replies.map(({ status }) => status)).toEqual([200, 409, 409])
      for (const { body } of replies.slice(1))
        expect(body.checkout.state.coupon_refused).toEqual({
          name: 'WELCOME',
          code: 'new_customers',
        })
    },
  )

  it('is gone from the next page of a second order once the first one is paid', async () => {
    const customer = { email: 'second-page@example.com' }
    const order = async () => {
      const { token, version } = await payableCheckout()
      return (await saveCheckout(token, version, { customer, coupon: { name: 'WELCOME' } })).body
    }
    const [one, other] = [await order(), await order()]
    expect((await readCheckout(other.token)).body.state.coupon.name).toBe('WELCOME')
    expect((await pay(one)).body.status).toBe('success')
    const { body } = await readCheckout(other.token)
    expect(body.quote.total).toBe(106.1)
    expect(body.state).toMatchObject({
      coupon: shops,
      coupon_refused: { name: 'WELCOME', code: 'new_customers' },
    })
    // The next one finds it as it was left.
    expect((await readCheckout(other.token)).body.version).toBe(body.version)
    expect((await readCheckout(one.token)).body.order.charged.coupon).toBe('WELCOME')
  })

  it('of another price stays, when it is something else that has changed', async () => {
    const checkout = await payableCheckout({ coupon: { name: 'DIGITAL5' }, selectedLicense: 45 })
    const printed = await saveCheckout(checkout.token, checkout.version, { selectedLicense: 43 })
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([409, 'quote_changed'])
    expect(body.checkout).toEqual(printed.body)
    expect(body.checkout.state.coupon.name).toBe('DIGITAL5')
  })
})

describe('what an order remembers of its customer', () => {
  it('is no address', async () => {
    const checkout = await limited()
    await pay(checkout)
    const { orders } = await import('@/server/db/tables/orders')
    const rows = await shop.backend.db.select().from(orders)
    expect(rows.length).toBeGreaterThan(0)
    for (const { emailHash } of rows) expect(emailHash).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain('@')
    expect(await shop.backend.db.select().from(attempts)).not.toEqual([])
  })
})

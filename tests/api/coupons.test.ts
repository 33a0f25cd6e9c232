import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getServerSideProps as stepOne } from '@/pages/v2/driver-details'
import { coupons as generalCoupons, sampleCoupons } from '@/server/db/seeds/coupons'
import { coupons } from '@/server/db/tables/coupons'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { startAttempt } from '@/server/payments/start-attempt'
import { callRoute, type RouteCall } from '../support/call-route'
import {
  createPayableCheckout,
  driverAnswers,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const checkoutRoute = '/backend/api/checkout/[token]/'
const checkoutsRoute = '/backend/api/checkout/'
const validateRoute = '/backend/api/coupons/validate/'
const customersRoute = '/backend/api/customers/'

const shop = withShop()

const validate = (token: string, name: string, currency = 'USD', overrides: RouteCall = {}) =>
  callRoute(validateRoute, {
    method: 'POST',
    query: { currency },
    body: { name, token },
    ...overrides,
  })

const apply = async (token: string, name: string | null) => {
  const { version } = (await readCheckout(token)).body
  return saveCheckout(token, version, { coupon: name === null ? null : { name } })
}

/** A new IP address for every test that guesses codes. */
let addressCount = 0
const nextClientIp = () => {
  addressCount += 1
  return `198.51.100.${addressCount}`
}

/** Runs `work` while the attempts of this many customers reserve a use of the coupon each. */
async function withUses(name: string, count: number, work: () => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { token, quote } = await createPayableCheckout({ coupon: { name } })
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
  }
  shop.backend.invalidateCatalog()
  try {
    await work()
  } finally {
    // The attempts are never charged: the sweeper fails them and releases the uses.
    shop.advanceClock(2 * 60_000)
    await sweep(shop.backend)
    shop.backend.invalidateCatalog()
  }
}

/** Creates a returning customer: someone with a paid order (one that cost nothing). */
async function createBuyer(email: string): Promise<void> {
  const customer = { email }
  const freeOrder = {
    selectedLicense: 45,
    urgent: { selected: false },
    coupon: { name: 'FULL100' },
  }
  const checkout = await createPayableCheckout(freeOrder)
  const { body } = await saveCheckout(checkout.token, checkout.version, { customer })
  expect((await pay(body, null)).body.status).toBe('success')
}

/** The printed three-year plan, urgent, by DHL to Oregon: 69 + 25 + 19. */
const printed = {}
const digital = { selectedLicense: 45 }
const withWallets = { travelItemsInCart: [{ item_id: 1, quantity: 2 }] }

describe('each of the shop’s coupons', () => {
  const discountCases: [string, object, object][] = [
    ['FROMIDAWITHLOVE', printed, { discount: 6.9, total: 106.1 }],
    ['take50', printed, { discount: 34.5, total: 78.5 }],
    ['SPRINGDEAL', printed, { discount: 10.35, total: 102.65 }],
    ['SUMMERDEAL', printed, { discount: 13.8, total: 99.2 }],
    ['FIXED10', printed, { discount: 10, total: 103 }],
    ['CART20', printed, { discount: 20, total: 93 }],
    ['FREESHIP', printed, { discount: 0, shipping: 0, total: 94 }],
    ['TRAVEL25', withWallets, { travel: 38, discount: 9.5, total: 141.5 }],
    ['DIGITAL5', digital, { discount: 5, total: 69 }],
    ['EUROONLY', { currency: 'EUR' }, { discount: 10, total: 65 + 23 + 17 - 10 }],
    ['FULL100', printed, { discount: 69, total: 44 }],
    ['LIMITED', printed, { discount: 20.7, total: 92.3 }],
    ['WELCOME', printed, { discount: 8.28, total: 104.72 }],
  ]

  it.each(discountCases)('%s takes off its discount: %j', async (name, state, price) => {
    const { token, quote } = await createPayableCheckout(state)
    const validation = (await validate(token, name, quote.currency)).body
    expect(validation).toMatchObject({ coupon: { name }, error: null })
    const { status, body } = await apply(token, name)
    expect(status).toBe(200)
    expect(body.quote).toMatchObject(price)
    expect(body.state).toMatchObject({ coupon: validation.coupon, coupon_refused: null })
    expect((await readCheckout(token)).body).toEqual(body)
  })

  const refusalCases: [string, object, string][] = [
    ['NOSUCHCODE', printed, 'unknown'],
    ['NOTYET', printed, 'unknown'],
    ['ENDED', printed, 'expired'],
    ['DIGITAL5', printed, 'plan'],
    ['SPRINGDEAL', digital, 'plan'],
    ['FREESHIP', digital, 'printed'],
    ['TRAVEL25', digital, 'printed'],
    ['TRAVEL25', printed, 'extras'],
    ['EUROONLY', printed, 'currency'],
    ['PARTNER15', printed, 'partner'],
    // Valid for subscriptions only.
    ['subscription_coupon', printed, 'unknown'],
  ]

  it.each(refusalCases)('%s is refused with its reason: %j, %s', async (name, state, code) => {
    const before = await startCheckout(state)
    const from = nextClientIp()
    const { status, body } = await validate(before.token, name, 'USD', { from })
    expect(status).toBe(200)
    const details = code === 'currency' && { currencies: 'EUR' }
    expect(body).toEqual({ coupon: null, error: code, ...details })
    const refusal = await callRoute(checkoutRoute, {
      method: 'PATCH',
      params: { token: before.token },
      body: { version: before.version, state: { coupon: { name } } },
      from,
    })
    expect(refusal.status).toBe(422)
    expect(refusal.body.issues).toEqual([{ field: 'state.coupon', message: `coupon.${code}` }])
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it('has a case in this file', () => {
    const coveredNames = [...discountCases, ...refusalCases].map(([name]) => name)
    expect(
      [...generalCoupons, ...sampleCoupons]
        .map(({ name }) => name)
        .filter(name => !coveredNames.includes(name)),
    ).toEqual([])
  })

  it('is refused when its uses are exhausted', async () => {
    const { token } = await startCheckout()
    await withUses('LIMITED', 3, async () => {
      expect((await validate(token, 'LIMITED')).body).toEqual({ coupon: null, error: 'used_up' })
    })
    await withUses('LIMITED', 2, async () => {
      expect((await validate(token, 'LIMITED')).body.error).toBe(null)
    })
  })

  it('keeps its use count when the shop is seeded again', async () => {
    const { seed } = await import('@/server/db/seed')
    await withUses('LIMITED', 2, async () => {
      await seed(shop.backend.db, { hasSamples: true })
      const [row] = await shop.backend.db.select().from(coupons).where(eq(coupons.name, 'LIMITED'))
      expect(row).toMatchObject({ uses: 2, maxUses: 3 })
    })
  })

  it.each(['cart20', ' CART20 ', 'CaRt20'])(
    'is found in any case and with surrounding spaces: %j',
    async typedName => {
      const { token } = await startCheckout()
      expect((await validate(token, typedName)).body.coupon.name).toBe('CART20')
      const { body } = await apply(token, typedName)
      expect(body.state.coupon.name).toBe('CART20')
    },
  )

  it('is checked in the requested currency, without changing the checkout', async () => {
    const before = await startCheckout({ currency: 'JPY' })
    const { body } = await validate(before.token, 'CART20', 'EUR')
    expect(body.coupon).toMatchObject({ discount_type: 'fixed_cart', amount: 18 })
    expect((await validate(before.token, 'CART20', 'JPY')).body.coupon.amount).toBe(3_000)
    expect((await validate(before.token, 'EUROONLY', 'EUR')).body.error).toBe(null)
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it('can be removed by the customer', async () => {
    const { token, quote } = await startCheckout()
    await apply(token, 'CART20')
    const { body } = await apply(token, null)
    expect(body.state).toMatchObject({ coupon: null, coupon_refused: null })
    expect(body.quote).toEqual(quote)
  })
})

describe('a coupon for new customers', () => {
  it('is refused to a returning customer, however the email address is typed', async () => {
    await createBuyer('Old.Customer@example.com')
    const customer = { email: ' old.customer@EXAMPLE.com' }
    const { token } = await startCheckout({ customer })
    const refusal = { coupon: null, error: 'new_customers' }
    expect((await validate(token, 'WELCOME')).body).toEqual(refusal)
    expect((await apply(token, 'WELCOME')).body.issues).toMatchObject([
      { message: 'coupon.new_customers' },
    ])
    expect((await validate(token, 'CART20')).body.error).toBe(null)
  })

  it('is allowed for a customer without a paid order', async () => {
    const checkout = await createPayableCheckout({ customer: { email: 'new@example.com' } })
    expect((await pay(checkout)).status).toBe(503)
    const { token } = await startCheckout({ customer: { email: 'new@example.com' } })
    expect((await validate(token, 'WELCOME')).body.error).toBe(null)
  })

  it('is removed with a reason once the driver’s email belongs to a returning customer', async () => {
    await createBuyer('again@example.com')
    const { token } = await startCheckout()
    await apply(token, 'WELCOME')
    const { body } = await callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: { ...driverAnswers, email: 'Again@example.com' },
    })
    const latest = (await readCheckout(token)).body
    expect(latest.version).toBe(body.version)
    expect(latest.state).toMatchObject({
      coupon: { name: 'FROMIDAWITHLOVE' },
      coupon_refused: { name: 'WELCOME', code: 'new_customers' },
      customer: { email: 'Again@example.com' },
    })
    expect(latest.quote.discount).toBe(6.9)
  })

  it('stays for a new customer', async () => {
    const { token } = await startCheckout()
    await apply(token, 'WELCOME')
    await callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: { ...driverAnswers, email: 'never-seen@example.com' },
    })
    expect((await readCheckout(token)).body.state.coupon.name).toBe('WELCOME')
  })
})

describe('a coupon that a change makes invalid', () => {
  const change = async (token: string, state: object) => {
    const { version } = (await readCheckout(token)).body
    const { status, body } = await saveCheckout(token, version, state)
    expect(status).toBe(200)
    return body.state
  }
  const buildCouponState = (name: string | null, refusal: object | null) => ({
    coupon: name && expect.objectContaining({ name }),
    coupon_refused: refusal,
  })
  const shopCouponName = 'FROMIDAWITHLOVE'

  it.each<[string, object, object, string, object]>([
    ['FREESHIP', printed, digital, 'printed', { selectedLicense: 42 }],
    ['SPRINGDEAL', printed, { selectedLicense: 40 }, 'plan', { selectedLicense: 42 }],
    ['DIGITAL5', digital, { selectedLicense: 42 }, 'plan', digital],
    ['EUROONLY', { currency: 'EUR' }, { currency: 'USD' }, 'currency', { currency: 'EUR' }],
    ['TRAVEL25', withWallets, { travelItemsInCart: [] }, 'extras', withWallets],
  ])(
    '%s is replaced by the best coupon found, and returns when it saves more again',
    async (...args) => {
      const [name, state, invalidatingState, code, restoringState] = args
      const { token } = await createPayableCheckout(state)
      await apply(token, name)
      const latest = await change(token, invalidatingState)
      expect(latest).toMatchObject(buildCouponState(shopCouponName, { name, code }))
      expect(latest.coupons_found).toMatchObject([
        { name: shopCouponName, code: null },
        { name, code, ...(code === 'currency' && { currencies: 'EUR' }) },
      ])
      expect(await change(token, restoringState)).toMatchObject(buildCouponState(name, null))
    },
  )

  it('is not replaced by a coupon that the customer removed', async () => {
    const { token } = await startCheckout()
    await apply(token, shopCouponName)
    await apply(token, null)
    expect(await change(token, { selectedLicense: 40 })).toMatchObject(buildCouponState(null, null))
    await apply(token, 'CART20')
    await apply(token, null)
    await apply(token, 'SPRINGDEAL').then(({ status }) => expect(status).toBe(422))
    await change(token, { selectedLicense: 42 })
    await apply(token, 'SPRINGDEAL')
    const refusal = { name: 'SPRINGDEAL', code: 'plan' }
    expect(await change(token, { selectedLicense: 40 })).toMatchObject(
      buildCouponState(null, refusal),
    )
    // Once removed too, it does not return.
    await apply(token, null)
    expect(await change(token, { selectedLicense: 42 })).toMatchObject(buildCouponState(null, null))
    expect((await apply(token, shopCouponName)).body.state).toMatchObject(
      buildCouponState(shopCouponName, null),
    )
  })

  it('does not return if another one saves more', async () => {
    const { token } = await startCheckout({ currency: 'EUR' })
    await apply(token, 'EUROONLY')
    await change(token, { currency: 'USD' })
    await apply(token, 'take50')
    expect(await change(token, { currency: 'EUR' })).toMatchObject(buildCouponState('take50', null))
  })

  it('is removed from the quote on the next read after its expiry', async () => {
    const { token } = await startCheckout()
    await apply(token, 'CART20')
    const { db } = shop.backend
    const setExpiry = (validUntil: Date | null) =>
      db.update(coupons).set({ validUntil }).where(eq(coupons.name, 'CART20'))
    await setExpiry(new Date(0))
    shop.backend.invalidateCatalog()
    const { body } = await readCheckout(token)
    expect(body.state).toMatchObject(
      buildCouponState(shopCouponName, { name: 'CART20', code: 'expired' }),
    )
    expect(body.state.coupon_expired).toBe(true)
    await setExpiry(null)
    shop.backend.invalidateCatalog()
  })
})

describe('an invalid coupon sent together with other answers', () => {
  const customer = { license_first_name: 'Ana' }
  const sendBoth = (token: string, name: string, version: number | undefined, from: string) =>
    callRoute(checkoutRoute, {
      method: 'PATCH',
      params: { token },
      body: { version, state: { coupon: { name }, customer } },
      from,
    })

  it.each([1, undefined])(
    'is refused alone; the answers are stored (version %s)',
    async version => {
      const { token } = await startCheckout()
      const { status, body } = await sendBoth(token, 'ENDED', version, nextClientIp())
      expect([status, body.code]).toEqual([422, 'unprocessable'])
      expect(body.issues).toEqual([{ field: 'state.coupon', message: 'coupon.expired' }])
      expect(body.checkout).toEqual((await readCheckout(token)).body)
      expect(body.checkout.state).toMatchObject({ coupon: null, customer })
    },
  )

  it('is refused with 429 after too many guesses; the answers are stored', async () => {
    const { token } = await startCheckout()
    const from = nextClientIp()
    for (let guess = 0; guess < 10; guess += 1) await validate(token, `G${guess}`, 'USD', { from })
    const { status, body, headers } = await sendBoth(token, 'CART20', 1, from)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(body.issues).toEqual([{ field: 'state.coupon', message: 'coupon.rate_limited' }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await readCheckout(token)).body.state).toMatchObject({ coupon: null, customer })
  })
})

describe('guessing coupon codes', { timeout: 120_000 }, () => {
  /** Counts how many of these calls were answered and how many were rate limited. */
  async function tally(calls: Promise<{ status: number }>[]) {
    const replies = await Promise.all(calls)
    const answeredCount = replies.filter(({ status }) => status !== 429).length
    return { answeredCount, limitedCount: replies.length - answeredCount }
  }
  const sendGuesses = (count: number, send: (guess: string) => Promise<{ status: number }>) =>
    Array.from({ length: count }, (_, guess) => send(`GUESS${guess}`))

  it('is limited per checkout, from any number of addresses', async () => {
    const { token } = await startCheckout()
    const { answeredCount, limitedCount } = await tally(
      sendGuesses(1_000, name => validate(token, name, 'USD', { from: nextClientIp() })),
    )
    expect([answeredCount, limitedCount]).toEqual([10, 990])
  })

  it('is limited per address, with any number of checkouts', async () => {
    const from = nextClientIp()
    const creations = Array.from({ length: 20 }, () => startCheckout())
    const tokens = (await Promise.all(creations)).map(({ token }) => token as string)
    const { answeredCount, limitedCount } = await tally(
      sendGuesses(1_000, name => {
        const token = tokens[Number(name.slice(5)) % 20] as string
        return validate(token, name, 'USD', { from })
      }),
    )
    expect([answeredCount, limitedCount]).toEqual([60, 940])
    // Other addresses, and this one an hour later, are not limited.
    const { token } = await startCheckout()
    expect((await validate(token, 'x', 'USD', { from: nextClientIp() })).status).toBe(200)
    shop.advanceClock(3_600_000)
    expect((await validate(token, 'x', 'USD', { from })).status).toBe(200)
  })

  it('cannot bypass the limit with X-Forwarded-For', async () => {
    const { token } = await startCheckout()
    const { answeredCount } = await tally(
      sendGuesses(100, name =>
        validate(token, name, 'USD', { from: '203.0.113.9', headers: buildForwardedHeader(name) }),
      ),
    )
    expect(answeredCount).toBe(10)
    const startedCheckouts = await Promise.all(Array.from({ length: 20 }, () => startCheckout()))
    const laterTally = await tally(
      sendGuesses(200, name =>
        validate(startedCheckouts[Number(name.slice(5)) % 20].token, name, 'USD', {
          from: '203.0.113.9',
          headers: buildForwardedHeader(name),
        }),
      ),
    )
    expect(answeredCount + laterTally.answeredCount).toBe(60)
  })
  const buildForwardedHeader = (name: string) => ({ 'x-forwarded-for': `10.0.0.${name.slice(5)}` })

  it('returns Retry-After', async () => {
    const { token } = await startCheckout()
    const from = nextClientIp()
    await Promise.all(sendGuesses(10, name => validate(token, name, 'USD', { from })))
    const { status, body, headers } = await validate(token, 'one more', 'USD', { from })
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  it('shares one limit over all calls that take a code', async () => {
    const { token } = await startCheckout()
    const from = nextClientIp()
    const save = async (name: string, version = true) =>
      callRoute(checkoutRoute, {
        method: 'PATCH',
        params: { token },
        body: {
          ...(version && { version: (await readCheckout(token)).body.version }),
          state: { coupon: { name } },
        },
        from,
      })
    const create = (body: object) =>
      callRoute(checkoutsRoute, {
        method: 'POST',
        body,
        headers: { cookie: `userToken=${token}` },
        from,
      })
    const statuses = []
    for (const _ of [1, 2]) {
      statuses.push((await validate(token, 'A', 'USD', { from })).status)
      statuses.push((await save('B')).status)
      statuses.push((await save('C', false)).status)
      statuses.push((await create({ state: { coupon: { name: 'D' } } })).status)
      statuses.push((await create({ launch: { coupon: 'E' } })).status)
    }
    expect(statuses).toEqual([200, 422, 422, 422, 200, 200, 422, 422, 422, 200])
    for (const reply of [
      await validate(token, 'CART20', 'USD', { from }),
      await save('CART20'),
      await save('CART20', false),
      await create({ state: { coupon: { name: 'CART20' } } }),
    ])
      expect(reply.status).toBe(429)
    expect((await readCheckout(token)).body.state.coupon).toBe(null)
  })

  const createLinkStarter = (from: string) => (coupon: string) =>
    callRoute(checkoutsRoute, { method: 'POST', body: { launch: { coupon } }, from })

  it('lets a link create a checkout: with its code if it exists, else without', async () => {
    const begin = createLinkStarter(nextClientIp())
    await Promise.all(sendGuesses(60, begin))
    const known = await begin('CART20')
    expect([known.status, known.body.state.coupon.name]).toEqual([200, 'CART20'])
    const { status, body } = await begin('ONE MORE')
    expect(status).toBe(200)
    expect(body.state.coupon.name).toBe('FROMIDAWITHLOVE')
    expect(body.state.coupons_found).toMatchObject([{ name: 'FROMIDAWITHLOVE' }])
  })

  it('does not take a code away that comes in another customer’s link', async () => {
    const from = nextClientIp()
    const { token } = await startCheckout()
    await Promise.all(sendGuesses(60, createLinkStarter(from)))
    expect((await validate(token, 'CART20', 'USD', { from })).status).toBe(429)
    const query = { coupon: 'CART20' }
    const page = await renderPage(stepOne, { from, query })
    expect(page.props?.checkout.state.coupon?.name).toBe('CART20')
    await renderPage(stepOne, { from, token, query })
    expect((await readCheckout(token)).body.state.coupon.name).toBe('CART20')
  })

  it('by links is refused for a checkout whose own guesses are used up', async () => {
    const { token } = await startCheckout()
    await tally(sendGuesses(10, name => validate(token, name, 'USD', { from: nextClientIp() })))
    const query = { coupon: 'CART20' }
    const { redirectTo } = await renderPage(stepOne, { from: nextClientIp(), token, query })
    expect(redirectTo).toBe('/v2/driver-details/?link=waits')
    expect((await readCheckout(token)).body.state.coupon).toBe(null)
  })

  it('shows a notice for a link with an unknown code, with and without an order in progress', async () => {
    const from = nextClientIp()
    await Promise.all(sendGuesses(60, createLinkStarter(from)))
    const openPage = (request: object) =>
      renderPage(stepOne, { from, query: { coupon: 'ONE MORE' }, ...request })
    expect((await openPage({})).props?.notice).toBe('code_waits')
    expect((await openPage({ query: { coupon: '%00\0' } })).props?.notice).toBeNull()

    const { token } = await startCheckout()
    const { redirectTo } = await openPage({ token })
    expect(redirectTo).toBe('/v2/driver-details/?link=waits')
    const response = await renderPage(stepOne, { from, token, query: { link: 'waits' } })
    expect(response.props?.notice).toBe('code_waits')
    expect((await renderPage(stepOne, { query: { coupon: 'cart20' } })).props?.notice).toBeNull()
  })

  it('does not count the shop’s own codes', async () => {
    const { token } = await startCheckout()
    const from = nextClientIp()
    const names = ['CART20', 'ENDED', 'DIGITAL5', 'FROMIDAWITHLOVE', 'springdeal']
    for (const name of [...names, ...names, ...names])
      expect((await validate(token, name, 'USD', { from })).status).toBe(200)
  })

  it('returns 404 for a wrong token', async () => {
    for (const token of ['', 'A'.repeat(43)])
      expect((await validate(token, 'CART20')).status).toBe(404)
  })
})

describe('a payment in progress', () => {
  it('keeps its price: no other coupon is accepted', async () => {
    const { token, quote } = await createPayableCheckout({ coupon: { name: 'FIXED10' } })
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    for (const coupon of [{ name: 'CART20' }, null]) {
      const { status, body } = await saveCheckout(token, undefined, { coupon })
      expect([status, body.code]).toEqual([409, 'payment_in_progress'])
    }
    const { status, body } = await validate(token, 'CART20')
    expect([status, body.code]).toEqual([409, 'payment_in_progress'])
  })
})

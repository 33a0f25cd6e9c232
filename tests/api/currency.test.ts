import type { ServerResponse } from 'node:http'
import { and, eq } from 'drizzle-orm'
import type { GetServerSidePropsContext } from 'next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { seed } from '@/server/db/seed'
import { prices, shippingMethods, travelItems } from '@/server/db/tables/catalog'
import { coupons } from '@/server/db/tables/coupons'
import { attempts } from '@/server/db/tables/orders'
import { loadCurrentCheckout } from '@/server/pages/current-checkout'
import type { TestBackend } from '../support/backend'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const checkoutRoute = '/backend/api/checkout/[token]/'
const preferencesRoute = '/api/preferences/'

const shop = withShop({ provider: startProvider, variables: { PROMO_COUPON: '' } })
beforeAll(async () => {
  // PROMO_COUPON is empty: the shop's own coupon would replace one without an amount.
  await shop.backend.db.insert(coupons).values(fiveOffCoupon)
})
afterEach(async () => {
  await restorePrices(shop.backend.db)
  shop.backend.invalidateCatalog()
})

const restorePrices = (db: TestBackend['backend']['db']) =>
  seed(db, { hasSamples: true, replacesPrices: true })

/** A fixed discount in some currencies, without an amount in zloty. */
const fiveOffCoupon = {
  name: 'FIVEOFF',
  discountType: 'fixed_cart' as const,
  amounts: { USD: 500, EUR: 450, JPY: 700 },
  products: [],
  travelProducts: [],
  freeShipping: false,
  newCustomersOnly: false,
  partnerOnly: false,
}

/** Two travel wallets. */
const cart = [{ item_id: 1, quantity: 2 }]

/** An order with every price component, with 6.25 % tax in Texas. */
async function createFullOrder() {
  const { token, version } = await createPayableCheckout({
    urgent: { selected: true, is_skip: false },
    coupon: { name: 'FIVEOFF' },
    travelItemsInCart: cart,
  })
  const texas = { city: 'Austin', state: 'TX', postcode: '78701' }
  const { status, body } = await saveCheckout(token, version, { shipping: texas })
  expect(status).toBe(200)
  return body
}

const quoteInDollars = { plan: 69, urgent: 25, shipping: 19, travel: 38, discount: 5 }
const quoteInEuros = { plan: 65, urgent: 23, shipping: 17, travel: 36, discount: 4.5 }

/** Sets the currency of a checkout, as the preferences dialog does. */
const setCurrency = (token: string, currency: string) =>
  saveCheckout(token, undefined, { currency })

const fetchCheckout = async (token: string) => (await readCheckout(token)).body

/** Changes the shop's tables and invalidates the catalog. */
async function updateTables(work: (db: TestBackend['backend']['db']) => Promise<unknown>) {
  await work(shop.backend.db)
  shop.backend.invalidateCatalog()
}

describe('a currency change', () => {
  it('reprices plan, urgent processing, delivery, extras, coupon and tax together', async () => {
    const order = await createFullOrder()
    expect(order.quote).toMatchObject({ currency: 'USD', ...quoteInDollars })
    const { status, body } = await setCurrency(order.token, 'EUR')
    expect(status).toBe(200)
    expect(body.quote).toEqual({ currency: 'EUR', ...quoteInEuros, tax: 8.53, total: 145.03 })
    expect(body).toMatchObject({
      currency: 'EUR',
      state: {
        currency: 'EUR',
        currency_error: null,
        urgent: { total: 23 },
        selectedShippingMethod: { code: 'dhl', price: 17 },
        coupon: { name: 'FIVEOFF', amount: 4.5 },
        total: 145.03,
      },
    })
    expect(await fetchCheckout(order.token)).toEqual(body)
  })

  it('returns the previous quote, line by line, in the old currency', async () => {
    const order = await createFullOrder()
    const { body } = await setCurrency(order.token, 'EUR')
    const { currency: _, ...before } = order.quote
    expect(body.state.currencyData).toEqual({ from_value: 'USD', to_value: 'EUR', before })
  })

  it('that is undone leaves the order as it was', async () => {
    const order = await createFullOrder()
    for (const currency of ['EUR', 'PLN', 'JPY', 'USD']) {
      expect((await setCurrency(order.token, currency)).status).toBe(200)
    }
    const latest = await fetchCheckout(order.token)
    expect(latest.quote).toEqual(order.quote)
    expect(latest.state).toEqual({
      ...order.state,
      currencyData: expect.anything(),
      // The coupon was lost in zloty, where it has no amount, and found again.
      coupon_is_own: false,
      coupons_found: [expect.objectContaining({ name: 'FIVEOFF', code: null })],
    })
    expect(latest.state.currencyData).toMatchObject({ from_value: 'JPY', to_value: 'USD' })
  })

  it('to the same currency changes nothing', async () => {
    const order = await createFullOrder()
    const { status, body } = await setCurrency(order.token, 'USD')
    expect(status).toBe(200)
    expect(body).toEqual({ ...order, version: order.version + 1 })
  })

  it('is not recorded for the currency of a new checkout', async () => {
    const { currency, state } = await startCheckout({ currency: 'JPY' })
    expect([currency, state.currencyData]).toEqual(['JPY', null])
  })
})

describe('the quote before the change', () => {
  it.each<[string, object]>([
    ['the plan', { selectedLicense: 40 }],
    ['urgent processing', { urgent: { selected: false, is_skip: true } }],
    ['the coupon', { coupon: null }],
    ['the extras', { travelItemsInCart: [] }],
    ['the address', { shipping: { state: 'OR' } }],
    ['the shipping method', { selectedShippingMethod: { code: 'post' } }],
  ])('is dropped when %s changes', async (_, change) => {
    const { token } = await createFullOrder()
    const { version } = (await setCurrency(token, 'EUR')).body
    const { status, body } = await saveCheckout(token, version, change)
    expect([status, body.state.currencyData]).toEqual([200, null])
  })

  it('stays while only answers change', async () => {
    const { token } = await createFullOrder()
    const { version, state } = (await setCurrency(token, 'EUR')).body
    const { body } = await saveCheckout(token, version, { customer: { height: '180' }, step: 5 })
    expect(body.state.currencyData).toEqual(state.currencyData)
  })

  it('is that of the requested order when the plan changes with the currency', async () => {
    const { token, version } = await createFullOrder()
    const { body } = await saveCheckout(token, version, { currency: 'EUR', selectedLicense: 40 })
    expect(body.quote.plan).toBe(45)
    expect(body.state.currencyData.before.plan).toBe(49)
  })
})

const matchYenPrice = (productId: number) =>
  and(eq(prices.productId, productId), eq(prices.currency, 'JPY'))

/** Removes the yen from the prices of a row. */
async function removeYenPrices(
  db: TestBackend['backend']['db'],
  table: typeof shippingMethods | typeof travelItems,
  row: ReturnType<typeof eq>,
) {
  const [record] = await db.select({ prices: table.prices }).from(table).where(row)
  const { JPY: _, ...remainingPrices } = record?.prices ?? {}
  await db.update(table).set({ prices: remainingPrices }).where(row)
}

describe('a currency in which a price is missing', () => {
  it.each<[string, Parameters<typeof updateTables>[0]]>([
    ['the chosen plan', db => db.delete(prices).where(matchYenPrice(42))],
    ['another plan on offer', db => db.delete(prices).where(matchYenPrice(44))],
    ['urgent processing', db => db.delete(prices).where(matchYenPrice(60))],
    ['the delivery', db => removeYenPrices(db, shippingMethods, eq(shippingMethods.code, 'dhl'))],
    [
      'another delivery',
      db => removeYenPrices(db, shippingMethods, eq(shippingMethods.code, 'post')),
    ],
    ['an extra', db => removeYenPrices(db, travelItems, eq(travelItems.id, 1))],
  ])(
    'is refused as a whole, with a stored error, without a price for %s',
    async (_, removePrice) => {
      const order = await createFullOrder()
      await updateTables(removePrice)
      const state = { currency: 'JPY', gclid: 'with it' }
      const { status, body, headers } = await saveCheckout(order.token, order.version, state)
      expect([status, body.code, body.currency]).toEqual([409, 'currency', 'JPY'])
      expect(headers['set-cookie']).toBeUndefined()
      const latest = await fetchCheckout(order.token)
      expect(body.checkout).toEqual(latest)
      expect(latest).toEqual({
        ...order,
        version: order.version + 1,
        state: { ...order.state, currency_error: 'JPY' },
      })
    },
  )

  it('is accepted once the price exists, and the error is cleared', async () => {
    const order = await createFullOrder()
    await updateTables(db => db.delete(prices).where(matchYenPrice(60)))
    expect((await setCurrency(order.token, 'JPY')).status).toBe(409)
    await updateTables(restorePrices)
    const { status, body } = await setCurrency(order.token, 'JPY')
    expect([status, body.currency, body.state.currency_error]).toEqual([200, 'JPY', null])
  })

  it.each<[string, object, Parameters<typeof updateTables>[0]]>([
    ['a plan that is not on offer', {}, db => db.delete(prices).where(matchYenPrice(62))],
    [
      'an extra that is not in the cart',
      {},
      db => removeYenPrices(db, travelItems, eq(travelItems.id, 2)),
    ],
    [
      'the delivery of a digital plan',
      { selectedLicense: 45 },
      db => removeYenPrices(db, shippingMethods, eq(shippingMethods.code, 'dhl')),
    ],
  ])('is accepted if only %s has no price', async (_, state, removePrice) => {
    const { token } = await createPayableCheckout({ travelItemsInCart: [], ...state })
    await updateTables(removePrice)
    expect((await setCurrency(token, 'JPY')).status).toBe(200)
  })
})

describe('a coupon without an amount in the currency', () => {
  it('stays listed with its reason, takes nothing off, and applies again in the old currency', async () => {
    const order = await createFullOrder()
    const { status, body } = await setCurrency(order.token, 'PLN')
    expect(status).toBe(200)
    expect(body.quote).toMatchObject({ currency: 'PLN', plan: 269, discount: 0 })
    expect(body.state).toMatchObject({
      coupon: null,
      coupon_refused: { name: 'FIVEOFF', code: 'currency' },
      currencyData: { before: { discount: 5 } },
    })
    const reverted = (await setCurrency(order.token, 'USD')).body
    expect(reverted.state).toMatchObject({ coupon: { name: 'FIVEOFF' }, coupon_refused: null })
    expect(reverted.quote).toEqual(order.quote)
  })
})

/** Starts a payment with 3-D Secure. Returns a function that cancels it. */
async function startConfirmation(checkout: { token: string; quote: { total: number } }) {
  const { token } = checkout
  const { body } = await pay(checkout, 'pm_card_authenticationRequired')
  expect(body.status).toBe('requires_action')
  return () => finishPayment(token, body.order.id, { call_off: true })
}

describe('while a payment is being confirmed', () => {
  it('the currency cannot change', async () => {
    const order = await createFullOrder()
    await startConfirmation(order)
    const before = await fetchCheckout(order.token)
    expect([before.currency, before.quote]).toEqual(['USD', order.quote])
    const { status, body } = await setCurrency(order.token, 'EUR')
    expect([status, body.code]).toEqual([409, 'payment_in_progress'])
    expect(await fetchCheckout(order.token)).toEqual(before)
  })

  it('the currency cannot change even if the total is the same number', async () => {
    await updateTables(db =>
      db.update(prices).set({ amount: 2_900 }).where(eq(prices.currency, 'EUR')),
    )
    await updateTables(db =>
      db.update(prices).set({ amount: 2_900 }).where(eq(prices.currency, 'USD')),
    )
    const { token, quote } = await createPayableCheckout({ selectedLicense: 45 })
    const cancelPayment = await startConfirmation({ token, quote })
    expect((await setCurrency(token, 'EUR')).body.code).toBe('payment_in_progress')
    await cancelPayment()
    expect((await setCurrency(token, 'EUR')).body.quote).toEqual({ ...quote, currency: 'EUR' })
  })
})

describe.each(currencies)('in $code', ({ code }) => {
  it('the charge is exactly the price shown', async () => {
    const { token } = await createFullOrder()
    if (code !== 'USD') await setCurrency(token, code)
    const { quote } = await fetchCheckout(token)
    const { currency, total, discount, ...lineAmounts } = quote
    const minor = Math.round(total * unitMultiplierOf(code))
    const lines = Object.values(lineAmounts as Record<string, number>)
    expect(currency).toBe(code)
    expect(lines.reduce((sum, line) => sum + line, -discount)).toBeCloseTo(total, 6)
    // No amount has more decimals than its currency: yen have none.
    const units = [...lines, discount, total].map(amount => amount * unitMultiplierOf(code))
    for (const unit of units) expect(unit).toBeCloseTo(Math.round(unit), 6)
    expect((await pay({ token, quote })).body.status).toBe('success')

    const { order } = await fetchCheckout(token)
    const [attempt] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, order.id))
    expect(attempt).toMatchObject({ amount: minor, currency: code, state: 'captured' })
    const movements = await shop.provider.movements()
    expect(movements.filter(({ intent }) => intent === attempt?.providerRef)).toMatchObject([
      { kind: 'charge', amount: minor, currency: code.toLowerCase() },
    ])
    expect(order).toMatchObject({ total, currency: code })
  })
})

it('the ledger balances after all tests', () => expectLedgerToBalance(shop.backend, shop.provider))

const patchCheckout = (token: string, state: object) =>
  callRoute(checkoutRoute, { method: 'PATCH', params: { token }, body: { state } })

describe('the currency cookie of a browser', () => {
  it('is set by a response that changes the currency, and by no other', async () => {
    const { token } = await startCheckout()
    expect((await patchCheckout(token, { gclid: 'x' })).headers['set-cookie']).toBeUndefined()
    const { headers } = await patchCheckout(token, { currency: 'EUR' })
    expect(String(headers['set-cookie'])).toMatch(
      /^currency=EUR; Max-Age=34560000; Path=\/checkouts/,
    )
  })

  it('overrides the saved currency when a page opens', async () => {
    const order = await createFullOrder()
    expect(await visitWithCurrency(order.token, 'EUR')).toMatchObject({
      currency: 'EUR',
      quote: quoteInEuros,
      state: { currencyData: { from_value: 'USD', to_value: 'EUR' } },
    })
    expect((await fetchCheckout(order.token)).currency).toBe('EUR')
  })

  it.each(['XXX', 'eur', '', undefined])('is ignored if unsupported: %j', async currency => {
    const order = await startCheckout()
    expect(await visitWithCurrency(order.token, currency)).toEqual(order)
  })

  it('yields to the saved currency without an error when a price is missing in it', async () => {
    const order = await createFullOrder()
    await updateTables(db => db.delete(prices).where(matchYenPrice(60)))
    const unchanged = await visitWithCurrency(order.token, 'JPY')
    expect(unchanged).toMatchObject({ currency: 'USD', quote: order.quote })
    expect(await visitWithCurrency(order.token, 'JPY')).toEqual(unchanged)
  })

  it('does not change an order that is being paid or is paid', async () => {
    const order = await createFullOrder()
    const cancelPayment = await startConfirmation(order)
    const pendingCheckout = await fetchCheckout(order.token)
    expect(await visitWithCurrency(order.token, 'EUR')).toEqual(pendingCheckout)
    expect([pendingCheckout.currency, pendingCheckout.quote]).toEqual(['USD', order.quote])
    await cancelPayment()
    await pay(order)
    const paidCheckout = await fetchCheckout(order.token)
    expect(await visitWithCurrency(order.token, 'EUR')).toEqual(paidCheckout)
    expect(paidCheckout).toMatchObject({ status: 'paid', currency: 'USD' })
  })
})

/** The checkout of a page for a browser with this token and currency cookie. */
async function visitWithCurrency(token: string, currency: string | undefined) {
  const cookie = `userToken=${token}${currency === undefined ? '' : `; currency=${currency}`}`
  const req = { headers: { cookie } } as GetServerSidePropsContext['req']
  const res = { setHeader: () => res, getHeader: () => undefined } as unknown as ServerResponse
  return (await loadCurrentCheckout(shop.backend, { req, res, query: {} })).checkout
}

describe('the form for browsers without scripts', () => {
  it('shows on its own page that the currency is unavailable, and keeps the other choices', async () => {
    const order = await createFullOrder()
    await updateTables(db => db.delete(prices).where(matchYenPrice(60)))
    const back = '/checkouts/v2/review/'
    const { status, headers } = await callRoute(preferencesRoute, {
      method: 'POST',
      rawBody: new URLSearchParams({ back, language: 'ar', currency: 'JPY' }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://shop.example',
        cookie: `userToken=${order.token}`,
      },
    })
    const redirectUrl = `/checkouts/preferences/?${new URLSearchParams({ back, refused: 'currency' })}`
    expect([status, headers.location]).toEqual([303, redirectUrl])
    expect([headers['set-cookie']].flat().join()).not.toMatch(/currency=/)
    expect(await fetchCheckout(order.token)).toMatchObject({
      currency: 'USD',
      quote: order.quote,
      state: { language: 'ar', currency_error: 'JPY' },
    })
  })
})

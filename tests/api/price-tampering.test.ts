import { afterEach, describe, expect, it } from 'vitest'
import { unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { callRoute, type Reply } from '../support/call-route'
import {
  createPayableCheckout,
  parcelAnswers,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const checkoutRoute = '/backend/api/checkout/[token]/'
const checkoutsRoute = '/backend/api/checkout/'
const payRoute = '/backend/api/merchant/stripe/create-payment-intent/'
const shippingRoute = '/backend/api/shipping/'
const travelLineRoute = '/backend/api/travel-product-checkout/[id]/'
const travelRoute = '/backend/api/travel-product-checkout/'

const shop = withShop({ provider: startProvider })
afterEach(async () => {
  expect(await shop.provider.calls(), 'nobody was asked for money').toEqual([])
})

/** Expects that the call is refused with this status and changes no row. */
async function expectRefused(status: number, call: () => Promise<Reply>): Promise<Reply> {
  const before = await shop.readRows()
  const reply = await call()
  expect(reply.status, reply.text).toBe(status)
  expect(await shop.readRows()).toEqual(before)
  return reply
}

const listIssueFields = ({ body }: Reply) =>
  body.issues.map((issue: { field: string }) => issue.field)

/** JSON that JSON.stringify cannot write: `NaN`, `1e309`, `-0`. */
const buildRawBody = (text: string) => ({ rawBody: `{"api_key":"demo",${text}}` })

const saveRaw = (token: string, state: string): Promise<Reply> =>
  callRoute(checkoutRoute, {
    method: 'PATCH',
    params: { token },
    ...buildRawBody(`"state":${state}`),
  })

const buildCart = (quantity: unknown) => ({ travelItemsInCart: [{ item_id: 1, quantity }] })
const walletQuantityField = 'state.travelItemsInCart.0.quantity'

describe('an invalid quantity', () => {
  const invalidQuantities: unknown[] = [
    0.5,
    9.99,
    1e9,
    -1e9,
    '1',
    '10 ',
    '',
    true,
    null,
    [1],
    { $gt: 0 },
  ]

  it.each(invalidQuantities)('is refused: %j', async quantity => {
    const { token, version } = await createPayableCheckout()
    const reply = await expectRefused(422, () => saveCheckout(token, version, buildCart(quantity)))
    expect(listIssueFields(reply)).toEqual([walletQuantityField])
  })

  it.each(invalidQuantities)('is refused in a new checkout: %j', async quantity => {
    const state = buildCart(quantity)
    const reply = await expectRefused(422, () =>
      callRoute(checkoutsRoute, { method: 'POST', body: { state } }),
    )
    expect(listIssueFields(reply)).toEqual([walletQuantityField])
  })

  it.each([...invalidQuantities.filter(quantity => quantity !== -1e9), 11])(
    'is refused by the cart calls: %j',
    async quantity => {
      const { token } = await createPayableCheckout()
      const query = { checkout: token }
      const added = await callRoute(travelRoute, {
        method: 'POST',
        query,
        body: { item_id: 1, quantity: 1 },
      })
      expect(added.status, added.text).toBe(200)
      const [{ id }] = added.body.results
      const calls = [
        () => callRoute(travelRoute, { method: 'POST', query, body: { item_id: 2, quantity } }),
        () =>
          callRoute(travelLineRoute, {
            method: 'PATCH',
            params: { id },
            query,
            body: { quantity },
          }),
      ]
      for (const call of calls)
        expect(listIssueFields(await expectRefused(422, call))).toEqual(['quantity'])
    },
  )

  it.each([
    ['1e309', 422],
    ['-1e309', 422],
    ['10.000000000000002', 422],
    ['NaN', 400],
    ['Infinity', 400],
    ['0x0A', 400],
  ])('is refused as a JSON literal: %s', async (quantity, status) => {
    const { token } = await createPayableCheckout()
    await expectRefused(status, () =>
      saveRaw(token, `{"travelItemsInCart":[{"item_id":1,"quantity":${quantity}}]}`),
    )
  })

  it.each(['0', '-0', '0e5'])('zero removes the line: %s', async quantity => {
    const { token, quote } = await createPayableCheckout()
    const state = `{"travelItemsInCart":[{"item_id":1,"quantity":${quantity}}]}`
    const { status, body } = await saveRaw(token, state)
    expect(status).toBe(200)
    expect(body.state.travelItemsInCart).toEqual([])
    expect(body.quote).toEqual(quote)
  })

  it('cannot be reached by repeating an item', async () => {
    const { token, version, quote } = await createPayableCheckout()
    const line = { item_id: 1, quantity: 10 }
    const { body } = await saveCheckout(token, version, { travelItemsInCart: [line, line, line] })
    expect(body.state.travelItemsInCart).toEqual([line])
    expect(body.quote).toEqual({ ...quote, travel: 190, total: quote.total + 190 })
  })

  it('cannot be reached by too many lines', async () => {
    const { token, version } = await createPayableCheckout()
    const travelItemsInCart = Array.from({ length: 51 }, () => ({ item_id: 1, quantity: 1 }))
    await expectRefused(422, () => saveCheckout(token, version, { travelItemsInCart }))
  })
})

describe('a travel item that is not on sale', () => {
  const unavailableItems: [string, unknown][] = [
    ['unknown', 999],
    ['inactive', 13],
    ['id 0', 0],
    ['a negative id', -1],
    ['a plan', 42],
    ['urgent processing', 60],
    ['a fractional id', 1.5],
    ['an id as text', '1'],
    ['an id that is too large', 2 ** 53],
    ['null', null],
  ]

  it.each(unavailableItems)('is not added to the cart: %s', async (_, item_id) => {
    const { token, version } = await createPayableCheckout()
    const travelItemsInCart = [{ item_id, quantity: 1 }]
    await expectRefused(422, () => saveCheckout(token, version, { travelItemsInCart }))
    await expectRefused(422, () =>
      callRoute(travelRoute, {
        method: 'POST',
        query: { checkout: token },
        body: { item_id, quantity: 1 },
      }),
    )
  })

  it('is not added to a digital plan', async () => {
    const { token, version, quote } = await createPayableCheckout({ selectedLicense: 45 })
    const { body } = await saveCheckout(token, version, buildCart(10))
    expect(body.quote).toEqual(quote)
  })
})

describe('a price in the request', () => {
  it.each([0, -19, 0.01, 18.99, 1e9, '19', null])('is ignored: %j', async price => {
    const { token, version, quote } = await createPayableCheckout()
    const { status, body } = await saveCheckout(token, version, {
      selectedLicense: 41,
      price,
      plan: { price },
      travelItemsInCart: [{ item_id: 1, quantity: 2, price, total: price }],
      selectedShippingMethod: { code: 'fedex', price, total: price },
      urgent: { selected: true, total: price, price, discount: price },
      tax: price,
      discount: price,
    })
    expect(status).toBe(200)
    expect(body.quote).toEqual({
      ...quote,
      plan: 59,
      urgent: 25,
      travel: 38,
      shipping: 17,
      total: 139,
    })
  })

  it.each([0, -19, 18.99])('is ignored by the cart call: %d', async price => {
    const { token, quote } = await createPayableCheckout()
    const { body } = await callRoute(travelRoute, {
      method: 'POST',
      query: { checkout: token },
      body: { item_id: 1, quantity: 1, price, currency: 'INR' },
    })
    expect(body.results).toMatchObject([{ item_id: 1, quantity: 1, price: 19 }])
    expect((await readCheckout(token)).body.quote.total).toBe(quote.total + 19)
  })
})

describe('a plan that is not offered', () => {
  it.each([60, 62, 96, 39, 46, -42])('cannot start a checkout: %d', async id => {
    const state = { selectedLicense: id }
    const reply = await expectRefused(422, () =>
      callRoute(checkoutsRoute, { method: 'POST', body: { state } }),
    )
    expect(listIssueFields(reply)).toEqual(['state.selectedLicense'])
  })

  it.each(['42', '62', 42.5, null, [42]])('cannot be selected by %j', async id => {
    const { token, version } = await createPayableCheckout()
    await expectRefused(422, () => saveCheckout(token, version, { selectedLicense: id }))
  })

  it.each([62, 96])('cannot be unlocked by claiming its campaign: %d', async id => {
    const claims = { campaigns: ['summer_lifetime'], upsellOffers: [{ id, accepted: true }] }
    const { token, version } = await createPayableCheckout()
    const state = { ...claims, selectedLicense: id }
    await expectRefused(422, () => saveCheckout(token, version, state))
    await expectRefused(422, () => callRoute(checkoutsRoute, { method: 'POST', body: { state } }))
    const { body } = await saveCheckout(token, version, claims)
    expect(body.state.campaigns).toEqual([])
    await expectRefused(422, () => saveCheckout(token, body.version, { selectedLicense: id }))
  })

  it.each([60, 62, 96])('cannot be unlocked by limiting the offer to it: %d', async id => {
    const { token, version, quote } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, { products: [id] })
    expect(body.quote).toEqual(quote)
    await expectRefused(422, () => saveCheckout(token, body.version, { selectedLicense: id }))
  })

  it.each([
    [
      'a printed plan with the digital category',
      { selectedLicense: 42, category: 'digital' },
      69,
      19,
    ],
    [
      'a digital plan with the printed category',
      { selectedLicense: 45, category: 'physical' },
      49,
      0,
    ],
  ])('cannot be made of mixed parts: %s', async (_, state, plan, shipping) => {
    const { token, version } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, state)
    expect(body.quote).toMatchObject({ plan, shipping })
    expect(body.state.category).toBe(shipping > 0 ? 'physical' : 'digital')
  })
})

describe('a shipping method of another country', () => {
  const belarusAddress = { country: 'by', state: '', city: 'Minsk', postcode: '220030' }

  it('is replaced by one for the destination, at its price', async () => {
    const { token, version } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, {
      shipping: belarusAddress,
      selectedShippingMethod: { code: 'dhl' },
    })
    expect(body.state.selectedShippingMethod).toMatchObject({ code: 'post', price: 19 })
    expect(body.quote.shipping).toBe(19)
  })

  it('is replaced in the address call too', async () => {
    const { token } = await createPayableCheckout()
    const { status, body } = await callRoute(shippingRoute, {
      method: 'POST',
      body: { checkout: token, ...parcelAnswers, ...belarusAddress, shipping_method: 'fedex' },
    })
    expect(status).toBe(200)
    expect(body.shipping_method).toBe('post')
  })

  it('is repriced when the destination changes', async () => {
    const { token, version } = await createPayableCheckout({
      selectedShippingMethod: { code: 'post' },
    })
    const { body } = await saveCheckout(token, version, {
      shipping: { country: 'za', state: '', city: 'Durban', postcode: '4001' },
    })
    expect(body.state.selectedShippingMethod).toMatchObject({ code: 'post', price: 18 })
  })

  it('cannot be bought where no courier delivers', async () => {
    const { token, version } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, {
      shipping: { country: 'aq', state: '', city: 'McMurdo', postcode: '7420' },
      selectedShippingMethod: { code: 'dhl' },
    })
    expect(body.state.selectedShippingMethod).toBeNull()
    const refusal = await expectRefused(409, () => pay(body))
    expect(refusal.body.code).toBe('incomplete')
  })
})

/** Pays with another expected total. */
const payWithSeenTotal = (token: string, seenTotal: number): Promise<Reply> =>
  pay({ token, quote: { total: seenTotal } })

async function expectQuoteChanged(token: string, seenTotal: number, total: number): Promise<void> {
  const { body } = await expectRefused(409, () => payWithSeenTotal(token, seenTotal))
  expect(body.code).toBe('quote_changed')
  expect(body.quote).toEqual({ expected: seenTotal, total })
  expect(body.checkout.quote.total).toBe(total)
}

describe('an outdated price', () => {
  it.each(currencies.filter(({ code }) => code !== 'USD'))(
    'after a change to $code charges nothing and returns both totals',
    async ({ code: currency }) => {
      const { token, version, quote } = await createPayableCheckout()
      const { body } = await saveCheckout(token, version, { currency })
      expect(body.quote.total).not.toBe(quote.total)
      await expectQuoteChanged(token, quote.total, body.quote.total)
    },
  )

  it.each([
    ['the plan', { selectedLicense: 41 }],
    ['the shipping method', { selectedShippingMethod: { code: 'post' } }],
    ['urgent processing', { urgent: { selected: false } }],
    ['the cart', buildCart(1)],
    ['the tax state', { shipping: { state: 'CA' } }],
  ])('after a change of %s in another tab charges nothing', async (_, state) => {
    const { token, version, quote } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, state)
    expect(body.quote.total).not.toBe(quote.total)
    await expectQuoteChanged(token, quote.total, body.quote.total)
  })

  it('after a currency change charges nothing, even if the number is the same', async () => {
    const state = { selectedLicense: 43, currency: 'CAD', urgent: { selected: false } }
    const { token, version, quote } = await createPayableCheckout(state)
    const { body } = await saveCheckout(token, version, { currency: 'SGD' })
    expect(body.quote.total).toBe(quote.total)
    const refusal = await expectRefused(409, () => pay({ token, quote }))
    expect(refusal.body.code).toBe('quote_changed')
  })

  describe.each(currencies)('off by one unit in $code', ({ code: currency }) => {
    it.each([1, -1])('is refused: %d', async units => {
      const { token, quote } = await createPayableCheckout({ currency })
      const multiplier = unitMultiplierOf(currency)
      const seenTotal = (Math.round(quote.total * multiplier) + units) / multiplier
      await expectQuoteChanged(token, seenTotal, quote.total)
    })
  })
})

describe('an invalid expected total', () => {
  const payRaw = (token: string, total: string) =>
    callRoute(payRoute, {
      method: 'POST',
      ...buildRawBody(
        `"token":"${token}","payment_method":"pm_card_visa","expected_total":${total}`,
      ),
    })

  it.each([
    ['"113"', 422],
    ['"113 USD"', 422],
    ['""', 422],
    ['true', 422],
    ['[113]', 422],
    ['{"total":113}', 422],
    ['1e309', 422],
    ['-1e309', 422],
    ['NaN', 400],
    ['-NaN', 400],
    ['Infinity', 400],
    ['113,00', 400],
  ])('is refused: %s', async (total, status) => {
    const { token } = await createPayableCheckout()
    await expectRefused(status, () => payRaw(token, total))
  })

  it.each(['-113', '-0', '0', '1e9', '11300', '1.13', '1e-9'])(
    'that is a number but not the price returns 409: %s',
    async total => {
      const { token } = await createPayableCheckout()
      const { body } = await expectRefused(409, () => payRaw(token, total))
      expect([body.code, body.quote.total]).toEqual(['quote_changed', 113])
    },
  )

  it('that is missing is refused', async () => {
    const { token } = await createPayableCheckout()
    await expectRefused(422, () =>
      callRoute(payRoute, { method: 'POST', body: { token, payment_method: 'pm_card_visa' } }),
    )
  })
})

describe('a payment field that would lower the price', () => {
  it.each([
    ['an amount', { amount: 1, total: 0.01 }],
    ['a currency', { currency: 'INR' }],
    ['a coupon', { coupon: 'EVERYTHINGFREE', state: { coupon: { name: 'EVERYTHINGFREE' } } }],
  ])('is ignored: %s', async (_, change) => {
    const { token, quote } = await createPayableCheckout()
    const { body } = await expectRefused(409, () =>
      pay({ token, quote: { total: quote.total - 1 } }, 'pm_card_visa', change),
    )
    expect(body.quote).toEqual({ expected: 112, total: 113 })
  })
})

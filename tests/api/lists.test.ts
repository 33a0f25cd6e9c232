import { describe, expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { products } from '@/server/db/tables/catalog'
import { callRoute } from '../support/call-route'
import { withShop } from '../support/with-shop'

const geoRoute = '/backend/api/checkout/geo/'
const productsRoute = '/backend/api/products/'
const methodsRoute = '/backend/api/shipping/shipping-methods/'
const healthRoute = '/api/health/'
const readyRoute = '/api/ready/'

const shop = withShop({ variables: { COUNTRY_HEADER: 'X-Country' } })

describe('the products', () => {
  it('are priced in dollars by default', async () => {
    const { status, body } = await callRoute(productsRoute)
    expect(status).toBe(200)
    const prices = Object.fromEntries(
      body.results.map(({ id, price }: { id: number; price: number }) => [id, price]),
    )
    expect(prices).toEqual({
      40: 49,
      41: 59,
      42: 69,
      43: 29,
      44: 39,
      45: 49,
      60: 25,
      62: 199,
      96: 149,
    })
  })

  it('compare plans of several years with the same number of single years', async () => {
    const { body } = await callRoute(productsRoute)
    const oldPrices = Object.fromEntries(
      body.results.map(({ id, oldPrice }: { id: number; oldPrice: number }) => [id, oldPrice]),
    )
    expect(oldPrices).toMatchObject({
      40: null,
      41: 98,
      42: 147,
      43: null,
      44: 58,
      45: 87,
      60: null,
    })
  })

  it.each(currencies)('are priced in $code', async ({ code }) => {
    const { body } = await callRoute(productsRoute, { query: { currency: code } })
    expect(body.results).toHaveLength(9)
    for (const { price } of body.results) expect(price).toBeGreaterThan(0)
  })

  it('can be limited by id', async () => {
    const { body } = await callRoute(productsRoute, { query: { products: '43,40,999' } })
    expect(body.results.map(({ id }: { id: number }) => id).sort()).toEqual([40, 43])
  })

  it.each([
    ['currency', { currency: 'XXX' }],
    ['currency', { currency: 'usd' }],
    ['currency', { currency: ['USD', 'EUR'] }],
    ['products', { products: '1 OR 1' }],
    ['products', { products: '40,' }],
    ['products', { products: '' }],
  ])('refuse an invalid %s: %j', async (field, query) => {
    const { status, body } = await callRoute(productsRoute, { query })
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field }])
  })
})

describe('the country of a customer', () => {
  it.each([
    ['comes from the header', 'DE', 'de'],
    ['comes from the header in lower case', 'jp', 'jp'],
    ['falls back to the US for an unknown code', 'ZZ', 'us'],
    ['falls back to the US for the code XX', 'XX', 'us'],
    ['falls back to the US without a header', undefined, 'us'],
  ])('%s', async (_, header, country_code) => {
    const { status, body } = await callRoute(geoRoute, { headers: { 'x-country': header } })
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'success', data: { country_code } })
  })
})

const listMethods = (body: object) => callRoute(methodsRoute, { method: 'POST', body })

describe('the shipping methods', () => {
  it('are sorted by delivery time and have a price', async () => {
    const { status, body } = await listMethods({ country: 'us', currency: 'USD' })
    expect(status).toBe(200)
    const methods: { code: string; price: number; min_delivery: number }[] = body.shipping_methods
    expect(methods.map(({ code }) => code).sort()).toEqual(['dhl', 'fedex', 'post'])
    const days = methods.map(({ min_delivery }) => min_delivery)
    expect(days).toEqual([...days].sort((a, b) => a - b))
  })

  it('cost the same with `increased_price` and a partner', async () => {
    const plain = await listMethods({ country: 'fr', currency: 'EUR' })
    const other = await listMethods({
      country: 'FR',
      currency: 'EUR',
      increased_price: true,
      partner: 'bikes',
    })
    expect(other.body).toEqual(plain.body)
  })

  it.each(currencies)('are priced in $code', async ({ code }) => {
    const { body } = await listMethods({ country: 'de', currency: code })
    expect(body.shipping_methods.length).toBeGreaterThan(0)
    for (const { price } of body.shipping_methods) expect(price).toBeGreaterThanOrEqual(0)
  })

  it.each([
    ['country', { country: 'zz', currency: 'USD' }],
    ['country', { country: 'germany', currency: 'USD' }],
    ['country', { currency: 'USD' }],
    ['currency', { country: 'us' }],
    ['currency', { country: 'us', currency: 'XXX' }],
  ])('refuse an invalid %s: %j', async (field, body) => {
    const { status, body: refusal } = await listMethods(body)
    expect(status).toBe(422)
    expect(refusal.issues).toMatchObject([{ field }])
  })
})

describe('the health calls', () => {
  it('report a running process', async () => {
    expect((await callRoute(healthRoute)).body).toEqual({ status: 'ok' })
  })

  it('report that it is ready', async () => {
    expect((await callRoute(readyRoute)).body).toEqual({ status: 'ready' })
  })

  it('report that it is not ready without products, but still running', async () => {
    const deletedProducts = await shop.backend.db.delete(products).returning()
    const { status, body } = await callRoute(readyRoute)
    await shop.backend.db.insert(products).values(deletedProducts)
    expect(status).toBe(503)
    expect(body.code).toBe('unavailable')
    expect((await callRoute(healthRoute)).status).toBe(200)
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { readCatalog } from '@/server/catalog/catalog'
import { travelItems } from '@/server/db/tables/catalog'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { setCheckout } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const cartLineRoute = '/backend/api/travel-product-checkout/[id]/'
const cartRoute = '/backend/api/travel-product-checkout/'
const travelRoute = '/backend/api/travel-products/'

/** Price book: the wallet costs $19, the mount $15; the pillow is not on sale. */
const [wallet, mount, pillow, unknownItem] = [1, 2, 13, 999]

const shop = withShop({ provider: startProvider, holdEvents: true })

const listItems = (query: Record<string, string>) => callRoute(travelRoute, { query })
const readCart = (checkout: string, query: Record<string, string> = {}) =>
  callRoute(cartRoute, { query: { checkout, ...query } })
const addItem = (checkout: string, body: object) =>
  callRoute(cartRoute, { method: 'POST', query: { checkout }, body })
const updateItem = (checkout: string, id: string, body: object) =>
  callRoute(cartLineRoute, { method: 'PATCH', params: { id }, query: { checkout }, body })
const removeItem = (checkout: string, id: string) =>
  callRoute(cartLineRoute, { method: 'DELETE', params: { id }, query: { checkout } })

/** Adds an item and returns its row. */
async function addItemRow(checkout: string, item_id: number, quantity = 1) {
  const { status, body, text } = await addItem(checkout, { item_id, quantity })
  expect(status, text).toBe(200)
  return body.results.find((row: { item_id: number }) => row.item_id === item_id)
}

/** Takes an item off sale while `work` runs. */
async function withItemWithdrawn(id: number, work: () => Promise<void>): Promise<void> {
  const originalCatalog = shop.backend.catalog
  const setActive = (isActive: boolean) =>
    shop.backend.db.update(travelItems).set({ isActive }).where(eq(travelItems.id, id))
  await setActive(false)
  const catalog = await readCatalog(shop.backend.db)
  shop.backend.catalog = async () => catalog
  try {
    await work()
  } finally {
    await setActive(true)
    shop.backend.catalog = originalCatalog
  }
}

describe('the travel items', () => {
  it('are the items on sale with their prices', async () => {
    const { status, body } = await listItems({ language: 'en', currency: 'USD' })
    expect(status).toBe(200)
    expect(body.results).toHaveLength(12)
    expect(body.results[0]).toEqual({
      item_id: wallet,
      code: 'travel-wallet',
      name: 'Travel wallet',
      price: 19,
      is_active: true,
    })
    expect(body.results.map(({ item_id }: { item_id: number }) => item_id)).not.toContain(pillow)
  })

  it.each(currencies)('are priced in $code', async ({ code }) => {
    const { body } = await listItems({ language: 'en', currency: code })
    expect(body.results).toHaveLength(12)
    for (const { price } of body.results) expect(price).toBeGreaterThan(0)
  })

  it.each([
    ['the customer’s language', 'ar', 'محفظة سفر'],
    ['English for an unknown language', 'toString', 'Travel Wallet'],
  ])('are named in %s', async (_, language, name) => {
    const { body } = await listItems({ language, currency: 'USD' })
    expect(body.results[0].name).toBe(name)
  })

  it.each([
    ['currency', { language: 'en', currency: 'XXX' }],
    ['currency', { language: 'en' }],
    ['language', { language: 'much too long', currency: 'USD' }],
    ['language', { currency: 'USD' }],
  ])('refuse an invalid %s: %j', async (field, query) => {
    const { status, body } = await listItems(query as Record<string, string>)
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field }])
  })

  it('are in the checkout, in its currency and language', async () => {
    const { state } = await startCheckout({ currency: 'JPY', language: 'ar' })
    expect(state.travelItemsData).toHaveLength(12)
    expect(state.travelItemsData[0]).toMatchObject({ name: 'محفظة سفر', price: 2900 })
  })
})

describe('the travel cart', () => {
  it('stores items and updates the price and the version', async () => {
    const { token, quote, version } = await createPayableCheckout()
    const { body } = await addItem(token, { item_id: wallet, quantity: 2 })
    expect(body).toMatchObject({
      results: [{ item_id: wallet, quantity: 2, price: 19 }],
      currency: 'USD',
      version: version + 1,
    })
    const { body: latest } = await readCheckout(token)
    expect(latest.version).toBe(version + 1)
    expect(latest.quote).toMatchObject({ travel: 38, total: quote.total + 38 })
    expect(latest.state.travelItemsInCart).toEqual([{ item_id: wallet, quantity: 2 }])
  })

  it('returns prices in the checkout’s currency, or in another', async () => {
    const { token } = await startCheckout({ currency: 'EUR' })
    const { id } = await addItemRow(token, mount, 3)
    const row = { id, item_id: mount, quantity: 3 }
    expect((await readCart(token)).body).toMatchObject({
      results: [{ ...row, price: 14 }],
      currency: 'EUR',
    })
    expect((await readCart(token, { currency: 'JPY' })).body).toMatchObject({
      results: [{ ...row, price: 2300 }],
      currency: 'JPY',
    })
  })

  it('changes a row in place and keeps its id', async () => {
    const { token } = await startCheckout()
    const first = await addItemRow(token, wallet)
    const second = await addItemRow(token, mount)
    const { body } = await updateItem(token, first.id, { quantity: 10 })
    expect(body.results).toEqual([{ ...first, quantity: 10 }, second])
  })

  it('replaces the quantity of an item added again', async () => {
    const { token } = await startCheckout()
    const first = await addItemRow(token, wallet, 4)
    expect(await addItemRow(token, wallet, 1)).toEqual({ ...first, quantity: 1 })
  })

  it('removes a row', async () => {
    const { token } = await startCheckout()
    const first = await addItemRow(token, wallet)
    const second = await addItemRow(token, mount)
    const { status, body } = await removeItem(token, first.id)
    expect(status).toBe(200)
    expect(body.results).toEqual([second])
    expect((await removeItem(token, first.id)).status).toBe(404)
  })

  it.each([0, -1, -1e9])('removes a row by a quantity of %d', async quantity => {
    const { token } = await startCheckout()
    const { id } = await addItemRow(token, wallet)
    await addItemRow(token, mount)
    expect((await updateItem(token, id, { quantity })).body.results).toMatchObject([
      { item_id: mount },
    ])
    const { body } = await addItem(token, { item_id: mount, quantity })
    expect(body.results).toEqual([])
    expect((await readCheckout(token)).body.state.travelItemsInCart).toEqual([])
  })
})

describe('an invalid quantity', () => {
  it.each<[string, unknown]>([
    ['eleven', 11],
    ['one billion', 1e9],
    ['too large to be exact', 1e300],
    ['a fraction', 1.5],
    ['slightly over ten', 10.000001],
    ['NaN', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['a string', '2'],
    ['a string with a space', '10 '],
    ['null', null],
    ['missing', undefined],
    ['true', true],
    ['a list', [2]],
  ])('is refused and changes nothing: %s', async (_, quantity) => {
    const before = await startCheckout()
    const { token } = before
    const { id } = await addItemRow(token, wallet)
    const current = (await readCheckout(token)).body
    for (const reply of [
      await addItem(token, { item_id: mount, quantity }),
      await updateItem(token, id, { quantity }),
      await saveCheckout(token, current.version, {
        travelItemsInCart: [{ item_id: mount, quantity }],
      }),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.issues[0].field).toMatch(/^(state\.travelItemsInCart\.0\.)?quantity$/)
    }
    expect((await readCheckout(token)).body).toEqual(current)
  })
})

describe('an item that cannot be bought', () => {
  it.each([
    ['is not on sale', pillow],
    ['does not exist', unknownItem],
    ['is a plan', 42],
    ['is urgent processing', 60],
    ['has id 0', 0],
    ['has a negative id', -1],
  ])('is refused when it %s', async (_, item_id) => {
    const before = await startCheckout()
    const addReply = await addItem(before.token, { item_id, quantity: 1 })
    expect(addReply.status).toBe(422)
    expect(addReply.body.issues).toEqual([
      { field: 'item_id', message: 'travelItemsInCart.unknown' },
    ])
    const saveReply = await saveCheckout(before.token, before.version, {
      travelItemsInCart: [
        { item_id: wallet, quantity: 1 },
        { item_id, quantity: 1 },
      ],
    })
    expect(saveReply.status).toBe(422)
    expect(saveReply.body.issues).toEqual([
      { field: 'state.travelItemsInCart', message: 'travelItemsInCart.unknown' },
    ])
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it.each(['1', 1.5, null, [1], undefined])('is refused when its id is %j', async item_id => {
    const { token } = await startCheckout()
    const { status, body } = await addItem(token, { item_id, quantity: 1 })
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field: 'item_id' }])
  })

  it('cannot have its own price or name', async () => {
    const { token } = await startCheckout()
    const { body } = await addItem(token, { item_id: wallet, quantity: 1, price: 0.01, id: 'mine' })
    expect(body.results).toMatchObject([{ item_id: wallet, quantity: 1, price: 19 }])
    expect(body.results[0].id).not.toBe('mine')
    expect((await readCheckout(token)).body.quote.travel).toBe(19)
  })
})

describe('an item that goes off sale', () => {
  it('is not charged, is dropped by the next change, and can be removed until then', async () => {
    const { token, quote } = await createPayableCheckout()
    const withdrawnRow = await addItemRow(token, wallet, 2)
    await addItemRow(token, mount)
    await withItemWithdrawn(wallet, async () => {
      const { body } = await readCheckout(token)
      expect(body.quote).toMatchObject({ travel: 15, total: quote.total + 15 })
      expect((await readCart(token)).body.results).toMatchObject([
        { item_id: wallet, quantity: 2, price: null },
        { item_id: mount, quantity: 1, price: 15 },
      ])
      const refusal = await updateItem(token, withdrawnRow.id, { quantity: 3 })
      expect(refusal.body.issues).toMatchObject([{ message: 'travelItemsInCart.unknown' }])

      const saved = await saveCheckout(token, body.version, {
        travelItemsInCart: [
          { item_id: wallet, quantity: 2 },
          { item_id: mount, quantity: 4 },
        ],
      })
      expect(saved.status).toBe(200)
      expect(saved.body.state.travelItemsInCart).toEqual([{ item_id: mount, quantity: 4 }])
      expect((await removeItem(token, withdrawnRow.id)).status).toBe(404)
    })
    expect((await readCheckout(token)).body.quote.travel).toBe(60)
  })
})

describe('a cart saved with the checkout', () => {
  it('has the same rows as the cart calls', async () => {
    const { token, version } = await startCheckout()
    const { body } = await saveCheckout(token, version, {
      travelItemsInCart: [
        { item_id: mount, quantity: 1 },
        { item_id: wallet, quantity: 2 },
      ],
    })
    const rows = body.state.travel_items
    expect(rows).toMatchObject([
      { item_id: mount, quantity: 1 },
      { item_id: wallet, quantity: 2 },
    ])
    const { body: cart } = await readCart(token)
    expect(cart.results.map(({ price: _, ...row }: { price: number }) => row)).toEqual(rows)
    const { body: updatedCart } = await updateItem(token, rows[1].id, { quantity: 5 })
    expect(updatedCart.results).toMatchObject([rows[0], { ...rows[1], quantity: 5 }])
  })

  it('adds, changes and deletes rows, and keeps the ids of the others', async () => {
    const { token, version } = await startCheckout()
    const save = (baseVersion: number, ...lines: [number, number][]) =>
      saveCheckout(token, baseVersion, {
        travelItemsInCart: lines.map(([item_id, quantity]) => ({ item_id, quantity })),
      })
    const first = (await save(version, [wallet, 1], [mount, 1])).body
    const second = (await save(first.version, [mount, 3], [3, 1])).body
    const [, rowBefore] = first.state.travel_items
    const [rowAfter, newRow] = second.state.travel_items
    expect(rowAfter).toEqual({ ...rowBefore, quantity: 3 })
    expect(newRow).toMatchObject({ item_id: 3, quantity: 1 })
    expect(second.state.travel_items).toHaveLength(2)
  })

  it('adds up repeated items to at most ten, and drops empty ones', async () => {
    const { token, version } = await startCheckout()
    const { body } = await saveCheckout(token, version, {
      travelItemsInCart: [
        { item_id: wallet, quantity: 6 },
        { item_id: mount, quantity: 0 },
        { item_id: wallet, quantity: 6 },
      ],
    })
    expect(body.state.travelItemsInCart).toEqual([{ item_id: wallet, quantity: 10 }])
    expect(body.quote.travel).toBe(190)
  })

  it('can be part of a new checkout', async () => {
    const { token, state } = await startCheckout({
      travelItemsInCart: [{ item_id: wallet, quantity: 2 }],
    })
    expect(state.travel_items).toMatchObject([{ item_id: wallet, quantity: 2 }])
    expect((await readCart(token)).body.results).toMatchObject(state.travel_items)
  })

  it('with more than 50 lines is refused', async () => {
    const { token, version } = await startCheckout()
    const { status } = await saveCheckout(token, version, {
      travelItemsInCart: Array.from({ length: 51 }, () => ({ item_id: wallet, quantity: 1 })),
    })
    expect(status).toBe(422)
  })
})

describe('a digital plan', () => {
  it('has no travel items: the existing ones are removed, and none can be added', async () => {
    const { token } = await createPayableCheckout()
    const { id } = await addItemRow(token, wallet, 2)
    const { version } = (await readCheckout(token)).body
    const { body } = await saveCheckout(token, version, { category: 'digital' })
    expect(body.state).toMatchObject({ travel_items: [], travelItemsInCart: [] })
    expect(body.quote.travel).toBe(0)
    expect((await readCart(token)).body.results).toEqual([])
    expect((await updateItem(token, id, { quantity: 1 })).status).toBe(404)
    expect((await removeItem(token, id)).status).toBe(404)

    const refusal = await addItem(token, { item_id: wallet, quantity: 1 })
    expect(refusal.status).toBe(422)
    expect(refusal.body.issues).toEqual([
      { field: 'item_id', message: 'travelItemsInCart.digital' },
    ])
    const saved = await saveCheckout(token, body.version, {
      travelItemsInCart: [{ item_id: wallet, quantity: 1 }],
    })
    expect(saved.body.state).toMatchObject({ travel_items: [], travelItemsInCart: [] })
  })

  it('exchanged for a printed one restores them with their quantities', async () => {
    const travelItemsInCart = [{ item_id: wallet, quantity: 2 }]
    const { token, version, quote } = await startCheckout({ travelItemsInCart })
    const { body } = await saveCheckout(token, version, { category: 'digital' })
    expect(body.state).toMatchObject({ travelItemsInCart: [], travelItemsAside: travelItemsInCart })
    const { body: digitalCheckout } = await saveCheckout(token, body.version, { gclid: 'x' })
    const { body: printed } = await saveCheckout(token, digitalCheckout.version, {
      category: 'physical',
    })
    expect(printed.state).toMatchObject({ travelItemsInCart, travelItemsAside: [] })
    expect(printed.state.travel_items).toMatchObject(travelItemsInCart)
    expect(printed.quote).toEqual(quote)
  })

  it('selected together with an item keeps that item too', async () => {
    const { token, version } = await startCheckout()
    const change = { category: 'digital', travelItemsInCart: [{ item_id: wallet, quantity: 2 }] }
    const { body } = await saveCheckout(token, version, change)
    expect(body.quote.travel).toBe(0)
    const printedChange = {
      category: 'physical',
      travelItemsInCart: [{ item_id: mount, quantity: 1 }],
    }
    const { body: printed } = await saveCheckout(token, body.version, printedChange)
    expect(printed.state.travelItemsInCart).toEqual([
      { item_id: mount, quantity: 1 },
      { item_id: wallet, quantity: 2 },
    ])
  })

  it('restores no item that is no longer sold', async () => {
    const travelItemsInCart = [{ item_id: wallet, quantity: 2 }]
    const { token, version } = await startCheckout({ travelItemsInCart })
    const { body } = await saveCheckout(token, version, { category: 'digital' })
    expect(body.state.travelItemsAside).toEqual(travelItemsInCart)
    await withItemWithdrawn(wallet, async () => {
      const { body: printed } = await saveCheckout(token, body.version, { category: 'physical' })
      expect(printed.state.travelItemsInCart).toEqual([])
    })
  })
})

describe('an order that can no longer change', () => {
  const challengeCard = 'pm_card_authenticationRequired'

  it.each<[string, string, (token: string) => Promise<unknown>]>([
    ['is paid', 'paid', async token => pay((await readCheckout(token)).body)],
    ['is completed', 'closed', token => setCheckout(shop, token, { status: 'completed' })],
    [
      'is being paid',
      'payment_in_progress',
      async token => pay((await readCheckout(token)).body, challengeCard),
    ],
  ])('keeps its travel items when it %s', async (_, code, lockOrder) => {
    const { token } = await createPayableCheckout()
    const { id } = await addItemRow(token, wallet, 2)
    await lockOrder(token)
    const before = await shop.readRows()
    for (const reply of [
      await addItem(token, { item_id: mount, quantity: 1 }),
      await updateItem(token, id, { quantity: 1 }),
      await removeItem(token, id),
    ]) {
      expect(reply.status).toBe(409)
      expect(reply.body.code).toBe(code)
    }
    expect(await shop.readRows()).toEqual(before)
    expect((await readCart(token)).body.results).toMatchObject([{ item_id: wallet, quantity: 2 }])
  })
})

describe('another customer’s rows', () => {
  it('return 404 and stay unchanged', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    const { id } = await addItemRow(other.token, wallet, 2)
    await addItemRow(checkout.token, mount)
    const before = await shop.readRows()
    expect((await updateItem(checkout.token, id, { quantity: 9 })).status).toBe(404)
    expect((await removeItem(checkout.token, id)).status).toBe(404)
    for (const wrongToken of ['', '0', 'A'.repeat(43)]) {
      expect((await readCart(wrongToken)).status).toBe(404)
      expect((await addItem(wrongToken, { item_id: wallet, quantity: 1 })).status).toBe(404)
      expect((await updateItem(wrongToken, id, { quantity: 9 })).status).toBe(404)
    }
    expect(await shop.readRows()).toEqual(before)
  })
})

it('concurrent additions are all stored', async () => {
  const { token } = await startCheckout()
  await Promise.all([wallet, mount, 3, 4].map(item => addItemRow(token, item)))
  const { body } = await readCart(token)
  expect(body.results.map((row: { item_id: number }) => row.item_id).sort()).toEqual([1, 2, 3, 4])
})

import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { checkouts } from '@/server/db/tables/checkouts'
import { hashOf } from '@/server/infra/tokens'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const taxRoute = '/backend/api/checkout/[token]/tax-group/'
const checkoutsRoute = '/backend/api/checkout/'

const shop = withShop()

describe('a new checkout', () => {
  it('is priced immediately: the three-year plan, urgent processing and an estimated delivery', async () => {
    const { token, state, status, currency, order, version, quote } = await startCheckout()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect({ status, currency, order, version }).toEqual({
      status: 'processing',
      currency: 'USD',
      order: null,
      version: 1,
    })
    expect(state).toMatchObject({ step: 1, selectedLicense: 42, token, total: 113 })
    expect(quote).toMatchObject({ plan: 69, urgent: 25, shipping: 19, total: 113 })
  })

  it('keeps the answers it is created with', async () => {
    const { state, currency } = await startCheckout({ currency: 'JPY', destinations: ['jp'] })
    expect(currency).toBe('JPY')
    expect(state).toMatchObject({ destinations: ['jp'], total: 10_400 + 3_800 + 2_900 })
  })

  it('has a unique token, which is not stored in plain text', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await startCheckout()).token),
    )
    expect(new Set(tokens).size).toBe(20)
    const storedRows = JSON.stringify(await shop.backend.db.select().from(checkouts))
    for (const token of tokens) expect(storedRows).not.toContain(token)
  })

  it('keeps its token in an HttpOnly, SameSite cookie', async () => {
    const { headers } = await callRoute(checkoutsRoute, { method: 'POST', body: {} })
    expect(String(headers['set-cookie'])).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('is not created next to the current one while that cannot be read', async () => {
    const { token } = await startCheckout()
    const { db } = shop.backend
    shop.backend.db = new Proxy(db, {
      get: (target, name) => {
        if (name === 'select') throw new Error('connection lost')
        return Reflect.get(target, name)
      },
    })
    const cookie = `userToken=${token}`
    const reply = await callRoute(checkoutsRoute, { method: 'POST', body: {}, headers: { cookie } })
    shop.backend.db = db
    expect([reply.status, reply.headers['set-cookie']]).toEqual([500, undefined])
  })

  it('reuses this browser’s current checkout, but no expired or unknown one', async () => {
    const first = await startCheckout({ gclid: 'first' })
    const begin = (token: string) =>
      callRoute(checkoutsRoute, {
        method: 'POST',
        body: { state: { fbc: 'second' } },
        headers: { cookie: `userToken=${token}` },
      })
    const second = await begin(first.token)
    expect(second.body).toMatchObject({
      token: first.token,
      version: first.version + 1,
      state: { gclid: 'first', fbc: 'second' },
    })
    shop.advanceClock(tokenLifetimeMs + 1)
    for (const token of [first.token, 'A'.repeat(43), 'x']) {
      const { status, body } = await begin(token)
      expect(status).toBe(200)
      expect(body.token).not.toBe(token)
      expect(body.state.gclid).toBe('')
    }
  })

  it('without a body is refused with 415', async () => {
    const { status } = await callRoute(checkoutsRoute, { method: 'POST' })
    expect(status).toBe(415)
  })
})

describe('reading a checkout', () => {
  it('returns every answer and is never cached', async () => {
    const created = await startCheckout({ customer: { email: 'ana@example.com' } })
    const { status, body, headers } = await readCheckout(created.token)
    expect(status).toBe(200)
    expect(body).toEqual(created)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('works for 30 days, then returns the same 404 as a wrong token', async () => {
    const { token } = await startCheckout()
    shop.advanceClock(tokenLifetimeMs - 60_000)
    expect((await readCheckout(token)).status).toBe(200)
    shop.advanceClock(60_001)
    const [expired, unknown] = [await readCheckout(token), await readCheckout('A'.repeat(43))]
    expect(expired.status).toBe(404)
    expect(expired.text).toBe(unknown.text)
    expect(expired.body.detail).toBe('Not found.')
  })

  it('has a token lifetime that starts at its creation', async () => {
    const { token } = await startCheckout()
    const [row] = await shop.backend.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.tokenHash, hashOf(token)))
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(tokenLifetimeMs)
  })

  it.each([
    '',
    'short',
    '../../etc/passwd',
    "' or 1=1 --",
    'A'.repeat(10_000),
    '\u0000'.repeat(43),
  ])('returns 404 for the token %j', async token =>
    expect((await readCheckout(token)).status).toBe(404),
  )
})

describe('saving', () => {
  it('stores the sent fields, keeps the rest and increments the version', async () => {
    const { token, version } = await startCheckout({ customer: { email: 'ana@example.com' } })
    const saved = await saveCheckout(token, version, {
      customer: { license_first_name: 'Ana' },
      fbc: 'fb.1',
    })
    expect(saved.status).toBe(200)
    expect(saved.body.version).toBe(version + 1)
    expect(saved.body.state).toMatchObject({
      fbc: 'fb.1',
      customer: { email: 'ana@example.com', license_first_name: 'Ana' },
    })
    expect((await readCheckout(token)).body).toEqual(saved.body)
  })

  it('stores incomplete answers unchanged', async () => {
    const { token, version } = await startCheckout()
    const partialState = { customer: { date_of_birth: '1991--14', email: 'ana@' } }
    expect((await saveCheckout(token, version, partialState)).body.state).toMatchObject(
      partialState,
    )
  })

  it('without a version applies the last change of a closing page on top of other changes', async () => {
    const { token, version } = await startCheckout()
    await saveCheckout(token, version, { customer: { place_of_birth: 'Lisbon' } })
    const { status, body } = await saveCheckout(token, undefined, {
      customer: { date_of_birth: '1991-7-14' },
    })
    expect(status).toBe(200)
    expect(body.state.customer).toMatchObject({
      place_of_birth: 'Lisbon',
      date_of_birth: '1991-7-14',
    })
  })

  it('an outdated version is refused and returns the current checkout', async () => {
    const { token, version } = await startCheckout()
    const { body: currentCheckout } = await saveCheckout(token, version, {
      fbc: 'from the other tab',
    })
    const { status, body } = await saveCheckout(token, version, { fbc: 'from this one' })
    expect(status).toBe(409)
    expect(body.code).toBe('stale')
    expect(body.checkout).toEqual(currentCheckout)
  })

  it('drops unknown fields', async () => {
    const { token, version, state } = await startCheckout()
    const { status, body } = await saveCheckout(token, version, {
      nonsense: 1,
      constructor: { prototype: { isAdmin: true } },
      customer: { nonsense: 1 },
    })
    expect(status).toBe(200)
    expect(body.state).toEqual(state)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('another currency reprices the whole checkout', async () => {
    const { token, version } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, { currency: 'JPY' })
    expect(body.quote).toMatchObject({ currency: 'JPY', plan: 10_400, urgent: 3_800 })
    expect(Number.isInteger(body.quote.total)).toBe(true)
    expect(body.state.selectedShippingMethod.price).toBe(body.quote.shipping)
  })

  it('a digital plan clears shipping and travel items', async () => {
    const { token, version } = await createPayableCheckout()
    const { body: withTravel } = await saveCheckout(token, version, {
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
    })
    const { body } = await saveCheckout(token, withTravel.version, {
      selectedLicense: 45,
      category: 'digital',
    })
    expect(body.state).toMatchObject({
      category: 'digital',
      shipping: emptyCheckout.shipping,
      selectedShippingMethod: null,
      travelItemsInCart: [],
    })
    expect(body.quote).toMatchObject({ shipping: 0, travel: 0 })
  })

  it('the digital category alone selects the digital plan of the same years and clears shipping', async () => {
    const { token, version } = await createPayableCheckout({ selectedLicense: 41 })
    const { body } = await saveCheckout(token, version, { category: 'digital' })
    expect(body.state).toMatchObject({
      category: 'digital',
      selectedLicense: 44,
      shipping: emptyCheckout.shipping,
    })
  })
})

describe('the saved step', () => {
  it.each([2, 3, 4, 5, 6])('does not advance to %d for a customer without answers', async step => {
    const { token, version } = await startCheckout()
    expect((await saveCheckout(token, version, { step })).body.state.step).toBe(1)
  })

  it.each([5, 6])(
    'advances only to payment for a complete checkout that asks for %d',
    async step => {
      const { token, version } = await createPayableCheckout()
      expect((await saveCheckout(token, version, { step })).body.state.step).toBe(5)
    },
  )

  it('never goes back', async () => {
    const { token, version } = await createPayableCheckout()
    expect((await saveCheckout(token, version, { step: 1 })).body.state.step).toBe(5)
  })

  it('stays at the first step when that is requested', async () => {
    const { token, version } = await startCheckout()
    const { body } = await saveCheckout(token, version, { step: 1 })
    expect(body.state.step).toBe(1)
  })
})

describe('the tax group', () => {
  it.each([
    ['Texas', { country: 'us', state: 'TX' }, 6.25],
    ['Texas by name', { country: 'us', state: 'Texas' }, 6.25],
    ['Ontario by name', { country: 'ca', state: 'ontario' }, 13],
    ['Oregon, which has no tax', { country: 'us', state: 'OR' }, 0],
    ['Germany', { country: 'de' }, 19],
    ['no country yet', {}, 0],
  ])('of a parcel to %s is returned', async (_, shipping, rate) => {
    const { token } = await startCheckout({ shipping })
    const { status, body } = await callRoute(taxRoute, { params: { token } })
    expect(status).toBe(200)
    expect(body).toEqual({ tax_rate: rate })
  })

  it('of a digital plan follows the driver’s country of residence', async () => {
    const { token } = await startCheckout({
      selectedLicense: 45,
      customer: { country_of_residence: 'fr' },
      shipping: { country: 'us', state: 'TX' },
    })
    expect((await callRoute(taxRoute, { params: { token } })).body).toEqual({ tax_rate: 20 })
  })
})

import { describe, expect, it } from 'vitest'
import * as addressRoute from '@/pages/api/backend/shipping/[id]'
import * as shippingRoute from '@/pages/api/backend/shipping/index'
import { submitStepForm } from '@/server/pages/step-forms'
import { callRoute, type Reply } from '../support/call-route'
import {
  createPayableCheckout,
  parcelAnswers,
  readCheckout,
  startCheckout,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const shop = withShop()

/** A checkout whose courier can already call: what is asked here is where the parcel goes. */
const startWithPhone = () =>
  startCheckout({ dialCode: 'us', customer: { phone_typed: '503 555 0143' } })

const createAddress = (token: string, body: object = parcelAnswers): Promise<Reply> =>
  callRoute(shippingRoute, { method: 'POST', body: { checkout: token, ...body } })

const updateAddress = (checkout: string, id: string, body: object): Promise<Reply> =>
  callRoute(addressRoute, { method: 'PATCH', params: { id }, query: { checkout }, body })

const readStoredAddress = async (token: string) => (await readCheckout(token)).body.state.shipping

const ana = { first_name: 'Ana', last_name: 'Silva' }
const empty = { address: '', address_2: '', street_number: '', city: '', state: '', postcode: '' }
const buildAddress = (country: string, parts: object) => ({ ...empty, ...ana, country, ...parts })

describe('an address is stored as its country writes it', () => {
  it.each<[string, object, object]>([
    [
      'without the postcode and the city that the Emirates do not have',
      buildAddress('ae', { address: 'Villa 12', state: 'Dubai', city: 'Dubai', postcode: '00000' }),
      { address: 'Villa 12', state: 'DU', city: '', postcode: '' },
    ],
    [
      'without the state that Germany does not have',
      buildAddress('de', {
        address: 'Unter den Linden 77',
        city: 'Berlin',
        postcode: '10117',
        state: 'TX',
      }),
      { city: 'Berlin', postcode: '10117', state: '' },
    ],
    [
      'with its own house number in the Netherlands',
      buildAddress('nl', {
        address: 'Museumstraat',
        street_number: '1',
        city: 'Amsterdam',
        postcode: '1071 XX',
      }),
      { address: 'Museumstraat', street_number: '1' },
    ],
    [
      'with the prefecture’s code in Japan',
      buildAddress('jp', {
        address: '西新宿2-8-1',
        city: '新宿区',
        state: '東京都',
        postcode: '163-8001',
      }),
      { state: '13', city: '新宿区' },
    ],
    [
      'with a postcode that nobody has seen before',
      buildAddress('gb', { address: 'Great Russell St', city: 'London', postcode: 'NEW 123' }),
      { postcode: 'NEW 123' },
    ],
  ])('%s', async (_, body, expected) => {
    const { token } = await startWithPhone()
    const { status, body: answer } = await createAddress(token, body)
    expect(status).toBe(200)
    expect(answer).toMatchObject(expected)
    expect(await readStoredAddress(token)).toMatchObject(expected)
  })

  it.each<[string, string, string[]]>([
    ['ae', 'the emirate', ['address', 'state']],
    ['hk', 'no postcode', ['address', 'state']],
    ['sg', 'no city', ['address', 'postcode']],
    ['jp', 'the prefecture', ['address', 'city', 'postcode', 'state']],
    ['nl', 'the house number', ['address', 'city', 'postcode', 'street_number']],
    ['ie', 'neither county nor Eircode', ['address', 'city']],
  ])('in %s it needs %s', async (country, _, fields) => {
    const { token } = await startWithPhone()
    const { status, body } = await createAddress(token, buildAddress(country, {}))
    expect(status).toBe(422)
    expect(body.issues.map((issue: { field: string }) => issue.field).sort()).toEqual(fields)
  })

  it('a state of another country is asked for again', async () => {
    const { token } = await startWithPhone()
    const { id } = (await createAddress(token)).body
    const { status, body } = await updateAddress(token, id, { country: 'au' })
    expect(status).toBe(422)
    expect(body.issues).toEqual([{ field: 'state', message: 'shipping_state.missing' }])
  })
})

describe('an address of somebody else', () => {
  it('is not found, and stays as it is', async () => {
    const [mine, other] = [await startWithPhone(), await startWithPhone()]
    const { id } = (await createAddress(other.token)).body
    await createAddress(mine.token)
    const before = await shop.readRows()
    for (const [token, foreign] of [
      [mine.token, id],
      [mine.token, 'no-such-address'],
      ['x'.repeat(43), id],
      ['', id],
    ] as const) {
      const { status, body } = await updateAddress(token, foreign, { city: 'Elsewhere' })
      expect([status, body.detail]).toEqual([404, 'Not found.'])
    }
    expect(await shop.readRows()).toEqual(before)
  })

  it('is not taken over by naming its id', async () => {
    const [mine, other] = [await startWithPhone(), await startWithPhone()]
    const { id } = (await createAddress(other.token)).body
    const own = (await createAddress(mine.token, { ...parcelAnswers, id })).body.id
    expect(own).not.toBe(id)
    const { body } = await updateAddress(mine.token, own, { id, city: 'Salem' })
    expect(body).toMatchObject({ id: own, city: 'Salem' })
    expect((await readStoredAddress(other.token)).city).toBe(parcelAnswers.city)
  })
})

describe('a price in the body', () => {
  const prices = { price: 0, total: 0.01, tax: -5, total_currency: 'JPY', tax_group: {}, quote: {} }

  it('is not read when the address is stored or changed', async () => {
    const { token } = await startWithPhone()
    const honest = (await createAddress(token)).body
    const created = (await createAddress(token, { ...parcelAnswers, ...prices })).body
    const changed = (await updateAddress(token, honest.id, prices)).body
    for (const answer of [created, changed])
      expect({ ...answer, version: honest.version }).toEqual(honest)
    expect((await readCheckout(token)).body.quote.total).toBe(honest.total)
  })

  it.each([{ code: 'dhl', price: 0 }, 0, ['dhl']])('is no method: %j', async shipping_method => {
    const { token } = await startWithPhone()
    expect((await createAddress(token, { ...parcelAnswers, shipping_method })).status).toBe(422)
  })
})

describe('a method that does not go there', () => {
  it.each(['fedex', 'drone', 'pickup'])(
    'is not taken, nor its price: %s',
    async shipping_method => {
      const { token } = await startWithPhone()
      const minsk = buildAddress('by', {
        address: 'Niezaliežnasci 11',
        city: 'Minsk',
        postcode: '220030',
      })
      const { body } = await createAddress(token, { ...minsk, shipping_method })
      expect(body.shipping_method).toBe('post')
      expect((await readCheckout(token)).body.quote.shipping).toBe(19)
    },
  )
})

describe('posted without scripts', () => {
  const post = async (form: Record<string, string>) => {
    const { token } = await createPayableCheckout()
    const before = (await readCheckout(token)).body
    return submitStepForm(shop.backend, 'shipping', before, {
      form: new URLSearchParams({ category: 'physical', plan_physical: '42', ...form }),
      header: () => undefined,
      address: '192.0.2.1',
      launch: {},
    })
  }

  it('a country chosen in the form of another goes on, if nothing of its own is missing', async () => {
    const { checkout, issues } = await post({
      shipping_country: 'gb',
      shipping_city: 'London',
      shipping_postcode: 'wc1b 3dg',
      shipping_state: 'OR',
    })
    expect(issues).toEqual([])
    expect(checkout.state.shipping).toMatchObject({ postcode: 'WC1B 3DG', state: '' })
  })

  it('and asks for what is missing', async () => {
    const { issues } = await post({ shipping_country: 'jp', shipping_state: 'OR' })
    expect(issues).toEqual([{ field: 'state', message: 'shipping_state.missing' }])
  })

  it('keeps the house number that has a field of its own', async () => {
    const { checkout, issues } = await post({
      shipping_country: 'nl',
      shipping_address: 'Museumstraat',
      street_number: '1',
    })
    expect(issues).toEqual([])
    expect(checkout.state.shipping).toMatchObject({ address: 'Museumstraat', street_number: '1' })
  })
})

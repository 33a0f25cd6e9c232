import { describe, expect, it } from 'vitest'
import { submitStepForm } from '@/server/pages/step-forms'
import { callRoute, type Reply } from '../support/call-route'
import {
  createPayableCheckout,
  parcelAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const addressRoute = '/backend/api/shipping/[id]/'
const shippingRoute = '/backend/api/shipping/'

const shop = withShop()

/** A checkout that already has a phone number, so only the parcel's address is missing. */
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

describe('an address is stored in the format of its country', () => {
  it.each<[string, object, object]>([
    [
      'without a postcode and city in the Emirates',
      buildAddress('ae', { address: 'Villa 12', state: 'Dubai', city: 'Dubai', postcode: '00000' }),
      { address: 'Villa 12', state: 'DU', city: '', postcode: '' },
    ],
    [
      'without a state in Germany',
      buildAddress('de', {
        address: 'Unter den Linden 77',
        city: 'Berlin',
        postcode: '10117',
        state: 'TX',
      }),
      { city: 'Berlin', postcode: '10117', state: '' },
    ],
    [
      'with a separate house number in the Netherlands',
      buildAddress('nl', {
        address: 'Museumstraat',
        street_number: '1',
        city: 'Amsterdam',
        postcode: '1071 XX',
      }),
      { address: 'Museumstraat', street_number: '1' },
    ],
    [
      'with a house number that a call sends apart in the United States',
      buildAddress('us', {
        address: 'Salmon Street',
        street_number: '12',
        city: 'Portland',
        state: 'OR',
        postcode: '97201',
      }),
      { address: 'Salmon Street', street_number: '12' },
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
      'with a postcode of an unknown shape',
      buildAddress('gb', { address: 'Great Russell St', city: 'London', postcode: 'NEW 123' }),
      { postcode: 'NEW 123' },
    ],
  ])('%s', async (_, body, expected) => {
    const { token } = await startWithPhone()
    const { status, body: address } = await createAddress(token, body)
    expect(status).toBe(200)
    expect(address).toMatchObject(expected)
    expect(await readStoredAddress(token)).toMatchObject(expected)
  })

  it.each<[string, object, string]>([
    [
      'us',
      {
        address: 'Salmon Street',
        street_number: '12',
        city: 'Portland',
        state: 'OR',
        postcode: '97201',
      },
      '12 Salmon Street, Portland, OR 97201, United States',
    ],
    [
      'nl',
      { address: 'Museumstraat', street_number: '1', city: 'Amsterdam', postcode: '1071 XX' },
      'Museumstraat 1, 1071 XX Amsterdam, Netherlands',
    ],
    [
      'de',
      { address: 'Unter den Linden 77', address_2: '3. OG', city: 'Berlin', postcode: '10117' },
      'Unter den Linden 77, 3. OG, 10117 Berlin, Germany',
    ],
  ])(
    'in %s the full address is one line, until the permit is digital',
    async (country, parts, line) => {
      const { token } = await startWithPhone()
      await createAddress(token, buildAddress(country, parts))
      expect((await readCheckout(token)).body.state.full_address).toBe(line)
      const { body } = await saveCheckout(token, undefined, { category: 'digital' })
      expect(body.state.full_address).toBe('')
    },
  )

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

  it('a state of the previous country must be entered again', async () => {
    const { token } = await startWithPhone()
    const { id } = (await createAddress(token)).body
    const { status, body } = await updateAddress(token, id, { country: 'au' })
    expect(status).toBe(422)
    expect(body.issues).toEqual([{ field: 'state', message: 'shipping_state.missing' }])
  })
})

describe('another customer’s address', () => {
  it('returns 404 and stays unchanged', async () => {
    const [checkout, other] = [await startWithPhone(), await startWithPhone()]
    const { id } = (await createAddress(other.token)).body
    await createAddress(checkout.token)
    const before = await shop.readRows()
    for (const [token, wrongId] of [
      [checkout.token, id],
      [checkout.token, 'no-such-address'],
      ['x'.repeat(43), id],
      ['', id],
    ] as const) {
      const { status, body } = await updateAddress(token, wrongId, { city: 'Elsewhere' })
      expect([status, body.detail]).toEqual([404, 'Not found.'])
    }
    expect(await shop.readRows()).toEqual(before)
  })

  it('cannot be taken over by its id', async () => {
    const [checkout, other] = [await startWithPhone(), await startWithPhone()]
    const { id } = (await createAddress(other.token)).body
    const ownId = (await createAddress(checkout.token, { ...parcelAnswers, id })).body.id
    expect(ownId).not.toBe(id)
    const { body } = await updateAddress(checkout.token, ownId, { id, city: 'Salem' })
    expect(body).toMatchObject({ id: ownId, city: 'Salem' })
    expect((await readStoredAddress(other.token)).city).toBe(parcelAnswers.city)
  })
})

describe('a price in the request body', () => {
  const prices = { price: 0, total: 0.01, tax: -5, total_currency: 'JPY', tax_group: {}, quote: {} }

  it('is ignored when an address is stored or changed', async () => {
    const { token } = await startWithPhone()
    const expected = (await createAddress(token)).body
    const created = (await createAddress(token, { ...parcelAnswers, ...prices })).body
    const updated = (await updateAddress(token, expected.id, prices)).body
    for (const address of [created, updated])
      expect({ ...address, version: expected.version }).toEqual(expected)
    expect((await readCheckout(token)).body.quote.total).toBe(expected.total)
  })

  it.each([{ code: 'dhl', price: 0 }, 0, ['dhl']])(
    'is no shipping method: %j',
    async shipping_method => {
      const { token } = await startWithPhone()
      expect((await createAddress(token, { ...parcelAnswers, shipping_method })).status).toBe(422)
    },
  )
})

describe('a shipping method that does not deliver there', () => {
  it.each(['fedex', 'pickup'])('is replaced with its price: %s', async shipping_method => {
    const { token } = await startWithPhone()
    const minsk = buildAddress('by', {
      address: 'Niezaliežnasci 11',
      city: 'Minsk',
      postcode: '220030',
    })
    const { body } = await createAddress(token, { ...minsk, shipping_method })
    expect(body.shipping_method).toBe('post')
    expect((await readCheckout(token)).body.quote.shipping).toBe(19)
  })
})

describe('the form without scripts', () => {
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

  it('accepts a new country if none of its own fields are missing', async () => {
    const { checkout, issues } = await post({
      shipping_country: 'gb',
      shipping_city: 'London',
      shipping_postcode: 'wc1b 3dg',
      shipping_state: 'OR',
    })
    expect(issues).toEqual([])
    expect(checkout.state.shipping).toMatchObject({ postcode: 'WC1B 3DG', state: '' })
  })

  it('asks for the missing fields of a new country', async () => {
    const { issues } = await post({ shipping_country: 'jp', shipping_state: 'OR' })
    expect(issues).toEqual([{ field: 'state', message: 'shipping_state.missing' }])
  })

  it('stores the separate house number', async () => {
    const { checkout, issues } = await post({
      shipping_country: 'nl',
      shipping_address: 'Museumstraat',
      street_number: '1',
    })
    expect(issues).toEqual([])
    expect(checkout.state.shipping).toMatchObject({ address: 'Museumstraat', street_number: '1' })
  })
})

import { describe, expect, it } from 'vitest'
import { callRoute } from '../support/call-route'
import {
  driverAnswers,
  parcelAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
  storedDriverAnswers,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const customerRoute = '/backend/api/customers/[id]/'
const customersRoute = '/backend/api/customers/'
const addressRoute = '/backend/api/shipping/[id]/'
const shippingRoute = '/backend/api/shipping/'

withShop()

const createCustomer = (token: string, body: object = driverAnswers) =>
  callRoute(customersRoute, { method: 'POST', query: { checkout: token }, body })

const changeCustomer = (token: string, id: string, body: object) =>
  callRoute(customerRoute, { method: 'PATCH', params: { id }, query: { checkout: token }, body })

const createShipping = (token: string, body: object = parcelAnswers) =>
  callRoute(shippingRoute, { method: 'POST', body: { checkout: token, ...body } })

const changeShipping = (token: string, id: string, body: object) =>
  callRoute(addressRoute, { method: 'PATCH', params: { id }, query: { checkout: token }, body })

describe('a delivery', () => {
  it('by an unknown shipping method is refused', async () => {
    const { token } = await startCheckout()
    const { status, body } = await createShipping(token, {
      ...parcelAnswers,
      shipping_method: 'rocket',
    })
    expect([status, body.code]).toEqual([422, 'unprocessable'])
    expect(body.issues).toEqual([{ field: 'shipping_method', message: 'shipping_method.unknown' }])
  })

  it('to a country that no shipping method serves is refused', async () => {
    const { token } = await startCheckout()
    const { status, body } = await createShipping(token, {
      ...parcelAnswers,
      country: 'aq',
      state: '',
      postcode: '7420',
    })
    expect([status, body.code]).toEqual([422, 'unprocessable'])
    expect(body.issues).toContainEqual({
      field: 'country',
      message: 'shipping_country.undeliverable',
    })
  })
})

describe('the driver', () => {
  it('is stored with all fields and opens the next step', async () => {
    const { token } = await startCheckout()
    const { status, body } = await createCustomer(token)
    expect(status).toBe(200)
    const { version, ...customer } = body
    expect(customer).toMatchObject(storedDriverAnswers)
    expect(customer.id).toMatch(/^[\w-]{16}$/)
    const checkout = (await readCheckout(token)).body
    expect(checkout.state.customer).toEqual(customer)
    expect(checkout.state.step).toBe(2)
    expect(checkout.version).toBe(version)
  })

  it('sent a second time is updated, not duplicated', async () => {
    const { token } = await startCheckout()
    const first = (await createCustomer(token)).body
    const second = (await createCustomer(token, { ...driverAnswers, height: '180' })).body
    expect(second).toMatchObject({ id: first.id, height: '180' })
  })

  it('can be changed in part', async () => {
    const { token } = await startCheckout()
    const { id } = (await createCustomer(token)).body
    const { status, body } = await changeCustomer(token, id, {
      first_name: 'Ana',
      last_name: 'Silva',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...storedDriverAnswers,
      id,
      first_name: 'Ana',
      last_name: 'Silva',
    })
  })

  it.each([
    ['pt', false],
    ['us', true],
  ])(
    'living in %s has urgent processing preselected: %s',
    async (country_of_residence, selected) => {
      const { token } = await startCheckout()
      await createCustomer(token, { ...driverAnswers, country_of_residence })
      expect((await readCheckout(token)).body.state.urgent.selected).toBe(selected)
    },
  )

  it.each(['country_of_residence', 'license_issued'])(
    'loses preselected urgent processing when %s becomes a country where preselection is not allowed',
    async field => {
      const { token, version } = await startCheckout()
      const american = await saveCheckout(token, version, { customer: { [field]: 'us' } })
      expect(american.body.state.urgent.selected).toBe(true)
      const change = { customer: { [field]: 'de' } }
      const { body } = await saveCheckout(token, american.body.version, change)
      expect([body.state.urgent.selected, body.quote.urgent]).toEqual([false, 0])
    },
  )

  it.each([
    ['loses preselected', false, false],
    ['keeps chosen', true, true],
  ])('%s urgent processing when the photos are postponed', async (_, isChosen, selected) => {
    const { token, version } = await startCheckout()
    const choice = isChosen ? { urgent: { selected: true, is_skip: false } } : {}
    const { body } = await saveCheckout(token, version, choice)
    const postponed = await saveCheckout(token, body.version, {
      approval_documents: { add_later: true },
    })
    expect(postponed.body.state.urgent.selected).toBe(selected)
    const chosenAgain = await saveCheckout(token, postponed.body.version, {
      urgent: { selected: true, is_skip: false },
    })
    expect(chosenAgain.body.state.urgent.selected).toBe(true)
  })

  it('keeps urgent processing that was chosen before the country was known', async () => {
    const { token, version } = await startCheckout()
    const deselection = await saveCheckout(token, version, {
      urgent: { selected: false, is_skip: true },
    })
    const selection = await saveCheckout(token, deselection.body.version, {
      urgent: { selected: true, is_skip: false },
    })
    const { body } = await saveCheckout(token, selection.body.version, {
      customer: { country_of_residence: 'fr' },
    })
    expect(body.state.urgent.selected).toBe(true)
    await createCustomer(token, { ...driverAnswers, country_of_residence: 'fr' })
    expect((await readCheckout(token)).body.state.urgent.selected).toBe(true)
  })

  it.each(['Calif', 'Cal.', 'XX', 'كاليفورنيا'])(
    'in the United States cannot live in the state %s',
    async state => {
      const { token, version } = await startCheckout({ selectedLicense: 45 })
      const { status, body } = await createCustomer(token, {
        ...driverAnswers,
        country_of_residence: 'us',
        state,
      })
      expect([status, body.issues]).toEqual([
        422,
        [{ field: 'state.customer.state', message: 'state.unknown' }],
      ])
      const customer = { country_of_residence: 'us', state }
      expect((await saveCheckout(token, version, { customer })).status).toBe(422)
    },
  )

  it('loses the old state when the country changes', async () => {
    const { token, version } = await startCheckout({ selectedLicense: 45 })
    const germanResidence = { customer: { country_of_residence: 'de', state: 'Bayern' } }
    const german = await saveCheckout(token, version, germanResidence)
    const americanResidence = { customer: { country_of_residence: 'us' } }
    const { body } = await saveCheckout(token, german.body.version, americanResidence)
    expect(body.state.customer.state).toBe('')
    const californianResidence = { customer: { state: 'California' } }
    const californian = await saveCheckout(token, body.version, californianResidence)
    expect(californian.body.state.tax_group.tax_rate).toBe(7.25)
  })

  it('keeps urgent processing that was chosen explicitly, in every country', async () => {
    const { token } = await startCheckout()
    const { body } = await createCustomer(token, { ...driverAnswers, country_of_residence: 'pt' })
    await saveCheckout(token, body.version, { urgent: { selected: true, is_skip: false } })
    await createCustomer(token, { ...driverAnswers, country_of_residence: 'de' })
    expect((await readCheckout(token)).body.state.urgent.selected).toBe(true)
  })

  it('has a phone number without its plus sign', async () => {
    const { token } = await startCheckout()
    const { body } = await createCustomer(token, { ...driverAnswers, phone: ' +351 912 345 678' })
    expect(body.phone).toBe('351912345678')
    expect((await readCheckout(token)).body.state.dialCode).toBe('pt')
  })

  it('has both the typed number and the dialable one', async () => {
    const { token } = await startCheckout({ dialCode: 'gb' })
    const typedPhone = { phone_typed: '020 7946 0958' }
    const { body } = await createCustomer(token, { ...driverAnswers, ...typedPhone })
    expect(body).toMatchObject({ ...typedPhone, phone: '442079460958' })
    expect((await readCheckout(token)).body.state.dialCode).toBe('gb')
  })

  it('gets a new dialable number when the number or its country changes', async () => {
    const { token } = await startCheckout({ dialCode: 'gb' })
    const { version } = (
      await createCustomer(token, { ...driverAnswers, phone_typed: '020 7946 0958' })
    ).body
    const numbers = []
    for (const state of [
      { customer: { phone_typed: '912 345 678' }, dialCode: 'pt' },
      { dialCode: 'es' },
      { customer: { phone: '+81 90 1234 5678' } },
      { customer: { phone_typed: '' } },
    ]) {
      const { body } = await saveCheckout(token, version + numbers.length, state)
      numbers.push([body.state.customer.phone_typed, body.state.customer.phone])
    }
    expect(numbers).toEqual([
      ['912 345 678', '351912345678'],
      ['912 345 678', '34912345678'],
      ['+819012345678', '819012345678'],
      ['', ''],
    ])
  })

  it('is stored in the form that is printed', async () => {
    const { token } = await startCheckout({ language: 'de' })
    const { body } = await createCustomer(token, {
      ...driverAnswers,
      license_first_name: ' Ana  Maria ',
      email: ' ana@example.com\u200b',
      date_of_birth: '1991-März-14',
      height: '170,5',
    })
    expect(body).toMatchObject({
      license_first_name: 'Ana Maria',
      email: 'ana@example.com',
      date_of_birth: '1991-03-14',
      height: '170.5',
    })
  })

  it('can name known destinations only, and at most 20', async () => {
    const { token, version } = await startCheckout()
    const { body } = await saveCheckout(token, version, { destinations: ['IT', 'x-bali'] })
    expect(body.state.destinations).toEqual(['it', 'x-bali'])
    const refusal = await saveCheckout(token, version + 1, { destinations: ['it', 'zz'] })
    expect(refusal.status).toBe(422)
    expect(refusal.body.issues).toEqual([
      { field: 'state.destinations.1', message: 'destinations.unknown' },
    ])
    const overLimit = await saveCheckout(token, version + 1, { destinations: Array(21).fill('it') })
    expect(overLimit.body.issues).toEqual([
      { field: 'state.destinations', message: 'destinations.many' },
    ])
  })

  it.each<[string, object, string[]]>([
    ['without a name', { license_first_name: '' }, ['license_first_name']],
    ['without a licence class', { b_passenger_car: false }, ['license_classes']],
    ['too young', { date_of_birth: '2020-01-01' }, ['date_of_birth']],
    ['from an unknown country', { country_of_residence: 'zz' }, ['country_of_residence']],
    ['with two errors', { email: 'ana', height: '3' }, ['email', 'height']],
    ['with a wrong type', { email: 7 }, ['email']],
    ['with an id and a wrong type', { id: 7, email: null }, ['email']],
  ])('%s is not stored, and every wrong field is named', async (_, change, fields) => {
    const before = await startCheckout()
    const { status, body } = await createCustomer(before.token, { ...driverAnswers, ...change })
    expect(status).toBe(422)
    expect(body.issues.map((issue: { field: string }) => issue.field)).toEqual(fields)
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it('cannot get another id', async () => {
    const { token } = await startCheckout()
    const { id } = (await createCustomer(token, { ...driverAnswers, id: 'chosen' })).body
    expect(id).not.toBe('chosen')
    expect((await changeCustomer(token, id, { id: 'chosen' })).body.id).toBe(id)
  })

  it('cannot be changed before it exists', async () => {
    const { token } = await startCheckout()
    for (const id of ['null', '', '1', 'undefined'])
      expect((await changeCustomer(token, id, driverAnswers)).status).toBe(404)
  })
})

/** The courier's number is already stored, so only the parcel's address is missing. */
const startWithPhone = () =>
  startCheckout({ dialCode: 'us', customer: { phone_typed: '503 555 0143' } })

describe('the delivery address', () => {
  it('is stored with all fields, the courier, the total and the tax', async () => {
    const { token } = await startWithPhone()
    const { status, body } = await createShipping(token, { ...parcelAnswers, state: 'TX' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...parcelAnswers,
      state: 'TX',
      shipping_method: 'dhl',
      total_currency: 'USD',
    })
    const { quote, state } = (await readCheckout(token)).body
    expect(body.total).toBe(quote.total)
    expect(body.tax).toBe(quote.tax)
    expect(quote.tax).toBe(Math.round((69 + 25 + quote.shipping) * 6.25) / 100)
    expect(state.shipping.id).toBe(body.id)
  })

  it('can get another courier', async () => {
    const { token } = await startWithPhone()
    const { id, total } = (await createShipping(token)).body
    const { status, body } = await changeShipping(token, id, { shipping_method: 'post' })
    expect(status).toBe(200)
    expect(body.shipping_method).toBe('post')
    expect(body.total).toBeLessThan(total)
  })

  it('is priced by the server, whatever total the request contains', async () => {
    const { token } = await startWithPhone()
    const { id, total, tax } = (await createShipping(token, { ...parcelAnswers, total: 1, tax: 0 }))
      .body
    expect(total).toBeGreaterThan(90)
    const reply = await changeShipping(token, id, { total: 1, tax: -5, total_currency: 'JPY' })
    expect(reply.body).toMatchObject({ total, tax, total_currency: 'USD' })
  })

  it.each<[string, object, string[]]>([
    ['without a street', { address: '' }, ['address']],
    ['in an unknown country', { country: 'zz' }, ['country']],
    ['without a postcode and state', { postcode: '', state: '' }, ['state', 'postcode']],
    ['with a wrong type', { city: 7 }, ['city']],
  ])('%s is not stored, and every wrong field is named', async (_, change, fields) => {
    const before = await startWithPhone()
    const { status, body } = await createShipping(before.token, { ...parcelAnswers, ...change })
    expect(status).toBe(422)
    expect(body.issues.map((issue: { field: string }) => issue.field).sort()).toEqual(fields.sort())
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it.each([
    ['us', 'Calif'],
    ['us', 'Cal.'],
    ['us', 'XX'],
    ['us', 'كاليفورنيا'],
    ['ca', 'Ontari'],
  ])('in %s with the unknown state %s is refused, not left untaxed', async (country, state) => {
    const { token } = await startWithPhone()
    const { status, body } = await createShipping(token, { ...parcelAnswers, country, state })
    expect([status, body.issues]).toEqual([
      422,
      [{ field: 'state', message: 'shipping_state.unknown' }],
    ])
  })

  it.each(['CA', 'ca', 'California', 'C.A.'])('accepts California as %s', async state => {
    const { token } = await startWithPhone()
    expect((await createShipping(token, { ...parcelAnswers, state })).status).toBe(200)
    expect((await readCheckout(token)).body.state.tax_group.tax_rate).toBe(7.25)
  })

  it('needs no postcode in a country without postcodes', async () => {
    const { token } = await startWithPhone()
    const dubai = { ...parcelAnswers, country: 'AE', city: '', state: 'DU', postcode: '' }
    expect((await createShipping(token, dubai)).status).toBe(200)
  })

  it('returns 404 for an unknown id', async () => {
    const { token } = await startWithPhone()
    for (const id of ['null', '', '1'])
      expect((await changeShipping(token, id, parcelAnswers)).status).toBe(404)
  })
})

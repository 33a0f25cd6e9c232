import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as planPage } from '@/pages/v2/shipping'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { checkouts } from '@/server/db/tables/checkouts'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  driverAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const checkoutsRoute = '/backend/api/checkout/'
const customersRoute = '/backend/api/customers/'

const shop = withShop()

/** Values that no table has, each with the field and the message of its issue. */
const unknownValues: [object, string, string][] = [
  [{ dialCode: 'zz' }, 'dialCode', 'dialCode.unknown'],
  [{ userCountry: 'zz' }, 'userCountry', 'userCountry.unknown'],
  [{ language: 'zz' }, 'language', 'language.unknown'],
  [{ langData: { from_value: 'en', to_value: 'zz' } }, 'langData', 'langData.unknown'],
  [{ langData: { from_value: 'zz', to_value: 'en' } }, 'langData', 'langData.unknown'],
  [{ customer: { license_issued: 'zz' } }, 'customer.license_issued', 'license_issued.unknown'],
  [
    { customer: { country_of_residence: 'zz' } },
    'customer.country_of_residence',
    'country_of_residence.unknown',
  ],
  [{ shipping: { country: 'zz' } }, 'shipping.country', 'shipping_country.unknown'],
  [{ shipping: { country: 'us', state: 'zz' } }, 'shipping.state', 'shipping_state.unknown'],
  [{ acknowledgements: ['not_accepted:zz'] }, 'acknowledgements', 'acknowledgements.unknown'],
  ...['9999-99-99', '1991-2-31', '2001-02-29'].map((date): [object, string, string] => [
    { customer: { date_of_birth: date } },
    'customer.date_of_birth',
    'date_of_birth.impossible',
  ]),
]

describe('a value that does not exist', () => {
  it.each(unknownValues)('is refused on a checkout: %j', async (state, field, message) => {
    const before = await startCheckout()
    const { status, body } = await saveCheckout(before.token, before.version, state)
    expect([status, body.code]).toEqual([422, 'unprocessable'])
    expect(body.issues).toEqual([{ field: `state.${field}`, message }])
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it.each(unknownValues)('is refused on a new checkout: %j', async (state, field, message) => {
    const { status, body } = await callRoute(checkoutsRoute, { method: 'POST', body: { state } })
    expect(status).toBe(422)
    expect(body.issues).toEqual([{ field: `state.${field}`, message }])
  })

  it('is listed together with the others', async () => {
    const { token, version } = await startCheckout()
    const { body } = await saveCheckout(token, version, {
      dialCode: 'zz',
      customer: { license_issued: 'zz', country_of_residence: 'zz' },
    })
    expect(body.issues).toHaveLength(3)
  })
})

describe('a value that is not finished', () => {
  it('is stored: empty choices, and a date that is being typed', async () => {
    const { token, version } = await createPayableCheckout()
    const state = {
      dialCode: '',
      customer: { license_issued: '', country_of_residence: '', date_of_birth: '199-2-31' },
      shipping: { country: '', state: '' },
    }
    const { status, body } = await saveCheckout(token, version, state)
    expect(status).toBe(200)
    expect(body.state).toMatchObject(state)
  })

  it('is stored in the codes of a table in any case', async () => {
    const { token, version } = await startCheckout()
    const state = { dialCode: 'PT', shipping: { country: 'us', state: 'Oregon' } }
    expect((await saveCheckout(token, version, state)).body.state).toMatchObject(state)
  })
})

describe('an unknown value of an earlier version', () => {
  /** A checkout whose row has values that no call can store. */
  async function createOldCheckout() {
    const { token } = await startCheckout()
    const { row } = await loadCheckout(shop.backend, token)
    const { customer, shipping } = row.state
    const oldValues = {
      dialCode: 'zz',
      customer: {
        ...customer,
        license_issued: 'zz',
        country_of_residence: 'zz',
        date_of_birth: '9999-99-99',
      },
      shipping: { ...shipping, country: 'zz' },
    }
    await shop.backend.db
      .update(checkouts)
      .set({ state: { ...row.state, ...oldValues } })
      .where(eq(checkouts.id, row.id))
    return { token, version: row.version, oldValues }
  }

  it('is read, and stays while other answers are saved', async () => {
    const { token, version, oldValues } = await createOldCheckout()
    expect((await readCheckout(token)).body.state).toMatchObject(oldValues)
    const { status, body } = await saveCheckout(token, version, {
      customer: { license_issued: 'zz', place_of_birth: 'Porto' },
      dialCode: 'zz',
    })
    expect(status).toBe(200)
    expect(body.state.customer).toMatchObject({ license_issued: 'zz', place_of_birth: 'Porto' })
  })

  it('opens its page, and does not stop the driver who corrects it', async () => {
    const { token, version } = await createOldCheckout()
    expect((await renderPage(driverPage, { token })).status).toBe(200)
    await saveCheckout(token, version, { dialCode: '', destinations: ['it'] })
    const { status } = await callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: driverAnswers,
    })
    expect(status).toBe(200)
  })
})

describe('a form without scripts', () => {
  const driver = { ...driverAnswers, destinations: 'it', license_classes: 'b_passenger_car' }
  const birth = { date_of_birth_day: '31', date_of_birth_month: '2', date_of_birth_year: '1991' }

  const post = async (page: Parameters<typeof renderPage>[0], form: object) => {
    const { token } = await createPayableCheckout()
    const texts = Object.entries(form).map(([name, value]) => [name, String(value)])
    const { status, props } = await renderPage(page, { token, form: Object.fromEntries(texts) })
    return { status, issues: props?.issues ?? [], state: props?.checkout.state }
  }

  it.each([
    ['license_issued', 'license_issued.unknown'],
    ['country_of_residence', 'country_of_residence.unknown'],
  ])('shows the issue at its field: %s', async (field, message) => {
    const { status, issues } = await post(driverPage, { ...driver, [field]: 'zz' })
    expect(status).toBe(422)
    expect(issues).toContainEqual({ field, message })
  })

  it('asks for the calling code with the number', async () => {
    const { status, issues } = await post(driverPage, { ...driver, dialCode: 'zz' })
    expect(status).toBe(422)
    expect(issues).toContainEqual({ field: 'phone', message: 'phone.country' })
  })

  it('shows an impossible date again', async () => {
    const { status, issues, state } = await post(driverPage, { ...driver, ...birth })
    expect(status).toBe(422)
    expect(issues).toMatchObject([
      { field: 'date_of_birth', message: 'date_of_birth.impossible', parts: ['day', 'month'] },
    ])
    expect(state?.customer.date_of_birth).toBe('1991-2-31')
  })

  it('shows the issues of an address with an unknown country or state', async () => {
    const form = { category: 'physical', plan_physical: '42' }
    const country = await post(planPage, { ...form, shipping_country: 'zz', shipping_state: 'ON' })
    expect(country.status).toBe(422)
    expect(country.issues).toContainEqual({ field: 'country', message: 'shipping_country.unknown' })
    const state = await post(planPage, { ...form, shipping_country: 'us', shipping_state: 'ON' })
    expect(state.status).toBe(422)
    expect(state.issues).toContainEqual({ field: 'state', message: 'shipping_state.unknown' })
  })
})

it('a link ignores what it cannot set', async () => {
  const linkState = { dialCode: 'zz', language: 'zz', customer: { license_issued: 'zz' } }
  const launch = { state: JSON.stringify(linkState) }
  const { body: plain } = await callRoute(checkoutsRoute, { method: 'POST', body: {} })
  const { status, body } = await callRoute(checkoutsRoute, { method: 'POST', body: { launch } })
  expect(status).toBe(200)
  expect(body.state).toEqual({ ...plain.state, token: body.token })
})

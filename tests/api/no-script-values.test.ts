import { describe, expect, it } from 'vitest'
import { getServerSideProps as infoPage } from '@/pages/express/info'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as planPage } from '@/pages/v2/shipping'
import { createPayableCheckout, startCheckout } from '../support/customer'
import { attachToken, createPartnerToken } from '../support/partners'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop()

const driver = {
  destinations: 'pt',
  license_issued: 'us',
  country_of_residence: 'us',
  license_first_name: 'Ana',
  license_last_name: 'Silva',
  email: 'ana@example.com',
  dialCode: 'us',
  phone: '503 555 0143',
  date_of_birth_day: '2',
  date_of_birth_month: '3',
  date_of_birth_year: '1991',
  place_of_birth: 'Porto',
  gender: 'female',
  height_unit: 'cm',
  height: '170',
  eye_color: 'brown',
  license_classes: 'b_passenger_car',
}

const parcel = {
  category: 'physical',
  plan_physical: '42',
  shipping_country: 'us',
  shipping_first_name: 'Ana',
  shipping_last_name: 'Silva',
  shipping_address: '1 Main Street',
  shipping_city: 'Portland',
  shipping_state: 'OR',
  shipping_postcode: '97201',
}

/** Posts a form that is rejected. Returns the issues and the state of the rendered page. */
async function submitRejectedForm(
  page: Parameters<typeof renderPage>[0],
  form: Record<string, string>,
  token?: string,
) {
  const response = await renderPage(page, { form, ...(token && { token }) })
  expect([response.status, response.redirectTo, response.text]).toEqual([422, undefined, ''])
  const { issues = [], checkout } = response.props ?? {}
  return { issues, state: checkout?.state }
}

const formatIssues = (issues: { field: string; message: string }[]) =>
  issues.map(({ field, message }) => `${field}: ${message}`)

describe('a driver form with values that cannot be stored', () => {
  it.each([
    ['license_first_name', 'A'.repeat(3_000), 'license_first_name: license_first_name.long'],
    ['license_last_name', 'A'.repeat(201), 'license_last_name: license_last_name.long'],
    ['place_of_birth', 'P'.repeat(400), 'place_of_birth: place_of_birth.long'],
    ['place_of_birth', `${'P'.repeat(299)}😀`, 'place_of_birth: place_of_birth.long'],
    ['email', `${'a'.repeat(500)}@example.com`, 'email: email.long'],
    ['phone', '5'.repeat(300), 'phone: phone.long'],
    ['height', '1'.repeat(400), 'height: height.shape'],
    ['date_of_birth_year', '1'.repeat(400), 'date_of_birth: date_of_birth.year_impossible'],
    ['country_of_residence', 'constructor', 'country_of_residence: country_of_residence.unknown'],
    ['license_issued', '__proto__', 'license_issued: license_issued.unknown'],
    ['license_first_name', 'An\0a', 'license_first_name: license_first_name.characters'],
    ['place_of_birth', '\0', 'place_of_birth: place_of_birth.characters'],
    ['phone', '503 555\0 0143', 'phone: text.unreadable'],
  ])('shows the issue at its field and saves the rest: %s', async (name, value, issue) => {
    const { issues, state } = await submitRejectedForm(driverPage, { ...driver, [name]: value })
    expect(formatIssues(issues)).toEqual([issue])
    const savedAnswers = { place_of_birth: 'Porto', email: 'ana@example.com', gender: 'female' }
    const { [name as keyof typeof savedAnswers]: _, ...otherAnswers } = savedAnswers
    expect(state?.customer).toMatchObject(otherAnswers)
    expect(state?.destinations).toEqual(['pt'])
  })

  it('returns as much of a value as can be stored', async () => {
    const { state } = await submitRejectedForm(driverPage, {
      ...driver,
      license_first_name: `${'A'.repeat(199)}😀${'A'.repeat(300)}`,
      license_last_name: 'Sil\0va',
    })
    expect(state?.customer.license_first_name).toBe('A'.repeat(199))
    expect(state?.customer.license_last_name).toBe('Silva')
  })

  it('returns the other parts of a date when one is too long', async () => {
    const { issues, state } = await submitRejectedForm(driverPage, {
      ...driver,
      date_of_birth_year: '1'.repeat(400),
    })
    expect(issues).toMatchObject([{ field: 'date_of_birth', parts: ['year'] }])
    expect(state?.customer.date_of_birth).toBe('11111111-3-2')
  })

  it('returns both parts of an invalid height', async () => {
    const heightInFeet = { height_unit: 'ft', height_ft: 'x'.repeat(400), height_in: '7' }
    const { issues, state } = await submitRejectedForm(driverPage, { ...driver, ...heightInFeet })
    expect(formatIssues(issues)).toEqual(['height: height.feet'])
    expect(state?.customer.height).toBe(`${'x'.repeat(18)}'7"`)
  })

  it('returns the previous country in place of an unknown one', async () => {
    const { token } = await createPayableCheckout()
    const { state } = await submitRejectedForm(
      driverPage,
      { ...driver, license_issued: 'prototype' },
      token,
    )
    expect(state?.customer.license_issued).toBe('us')
  })

  it('lists every issue once', async () => {
    const form = {
      ...driver,
      place_of_birth: 'P'.repeat(400),
      gender: '',
      dialCode: 'x'.repeat(5_000),
    }
    const { issues } = await submitRejectedForm(driverPage, form)
    expect(formatIssues(issues).sort()).toEqual([
      'gender: gender.missing',
      'phone: phone.country',
      'place_of_birth: place_of_birth.long',
    ])
  })
})

describe('a plan form with values that cannot be stored', () => {
  it.each([
    ['shipping_address', 'A'.repeat(600), 'address: shipping_address.long'],
    ['shipping_address_2', 'A'.repeat(600), 'address_2: shipping_address_2.long'],
    ['shipping_city', 'A'.repeat(5_000), 'city: shipping_city.long'],
    ['shipping_postcode', '9'.repeat(300), 'postcode: shipping_postcode.long'],
    ['shipping_first_name', 'A'.repeat(3_000), 'first_name: shipping_first_name.long'],
    ['shipping_country', 'constructor', 'country: shipping_country.unknown'],
    ['shipping_country', '__proto__', 'country: shipping_country.unknown'],
    ['shipping_city', 'Port\0land', 'city: text.unreadable'],
    ['plan_physical', 'constructor', 'selectedLicense: selectedLicense.missing'],
    ['phone', '5'.repeat(300), 'phone: phone.long'],
  ])('shows the issue at its field and saves the rest: %s', async (name, value, issue) => {
    const { token } = await createPayableCheckout()
    const { issues, state } = await submitRejectedForm(
      planPage,
      { ...parcel, shipping_last_name: 'Souza', [name]: value },
      token,
    )
    expect(formatIssues(issues)).toEqual([issue])
    expect(state?.shipping).toMatchObject({ last_name: 'Souza', state: 'OR' })
  })

  it.each([
    ['shipping_method', 'x'.repeat(300)],
    ['acknowledgements', `digital_refused:${'x'.repeat(300)}`],
    ['dialCode', 'x'.repeat(5_000)],
  ])('continues without a value that is not needed: %s', async (name, value) => {
    const { token } = await createPayableCheckout()
    const { redirectTo } = await renderPage(planPage, { form: { ...parcel, [name]: value }, token })
    expect(redirectTo).toBe('/v2/review/')
  })
})

it('an unknown pickup point is rejected, and the rest of the form is saved', async () => {
  const { token } = await createPayableCheckout()
  const partnerToken = await createPartnerToken(shop.backend, { partner: 'Bali Bikes' })
  expect((await attachToken(token, partnerToken)).body.success).toBe(true)
  const { issues, state } = await submitRejectedForm(
    planPage,
    { category: 'physical', plan_physical: '41', pickup_point: 'x'.repeat(300) },
    token,
  )
  expect(formatIssues(issues)).toContain('pickup_point: pickup_point.unknown')
  expect(state?.selectedLicense).toBe(41)
})

it('the express form lists all its issues, and the rest is saved', async () => {
  const { token } = await startCheckout({}, { body: { launch: { 'simple-flow': '1' } } })
  const form = {
    ...driver,
    ...parcel,
    place_of_birth: 'P'.repeat(400),
    shipping_city: 'A'.repeat(900),
  }
  const { issues, state } = await submitRejectedForm(infoPage, form, token)
  expect(formatIssues(issues)).toContain('place_of_birth: place_of_birth.long')
  expect(formatIssues(issues)).toContain('city: shipping_city.long')
  expect(state?.shipping.address).toBe('1 Main Street')
  expect(state?.customer.license_last_name).toBe('Silva')
})

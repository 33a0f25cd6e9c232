import { expect } from 'vitest'
import { isListedStateRequired } from '@/domain/address/address-format'
import { stateRows } from '@/domain/address/address-states'
import { callRoute, type Reply } from './call-route'
import { driverAnswers, parcelAnswers, saveCheckout } from './customer'
import type { Choices } from './worked-examples'

const checkoutsRoute = '/backend/api/checkout/'
const customersRoute = '/backend/api/customers/'
const shippingRoute = '/backend/api/shipping/'

/** Creates a checkout with these choices through the calls of every step, ready to pay. */
export async function createChosenCheckout(choices: Choices) {
  const { selectedLicense, currency, method, urgent, travelItemsInCart = [], coupon } = choices
  const state = { selectedLicense, currency }
  const { token } = await expectOk(
    callRoute(checkoutsRoute, { method: 'POST', body: { state, launch: choices.launch } }),
  )
  await expectOk(
    callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: buildDriver(choices),
    }),
  )
  if (method) {
    const body = { checkout: token, ...buildParcel(choices), shipping_method: method }
    await expectOk(callRoute(shippingRoute, { method: 'POST', body }))
  }
  return expectOk(
    saveCheckout(token, undefined, {
      approval_documents: { add_later: true },
      urgent: { selected: urgent, is_skip: !urgent },
      travelItemsInCart,
      // An explicit null: otherwise the server applies the shop's coupon.
      coupon: coupon ? { name: coupon } : null,
      terms: { selected: true },
      step: 5,
    }),
  )
}

/** A digital permit is taxed by residence; for a printed one the residence must not matter. */
const buildDriver = ({ method, country, state = '' }: Choices) =>
  method
    ? { ...driverAnswers, country_of_residence: 'us', state: '' }
    : { ...driverAnswers, country_of_residence: country, state }

const buildParcel = ({ country, state = '' }: Choices) => ({
  ...parcelAnswers,
  country,
  state: state || pickState(country),
  city: 'Somewhere',
  postcode: '10001',
})

/** A valid state for the parcel; examples whose tax depends on the state set their own. */
const pickState = (country: string): string =>
  isListedStateRequired(country) ? '' : (stateRows[country.toUpperCase()]?.[0]?.[0] ?? '')

async function expectOk(call: Promise<Reply>) {
  const reply = await call
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

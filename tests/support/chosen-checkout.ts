import { expect } from 'vitest'
import { mustKnowState } from '@/domain/address/address-format'
import { stateRows } from '@/domain/address/address-states'
import * as checkoutsRoute from '@/pages/api/backend/checkout/index'
import * as customersRoute from '@/pages/api/backend/customers/index'
import * as shippingRoute from '@/pages/api/backend/shipping/index'
import { callRoute, type Reply } from './call-route'
import { driverAnswers, parcelAnswers, saveCheckout } from './customer'
import type { Choices } from './worked-examples'

/** A checkout in which a customer has made these choices with the calls of every step: only the payment is missing. */
export async function chosenCheckout(chosen: Choices) {
  const { selectedLicense, currency, method, urgent, travelItemsInCart = [], coupon } = chosen
  const state = { selectedLicense, currency }
  const { token } = await answered(
    callRoute(checkoutsRoute, { method: 'POST', body: { state, launch: chosen.launch } }),
  )
  await answered(
    callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: driverOf(chosen),
    }),
  )
  if (method) {
    const body = { checkout: token, ...parcelOf(chosen), shipping_method: method }
    await answered(callRoute(shippingRoute, { method: 'POST', body }))
  }
  return answered(
    saveCheckout(token, undefined, {
      approval_documents: { add_later: true },
      urgent: { selected: urgent, is_skip: !urgent },
      travelItemsInCart,
      // Also said when there is none to be: the shop's own coupon comes by itself.
      coupon: coupon ? { name: coupon } : null,
      terms: { selected: true },
      step: 5,
    }),
  )
}

/** Whose permit is digital is taxed at home; any other driver lives far from the parcel. */
const driverOf = ({ method, country, state = '' }: Choices) =>
  method
    ? { ...driverAnswers, country_of_residence: 'us', state: '' }
    : { ...driverAnswers, country_of_residence: country, state }

const parcelOf = ({ country, state = '' }: Choices) => ({
  ...parcelAnswers,
  country,
  state: state || anyState(country),
  city: 'Somewhere',
  postcode: '10001',
})

/** Of those a parcel needs there; where the tax depends on it, an example names its own. */
const anyState = (country: string): string =>
  mustKnowState(country) ? '' : (stateRows[country.toUpperCase()]?.[0]?.[0] ?? '')

async function answered(asked: Promise<Reply>) {
  const reply = await asked
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

import { expect } from 'vitest'
import { callRoute, type Reply, type RouteCall } from './call-route'
import { everythingFree } from './prepared-database'
import { address, driver } from './sample-checkout'

const checkoutRoute = '/backend/api/checkout/[token]/'
const checkoutsRoute = '/backend/api/checkout/'
const customersRoute = '/backend/api/customers/'
const paypalRoute = '/backend/api/merchant/paypal/order/'
const payRoute = '/backend/api/merchant/stripe/create-payment-intent/'
const finishRoute = '/backend/api/orders/[id]/checkout/finish/'
const lifetimeRoute = '/backend/api/orders/[id]/lifetime/'
const shippingRoute = '/backend/api/shipping/'

const { id: _driverId, ...driverAnswers } = driver
const { id: _addressId, ...addressAnswers } = address
const {
  total: _total,
  tax: _tax,
  total_currency: _currency,
  shipping_method: _method,
  ...parcel
} = addressAnswers

/** A driver and a parcel to a state without sales tax. */
export { driverAnswers }
export const parcelAnswers = { ...parcel, state: 'OR', city: 'Portland', postcode: '97201' }

/** The driver as stored: a number that a call sets is shown with its plus. */
export const storedDriverAnswers = { ...driverAnswers, phone_typed: `+${driverAnswers.phone}` }

let startCount = 0

/** A new checkout as the server returns it, without a coupon unless the state names one. */
export async function startCheckout(state: object = {}, overrides: Partial<RouteCall> = {}) {
  const body = { state: { coupon: null, ...state }, ...overrides.body }
  // Beginnings are limited by IP address.
  const from = `10.${++startCount >> 8}.${startCount & 255}.1`
  const reply = await callRoute(checkoutsRoute, { method: 'POST', from, ...overrides, body })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

export const readCheckout = (token: string): Promise<Reply> =>
  callRoute(checkoutRoute, { params: { token } })

export const saveCheckout = (
  token: string,
  version: number | undefined,
  state: object,
): Promise<Reply> =>
  callRoute(checkoutRoute, { method: 'PATCH', params: { token }, body: { version, state } })

/** A checkout with every answer and accepted terms, ready to pay. */
export async function createPayableCheckout(state: object = {}) {
  const { token } = await startCheckout(state)
  await expectOk(
    callRoute(customersRoute, { method: 'POST', query: { checkout: token }, body: driverAnswers }),
  )
  const started = (await readCheckout(token)).body
  const { selected } = started.state.urgent
  const { version } = await expectOk(
    saveCheckout(token, started.version, {
      approval_documents: { add_later: true },
      // Chosen: a preselected one goes with the photos.
      urgent: { selected, is_skip: !selected },
    }),
  )
  const isDigital = [43, 44, 45].includes(
    (state as { selectedLicense?: number }).selectedLicense ?? 0,
  )
  const latest = isDigital
    ? version
    : (
        await expectOk(
          callRoute(shippingRoute, { method: 'POST', body: { checkout: token, ...parcelAnswers } }),
        )
      ).version
  const saved = await expectOk(saveCheckout(token, latest, { terms: { selected: true }, step: 5 }))
  expect(saved.state.step).toBe(5)
  return saved
}

async function expectOk(call: Promise<Reply>) {
  const reply = await call
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

interface Payment {
  token: string
  quote: { total: number; currency?: string }
}

/** Pays with one of the provider's test cards. */
export const pay = (
  { token, quote }: Payment,
  card: string | null = 'pm_card_visa',
  overrides: object = {},
  from?: string,
): Promise<Reply> =>
  callRoute(payRoute, {
    method: 'POST',
    body: {
      token,
      payment_method: card,
      expected_total: quote.total,
      expected_currency: quote.currency,
      ...overrides,
    },
    ...(from !== undefined && { from }),
  })

/** Charges a declined intent with another card, as the browser's own script could. */
export async function chargeDeclinedIntent({ url }: { url: string }, intent: string | null) {
  const response = await fetch(`${url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  expect((await response.json()).status).toBe('succeeded')
}

/** Pays with a confirmation token of a wallet or the Payment Element. */
export const payByToken = (
  payment: Payment,
  confirmation_token: string,
  overrides: object = {},
  from?: string,
): Promise<Reply> => pay(payment, null, { confirmation_token, ...overrides }, from)

/** Creates the PayPal order that the customer has to approve. */
export const createPaypalOrder = (
  { token, quote }: Payment,
  overrides: object = {},
): Promise<Reply> =>
  callRoute(paypalRoute, {
    method: 'POST',
    body: { token, expected_total: quote.total, expected_currency: quote.currency, ...overrides },
    // Each call has its own IP address because of the rate limit.
    from: `198.18.${Math.floor(++addressCount / 250)}.${addressCount % 250}`,
  })

let addressCount = 0

/** A paid order of the printed three-year plan, with the lifetime offer. */
export async function createPaidCheckout(state: object = {}, from?: string) {
  const checkout = await createPayableCheckout(state)
  await expectOk(pay(checkout, 'pm_card_visa', {}, from))
  return expectOk(readCheckout(checkout.token))
}

/** State of an order with a total of zero. */
export const freeOrder = {
  selectedLicense: 45,
  coupon: { name: everythingFree.name },
  urgent: { selected: false },
}

/** A paid order of the digital three-year plan with a total of zero, so without a provider call. */
export async function createFreePaidCheckout(state: object = {}) {
  const checkout = await createPayableCheckout({ ...freeOrder, ...state })
  await expectOk(pay(checkout, null))
  return expectOk(readCheckout(checkout.token))
}

interface CheckoutWithOffer {
  token: string
  order: { id: string }
  lifetime: { offer: { total: number; currency: string } | null }
}

/** Accepts the lifetime offer with one of the provider's test cards. */
export const payLifetime = (
  { token, order, lifetime: { offer } }: CheckoutWithOffer,
  card = 'pm_card_visa',
  overrides: object = {},
  from?: string,
): Promise<Reply> =>
  callRoute(lifetimeRoute, {
    method: 'POST',
    params: { id: order.id },
    body: {
      token,
      payment_method: card,
      expected_total: offer?.total ?? 130,
      expected_currency: offer?.currency ?? 'USD',
      ...overrides,
    },
    ...(from !== undefined && { from }),
  })

export const declineLifetime = ({
  token,
  order,
}: Omit<CheckoutWithOffer, 'lifetime'>): Promise<Reply> =>
  callRoute(lifetimeRoute, {
    method: 'PATCH',
    params: { id: order.id },
    body: { token, accepted: false },
  })

/** The request of the finish page. */
export const finishPayment = (
  token: string,
  orderId: string,
  overrides: object = {},
): Promise<Reply> =>
  callRoute(finishRoute, { method: 'POST', params: { id: orderId }, body: { token, ...overrides } })

import { randomInt } from 'node:crypto'
import type { WireCheckout } from '@/contract/checkout'
import type { StateChange } from '@/domain/checkout/state-change'
import { findStep, type StepId } from '@/domain/checkout/steps'
import { address, driver } from './sample-checkout'

const { id: _driverId, ...driverAnswers } = driver
const { id: _addressId, total, tax, total_currency, shipping_method, ...parcel } = address

/** A parcel to a state without sales tax, which keeps totals simple. */
const parcelAnswers = { ...parcel, state: 'OR', city: 'Portland', postcode: '97201' }

interface CheckoutOptions {
  /** The three-year digital permit instead of the printed one. */
  digital?: boolean
  /** Further initial state, such as a currency. */
  state?: StateChange
  /** Launch data of the customer's link. */
  launch?: Record<string, string>
}

/**
 * Creates a checkout with every answer before the step, through the customer's own API calls;
 * returns its token. The printed three-year permit by DHL to Oregon costs $88, the digital one $49,
 * urgent processing $25 more. It has no coupon.
 */
export async function createCheckoutAt(
  origin: string,
  step: StepId,
  { digital = false, state = {}, launch = {} }: CheckoutOptions = {},
): Promise<string> {
  const call = apiClient(origin)
  const plan = {
    selectedLicense: digital ? 45 : 42,
    urgent: { selected: false, is_skip: true },
    coupon: null,
  }
  const { token } = await call('POST', 'checkout/', { state: { ...plan, ...state }, launch })
  const advanceTo = (to: number, change: StateChange = {}) =>
    changeCheckout(origin, token, { ...change, step: to })
  const stepCalls = [
    () => call('POST', `customers/?checkout=${token}`, driverAnswers),
    () => advanceTo(3, { approval_documents: { add_later: true } }),
    () =>
      digital ? advanceTo(4) : call('POST', 'shipping/', { checkout: token, ...parcelAnswers }),
    () => advanceTo(5),
  ]
  for (const runStep of stepCalls.slice(0, findStep(step).number - 1)) await runStep()
  return token
}

/** Changes a checkout as another tab of the customer would. */
export async function changeCheckout(
  origin: string,
  token: string,
  state: StateChange,
): Promise<void> {
  const call = apiClient(origin)
  const { version } = await call('GET', `checkout/${token}/`)
  await call('PATCH', `checkout/${token}/`, { version, state })
}

/** The checkout as stored on the server. */
export const fetchCheckout = (origin: string, token: string): Promise<WireCheckout> =>
  apiClient(origin)('GET', `checkout/${token}/`)

const apiClient =
  (origin: string) =>
  async (method: string, path: string, body?: object): Promise<WireCheckout> => {
    const response = await fetch(`${origin}/checkouts/backend/api/${path}`, {
      method,
      // Beginnings are limited by IP address.
      headers: {
        'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && {
        body: JSON.stringify({ ...body, api_key: 'demo' }),
      }),
    })
    const payload = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(payload)}`)
    return payload as WireCheckout
  }

import { tokenCookie } from '@/server/http/cookies'
import { type LocalResponse, sendRequest } from './load'

const base = '/checkouts/backend/api'

/** A checkout filled in up to the payment step, made through the calls a browser would send. */
export interface SavedCheckout {
  token: string
  version: number
}

const driver = {
  license_issued: 'us',
  country_of_residence: 'us',
  license_first_name: 'Jane',
  license_last_name: 'Driver',
  email: 'jane@example.com',
  email_consent: false,
  phone: '+1 202 555 0123',
  date_of_birth: '1990-04-15',
  place_of_birth: 'Boston',
  gender: 'female',
  height: '170',
  eye_color: 'brown',
  b_passenger_car: true,
}

const address = {
  first_name: 'Jane',
  last_name: 'Driver',
  country: 'us',
  city: 'Boston',
  address: '1 Main Street',
  state: 'MA',
  postcode: '02101',
}

/** Creates a checkout on the app at this port. @throws with the response when a call is refused. */
export async function createSavedCheckout(port: number): Promise<SavedCheckout> {
  const { token } = await post(port, '/checkout/', {})
  await post(port, `/customers/?checkout=${token}`, driver)
  await post(port, '/shipping/', { ...address, shipping_method: 'dhl', checkout: token })
  const { version } = parseCheckout(await readCheckout(port, token))
  const state = {
    destinations: ['fr'],
    approval_documents: { add_later: true },
    selectedShippingMethod: { code: 'dhl' },
    step: 5,
  }
  return parseCheckout(await saveCheckout(port, { token, version }, state))
}

export const readCheckout = (port: number, token: string): Promise<LocalResponse> =>
  sendRequest({ port, path: `${base}/checkout/${token}/` })

export const saveCheckout = (
  port: number,
  { token, version }: SavedCheckout,
  state: object,
): Promise<LocalResponse> =>
  sendRequest({
    port,
    method: 'PATCH',
    path: `${base}/checkout/${token}/`,
    body: { api_key: 'demo', version, state },
  })

/** Parses the checkout of a response. @throws with the response when it was refused. */
export function parseCheckout({ status, text }: LocalResponse): SavedCheckout {
  if (status !== 200) throw new Error(`A call was answered with ${status}: ${text}`)
  return JSON.parse(text)
}

async function post(port: number, path: string, body: object): Promise<SavedCheckout> {
  const payload = { api_key: 'demo', ...body }
  return parseCheckout(
    await sendRequest({ port, method: 'POST', path: base + path, body: payload }),
  )
}

/** The Cookie header of a browser with the checkout open. */
export const buildCookie = ({ token }: Pick<SavedCheckout, 'token'>): string =>
  `${tokenCookie}=${token}`

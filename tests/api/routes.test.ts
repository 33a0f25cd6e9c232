import { beforeAll, describe, expect, it } from 'vitest'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { routes as servedRoutes } from '@/server/routes'
import { callRoute, type RouteCall } from '../support/call-route'
import { createPayableCheckout, driverAnswers, parcelAnswers, pay } from '../support/customer'
import { operatorHeaders, operatorKey } from '../support/operator'
import {
  buildForm,
  createPhoto,
  createUpload,
  partHeaders,
  renderPhoto,
  tusHeaders,
} from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

/** The target of a call: the checkout's token, and the id of something in it. */
interface RouteTarget {
  token: string
  id: string
}

interface RouteEntry {
  /** Every method of the route, with a valid call. */
  calls: Record<string, (target: RouteTarget) => RouteCall>
  /** The access check: the token alone, an id with the token, the operators' key, or `none`. */
  guard: 'none' | 'token' | 'id' | 'operator'
  /** The kind of object that the id refers to. */
  kind?: 'customer' | 'shipping' | 'order' | 'travel' | 'photo' | 'upload'
}

const buildEmptyCall = () => ({})
const buildBodyCall =
  (body: object = {}) =>
  () => ({ body })
const buildCheckoutCall =
  (overrides: object = {}) =>
  ({ token }: RouteTarget) => ({ query: { checkout: token }, ...overrides })
const buildIdCall =
  (overrides: object = {}) =>
  ({ id, token }: RouteTarget) => ({
    params: { id },
    query: { checkout: token },
    ...overrides,
  })

const photoForm = await buildForm({ type: 'profile', image: await renderPhoto() })

/** Every route of the app. One that is missing here fails the first test. */
const routes: Record<string, RouteEntry> = {
  '/api/health/': { calls: { GET: buildEmptyCall }, guard: 'none' },
  '/api/ready/': { calls: { GET: buildEmptyCall }, guard: 'none' },
  '/api/preferences/': { calls: { POST: buildEmptyCall }, guard: 'none' },
  '/api/restart/': { calls: { POST: buildEmptyCall }, guard: 'none' },
  '/locales/[language]/[namespace].missing.json': {
    calls: { POST: buildEmptyCall },
    guard: 'none',
  },
  '/api/set-cj-cookie/': { calls: { GET: buildEmptyCall }, guard: 'none' },
  '/api/auto-renewal/': { calls: { POST: buildEmptyCall }, guard: 'none' },
  '/api/stop-mails/': { calls: { POST: buildEmptyCall }, guard: 'none' },
  '/api/mail-link/': { calls: { POST: buildEmptyCall }, guard: 'none' },
  '/api/open-order/': { calls: { POST: buildEmptyCall }, guard: 'none' },
  '/api/sandbox/[...path]/': { calls: {}, guard: 'none' },
  '/api/webhooks/paypal/': { calls: { POST: buildBodyCall() }, guard: 'none' },
  '/api/webhooks/stripe/': { calls: { POST: buildBodyCall() }, guard: 'none' },
  '/backend/api/products/': { calls: { GET: buildEmptyCall }, guard: 'none' },
  '/backend/api/popular-countries/': { calls: { GET: buildEmptyCall }, guard: 'none' },
  '/backend/api/permits/[id]/': {
    calls: { GET: ({ id }) => ({ params: { id } }) },
    guard: 'none',
  },
  '/backend/api/checkout/geo/': { calls: { GET: buildEmptyCall }, guard: 'none' },
  '/backend/api/checkout/': { calls: { POST: buildBodyCall() }, guard: 'none' },
  '/backend/api/checkout/[token]/': {
    calls: {
      GET: ({ token }) => ({ params: { token } }),
      PATCH: ({ token }) => ({ params: { token }, body: { version: 1, state: { gclid: 'x' } } }),
    },
    guard: 'token',
  },
  '/backend/api/checkout/[token]/tax-group/': {
    calls: { GET: ({ token }) => ({ params: { token } }) },
    guard: 'token',
  },
  '/backend/api/checkout/[token]/variants/': {
    calls: {
      POST: ({ token }) => ({
        params: { token },
        body: { variants: { HOW_IT_WORKS: 'VARIANT_1' } },
      }),
    },
    guard: 'token',
  },
  '/backend/api/customers/': {
    calls: { POST: buildCheckoutCall({ body: driverAnswers }) },
    guard: 'token',
  },
  '/backend/api/customers/[id]/': {
    calls: { PATCH: buildIdCall({ body: { first_name: 'Mallory' } }) },
    guard: 'id',
    kind: 'customer',
  },
  '/backend/api/shipping/': {
    calls: { POST: ({ token }) => ({ body: { checkout: token, ...parcelAnswers } }) },
    guard: 'token',
  },
  '/backend/api/shipping/[id]/': {
    calls: { PATCH: buildIdCall({ body: { address: 'Mallory’s house' } }) },
    guard: 'id',
    kind: 'shipping',
  },
  '/backend/api/shipping/shipping-methods/': {
    calls: { POST: buildBodyCall({ country: 'us', currency: 'USD' }) },
    guard: 'none',
  },
  '/backend/api/merchant/stripe/create-payment-intent/': {
    calls: {
      POST: ({ token }) => ({
        body: { token, payment_method: 'pm_card_visa', expected_total: 113 },
      }),
    },
    guard: 'token',
  },
  '/backend/api/orders/[id]/': {
    calls: {
      PATCH: ({ id, token }) => ({
        params: { id },
        query: { token },
        body: { email: 'm@evil.example' },
      }),
    },
    guard: 'id',
    kind: 'order',
  },
  '/backend/api/orders/[id]/checkout/finish/': {
    calls: { POST: ({ id, token }) => ({ params: { id }, body: { token } }) },
    guard: 'id',
    kind: 'order',
  },
  '/backend/api/orders/[id]/lifetime/': {
    calls: {
      POST: ({ id, token }) => ({
        params: { id },
        body: {
          token,
          payment_method: 'pm_card_visa',
          expected_total: 130,
          expected_currency: 'USD',
        },
      }),
      PATCH: ({ id, token }) => ({ params: { id }, body: { token, accepted: false } }),
    },
    guard: 'id',
    kind: 'order',
  },
  '/backend/api/travel-products/': {
    calls: { GET: () => ({ query: { language: 'en', currency: 'USD' } }) },
    guard: 'none',
  },
  '/backend/api/customers/latin-name/': {
    calls: { POST: buildBodyCall({ name: 'Иван', country: 'ru', kind: 'given' }) },
    guard: 'none',
  },
  '/backend/api/customers/track-event/': {
    calls: { POST: buildBodyCall({ email: 'a@example.com', event: 'x' }) },
    guard: 'none',
  },
  '/backend/api/checkout/[token]/add-partner-token/': {
    calls: { POST: ({ token }) => ({ params: { token }, body: { partner_token: 'x' } }) },
    guard: 'token',
  },
  '/backend/api/travel-product-checkout/': {
    calls: {
      GET: buildCheckoutCall(),
      POST: buildCheckoutCall({ body: { item_id: 1, quantity: 1 } }),
    },
    guard: 'token',
  },
  '/backend/api/travel-product-checkout/[id]/': {
    calls: { PATCH: buildIdCall({ body: { quantity: 1 } }), DELETE: buildIdCall() },
    guard: 'id',
    kind: 'travel',
  },
  '/backend/api/approval-images/': {
    calls: { GET: buildCheckoutCall(), POST: buildCheckoutCall(photoForm) },
    guard: 'token',
  },
  '/backend/api/approval-images/[id]/': {
    calls: { PATCH: buildIdCall(photoForm), DELETE: buildIdCall() },
    guard: 'id',
    kind: 'photo',
  },
  '/backend/api/approval-images/[id]/preview/': {
    calls: { GET: buildIdCall() },
    guard: 'id',
    kind: 'photo',
  },
  '/backend/api/photo-uploads/': {
    calls: { POST: buildCheckoutCall({ headers: { ...tusHeaders, 'upload-length': '1' } }) },
    guard: 'token',
  },
  '/backend/api/photo-uploads/[id]/': {
    calls: {
      HEAD: buildIdCall({ headers: tusHeaders }),
      PATCH: buildIdCall({ headers: partHeaders(0), rawBody: 'x' }),
    },
    guard: 'id',
    kind: 'upload',
  },
  '/backend/api/checkout/[token]/photo-link/': {
    calls: { POST: ({ token }) => ({ params: { token }, body: {} }) },
    guard: 'token',
  },
  '/backend/api/photo-pass/': { calls: { POST: buildBodyCall({ code: 'x' }) }, guard: 'none' },
  '/backend/api/merchant/paypal/order/': {
    calls: { POST: ({ token }) => ({ body: { token, expected_total: 113 } }) },
    guard: 'token',
  },
  '/backend/api/merchant/stripe/setup-intent/': {
    calls: {
      POST: ({ token }) => ({
        body: {
          token,
          payment_method: 'pm_card_visa',
          expected_total: 74.2,
          expected_currency: 'USD',
        },
      }),
    },
    guard: 'token',
  },
  '/backend/api/coupons/validate/': {
    calls: {
      POST: ({ token }) => ({ query: { currency: 'USD' }, body: { name: 'FULL100', token } }),
    },
    guard: 'token',
  },
  '/backend/api/partners-tokens/[id]/customer-get/': {
    calls: { GET: ({ id }) => ({ params: { id } }) },
    guard: 'none',
  },
  '/backend/api/subscriptions/stripe/create-subscription/': {
    calls: { POST: ({ token }) => ({ body: { token } }) },
    guard: 'token',
  },
  '/backend/api/subscriptions/stripe/cancel-subscription/': {
    calls: { POST: ({ token }) => ({ body: { token } }) },
    guard: 'token',
  },
  '/backend/api/operator/orders/': { calls: { GET: buildEmptyCall }, guard: 'operator' },
  '/backend/api/operator/orders/[id]/': { calls: { GET: buildIdCall() }, guard: 'operator' },
  '/backend/api/operator/orders/[id]/photos/[type]/': {
    calls: { GET: ({ id }) => ({ params: { id, type: 'profile' } }) },
    guard: 'operator',
  },
  '/backend/api/operator/orders/[id]/fulfil/': {
    calls: { POST: ({ id }) => ({ params: { id }, body: {} }) },
    guard: 'operator',
  },
  '/backend/api/operator/orders/[id]/refund/': {
    calls: { POST: ({ id }) => ({ params: { id }, body: { request_key: 'a-refund' } }) },
    guard: 'operator',
  },
  '/backend/api/subscriptions/[token]/': {
    calls: { GET: ({ token }) => ({ params: { token } }) },
    guard: 'token',
  },
}

const shop = withShop({ provider: startProvider, variables: { OPERATOR_KEY: operatorKey } })
beforeAll(async () => {
  // A webhook in between would change rows while they are compared.
  await shop.provider.addFaults({ fault: 'hold_webhooks' })
})

/** A checkout with one of everything: driver, address, travel item, photo, declined order. */
async function createFullCheckout() {
  const { token, state, quote } = await createPayableCheckout({
    travelItemsInCart: [{ item_id: 1, quantity: 2 }],
  })
  addressCount += 1
  await pay({ token, quote }, 'pm_card_chargeDeclined', {}, `192.0.2.${addressCount}`)
  const { id } = await fetchOrder(token)
  const { id: photoId } = await createPhoto(token)
  return {
    token,
    customer: state.customer.id,
    shipping: state.shipping.id,
    order: id,
    travel: state.travel_items[0].id,
    photo: photoId,
    upload: await createUpload({ token }, 100),
  }
}
let addressCount = 10

async function fetchOrder(token: string): Promise<{ id: string }> {
  const { body } = await callRoute('/backend/api/checkout/[token]/', {
    params: { token },
  })
  return body.order
}

const listCalls = (predicate: (entry: RouteEntry) => boolean) =>
  Object.entries(routes).flatMap(([path, entry]) =>
    predicate(entry)
      ? Object.entries(entry.calls).map(([method, buildCall]) => ({
          path,
          method,
          buildCall,
          entry,
        }))
      : [],
  )

describe('the table of routes', () => {
  it('has every route', () => {
    expect(Object.keys(servedRoutes).sort()).toEqual(Object.keys(routes).sort())
  })

  it('does not match if a route is missing in it', () => {
    expect(Object.keys(routes)).not.toContain('/backend/api/forgotten/')
    expect(() =>
      expect([...Object.keys(routes), '/backend/api/forgotten/']).toEqual(Object.keys(routes)),
    ).toThrow()
  })
})

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']
const handlers = Object.entries(routes).filter(([path]) => !path.includes('[...path]'))

describe('an unsupported method', () => {
  it.each(handlers)('returns 405 with the allowed methods: %s', async (path, { calls }) => {
    for (const method of methods.filter(candidate => !(candidate in calls))) {
      const { status, headers } = await callRoute(path, { method, headers: operatorHeaders })
      expect([method, status]).toEqual([method, 405])
      expect(headers.allow).toBe(Object.keys(calls).join(', '))
    }
  })
})

describe('an unknown address', () => {
  it.each(methods)('returns 404 for %s', async method => {
    const { status, body } = await callRoute('/backend/api/x/', { method })
    expect(status).toBe(404)
    expect(body.detail).toBe('Not found.')
  })
})

const guardedCalls = listCalls(({ guard }) => guard === 'token' || guard === 'id')
const idCalls = guardedCalls.filter(({ entry }) => entry.guard === 'id')

describe('a valid call', () => {
  // Payment routes are excluded: the payment tests cover their valid calls.
  it.each(
    guardedCalls.filter(({ path }) => !/create-payment|setup-intent|lifetime|paypal/.test(path)),
  )(
    'succeeds, so that the refusals below are meaningful: $method $path',
    async ({ path, method, buildCall, entry }) => {
      const checkout = await createFullCheckout()
      const { status } = await callRoute(path, {
        method,
        ...buildCall({ token: checkout.token, id: entry.kind ? checkout[entry.kind] : '' }),
      })
      // The version of these calls is outdated: the token is right, the copy is stale.
      const isOutdated = method === 'PATCH' && path.includes('[token]')
      expect(isOutdated ? [409] : [200, 201, 204]).toContain(status)
    },
  )
})

/** Tokens that match no checkout. */
const wrongTokens: [string, string][] = [
  ['no token', ''],
  ['a made-up token', 'A'.repeat(43)],
  ['a short token', 'A'.repeat(42)],
  ['SQL for a token', '1 OR 1'],
  ['a number for a token', '1'],
  ['a UUID for a token', '123e4567-e89b-42d3-a456-426614174000'],
  ['a wildcard for a token', `${'%'.repeat(43)}`],
]

describe.each(guardedCalls)('$method $path', ({ path, method, buildCall, entry }) => {
  const call = (target: RouteTarget) => callRoute(path, { method, ...buildCall(target) })
  const getId = (checkout: Awaited<ReturnType<typeof createFullCheckout>>) =>
    entry.kind ? checkout[entry.kind] : ''

  const expectRefused = async (target: RouteTarget) => {
    const before = await shop.readRows()
    const movements = await shop.provider.movements()
    const { status, body } = await call(target)
    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'Not found.', code: 'not_found' })
    expect(await shop.readRows()).toEqual(before)
    expect(await shop.provider.movements()).toEqual(movements)
  }

  it('returns 404 for a wrong token', async () => {
    const id = getId(await createFullCheckout())
    for (const [, token] of wrongTokens) await expectRefused({ token, id })
  })

  it('returns 404 for an expired token', async () => {
    const checkout = await createFullCheckout()
    shop.advanceClock(tokenLifetimeMs + 1)
    await expectRefused({ token: checkout.token, id: getId(checkout) })
    shop.advanceClock(-tokenLifetimeMs - 1)
  })

  it('returns 404 or 422 without a token', async () => {
    const before = await shop.readRows()
    const { params, query: _, body } = buildCall({ token: '', id: '1' }) as RouteCall
    const { token: _token, checkout: _checkout, ...rest } = (body ?? {}) as Record<string, unknown>
    const { status } = await callRoute(path, {
      method,
      ...(params && { params: params as Record<string, string> }),
      ...(body && { body: rest }),
    })
    expect([404, 422]).toContain(status)
    expect(await shop.readRows()).toEqual(before)
  })
})

describe.each(listCalls(({ guard }) => guard === 'operator'))(
  '$method $path',
  ({ path, method, buildCall }) => {
    it('returns 401 without the operators’ key, also with a checkout’s token', async () => {
      const { token, order } = await createFullCheckout()
      const before = await shop.readRows()
      const call = buildCall({ token, id: order })
      for (const authorization of [undefined, `Bearer ${token}`, 'Bearer demo']) {
        const { status } = await callRoute(path, { method, ...call, headers: { authorization } })
        expect(status).toBe(401)
      }
      expect(await shop.readRows()).toEqual(before)
      const { status } = await callRoute(path, { method, ...call, headers: operatorHeaders })
      expect(status).not.toBe(401)
    })
  },
)

describe.each(idCalls)('$method $path', ({ path, method, buildCall, entry }) => {
  it('returns 404 for another customer’s id and for unknown ids', async () => {
    const [checkout, other] = [await createFullCheckout(), await createFullCheckout()]
    const kind = entry.kind as 'customer'
    const foreignId = other[kind]
    const truncatedId = checkout[kind].slice(0, -1)
    const invalidIds = [
      '',
      '0',
      '-1',
      '1',
      '9'.repeat(40),
      '1 OR 1',
      "' OR ''='",
      '%',
      'null',
      foreignId,
    ]
    const similarIds = [
      `${truncatedId}${checkout[kind].endsWith('A') ? 'B' : 'A'}`,
      truncatedId,
      `${checkout[kind]}A`,
    ]
    const before = await shop.readRows()
    for (const id of [...invalidIds, ...similarIds]) {
      const { status, body } = await callRoute(path, {
        method,
        ...buildCall({ token: checkout.token, id }),
      })
      expect([id, status]).toEqual([id, 404])
      expect(body.detail).toBe('Not found.')
    }
    const reply = await callRoute(path, {
      method,
      ...buildCall({ token: other.token, id: checkout[kind] }),
    })
    expect(reply.status).toBe(404)
    expect(await shop.readRows()).toEqual(before)
  })
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { callRoute, type RouteCall, type RouteModule } from '../support/call-route'
import { driverAnswers, parcelAnswers, pay, payableCheckout } from '../support/customer'
import { addedPhoto, formOf, photo } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const folder = join(process.cwd(), 'src/pages/api')
const modules = import.meta.glob<RouteModule>('/src/pages/api/**/*.ts', { eager: true })
const moduleOf = (file: string): RouteModule => modules[`/src/pages/api/${file}.ts`] as RouteModule

/** Whom a call concerns: the checkout's token, and the id of something in it. */
interface Named {
  token: string
  id: string
}

interface Entry {
  /** Every method the route takes, and a right call of it. */
  calls: Record<string, (named: Named) => RouteCall>
  /** What guards it: the token alone, an id together with the token, or nothing a customer owns. */
  guard: 'nobody' | 'token' | 'id'
  /** Which of a checkout's things the id names. */
  thing?: 'customer' | 'shipping' | 'order' | 'travel' | 'photo'
}

const plain = () => ({})
const body =
  (rest: object = {}) =>
  () => ({ body: rest })
const ofCheckout =
  (rest: object = {}) =>
  ({ token }: Named) => ({ query: { checkout: token }, ...rest })
const ofIdAndCheckout =
  (rest: object = {}) =>
  ({ id, token }: Named) => ({
    params: { id },
    query: { checkout: token },
    ...rest,
  })

const photoForm = await formOf({ type: 'profile', image: await photo() })

/** Every route of the app. A file that is not listed here fails the first test. */
const routes: Record<string, Entry> = {
  '[...path]': { calls: {}, guard: 'nobody' },
  health: { calls: { GET: plain }, guard: 'nobody' },
  ready: { calls: { GET: plain }, guard: 'nobody' },
  preferences: { calls: { POST: plain }, guard: 'nobody' },
  restart: { calls: { POST: plain }, guard: 'nobody' },
  'missing-texts': { calls: { POST: plain }, guard: 'nobody' },
  'set-cj-cookie': { calls: { GET: plain }, guard: 'nobody' },
  'auto-renewal': { calls: { POST: plain }, guard: 'nobody' },
  'mail-link': { calls: { POST: plain }, guard: 'nobody' },
  'sandbox/[...path]': { calls: {}, guard: 'nobody' },
  'webhooks/paypal': { calls: { POST: body() }, guard: 'nobody' },
  'webhooks/stripe': { calls: { POST: body() }, guard: 'nobody' },
  'backend/products': { calls: { GET: plain }, guard: 'nobody' },
  'backend/popular-countries': { calls: { GET: plain }, guard: 'nobody' },
  'backend/permits/[id]': {
    calls: { GET: ({ id }) => ({ params: { id } }) },
    guard: 'nobody',
  },
  'backend/checkout/geo': { calls: { GET: plain }, guard: 'nobody' },
  'backend/checkout/index': { calls: { POST: body() }, guard: 'nobody' },
  'backend/checkout/[token]/index': {
    calls: {
      GET: ({ token }) => ({ params: { token } }),
      PATCH: ({ token }) => ({ params: { token }, body: { version: 1, state: { gclid: 'x' } } }),
    },
    guard: 'token',
  },
  'backend/checkout/[token]/tax-group': {
    calls: { GET: ({ token }) => ({ params: { token } }) },
    guard: 'token',
  },
  'backend/checkout/[token]/variants': {
    calls: {
      POST: ({ token }) => ({
        params: { token },
        body: { variants: { HOW_IT_WORKS: 'VARIANT_1' } },
      }),
    },
    guard: 'token',
  },
  'backend/customers/index': {
    calls: { POST: ofCheckout({ body: driverAnswers }) },
    guard: 'token',
  },
  'backend/customers/[id]': {
    calls: { PATCH: ofIdAndCheckout({ body: { first_name: 'Mallory' } }) },
    guard: 'id',
    thing: 'customer',
  },
  'backend/shipping/index': {
    calls: { POST: ({ token }) => ({ body: { checkout: token, ...parcelAnswers } }) },
    guard: 'token',
  },
  'backend/shipping/[id]': {
    calls: { PATCH: ofIdAndCheckout({ body: { address: 'Mallory’s house' } }) },
    guard: 'id',
    thing: 'shipping',
  },
  'backend/shipping/shipping-methods': {
    calls: { POST: body({ country: 'us', currency: 'USD' }) },
    guard: 'nobody',
  },
  'backend/merchant/stripe/create-payment-intent': {
    calls: {
      POST: ({ token }) => ({
        body: { token, payment_method: 'pm_card_visa', expected_total: 113 },
      }),
    },
    guard: 'token',
  },
  'backend/orders/[id]/index': {
    calls: {
      PATCH: ({ id, token }) => ({
        params: { id },
        query: { token },
        body: { email: 'm@evil.example' },
      }),
    },
    guard: 'id',
    thing: 'order',
  },
  'backend/orders/[id]/checkout/finish': {
    calls: { POST: ({ id, token }) => ({ params: { id }, body: { token } }) },
    guard: 'id',
    thing: 'order',
  },
  'backend/orders/[id]/lifetime': {
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
    thing: 'order',
  },
  'backend/travel-products': {
    calls: { GET: () => ({ query: { language: 'en', currency: 'USD' } }) },
    guard: 'nobody',
  },
  'backend/customers/track-event': {
    calls: { POST: body({ email: 'a@example.com', event: 'x' }) },
    guard: 'nobody',
  },
  'backend/checkout/[token]/add-partner-token': {
    calls: { POST: ({ token }) => ({ params: { token }, body: { partner_token: 'x' } }) },
    guard: 'token',
  },
  'backend/travel-product-checkout/index': {
    calls: { GET: ofCheckout(), POST: ofCheckout({ body: { item_id: 1, quantity: 1 } }) },
    guard: 'token',
  },
  'backend/travel-product-checkout/[id]': {
    calls: { PATCH: ofIdAndCheckout({ body: { quantity: 1 } }), DELETE: ofIdAndCheckout() },
    guard: 'id',
    thing: 'travel',
  },
  'backend/approval-images/index': {
    calls: { GET: ofCheckout(), POST: ofCheckout(photoForm) },
    guard: 'token',
  },
  'backend/approval-images/[id]/index': {
    calls: { PATCH: ofIdAndCheckout(photoForm), DELETE: ofIdAndCheckout() },
    guard: 'id',
    thing: 'photo',
  },
  'backend/approval-images/[id]/preview': {
    calls: { GET: ofIdAndCheckout() },
    guard: 'id',
    thing: 'photo',
  },
  'backend/checkout/[token]/photo-link': {
    calls: { POST: ({ token }) => ({ params: { token }, body: {} }) },
    guard: 'token',
  },
  'backend/photo-pass': { calls: { POST: body({ code: 'x' }) }, guard: 'nobody' },
  'backend/merchant/paypal/order': {
    calls: { POST: ({ token }) => ({ body: { token, expected_total: 113 } }) },
    guard: 'token',
  },
  'backend/merchant/stripe/setup-intent': {
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
  'backend/coupons/validate': {
    calls: {
      POST: ({ token }) => ({ query: { currency: 'USD' }, body: { name: 'FULL100', token } }),
    },
    guard: 'token',
  },
  'backend/partners-tokens/[id]/customer-get': {
    calls: { GET: ({ id }) => ({ params: { id } }) },
    guard: 'nobody',
  },
  'backend/subscriptions/stripe/create-subscription': {
    calls: { POST: ({ token }) => ({ body: { token } }) },
    guard: 'token',
  },
  'backend/subscriptions/stripe/cancel-subscription': {
    calls: { POST: ({ token }) => ({ body: { token } }) },
    guard: 'token',
  },
  'backend/subscriptions/[token]': {
    calls: { GET: ({ token }) => ({ params: { token } }) },
    guard: 'token',
  },
}

const shop = withShop({ provider: startProvider })
beforeAll(async () => {
  // An event that comes in by itself would change rows while they are compared.
  await shop.provider.breakOn({ fault: 'hold_webhooks' })
})

/** A checkout with one of everything: driver, address, travel item, and an order whose card was declined. */
async function wholeCheckout() {
  const { token, state, quote } = await payableCheckout({
    travelItemsInCart: [{ item_id: 1, quantity: 2 }],
  })
  addresses += 1
  await pay({ token, quote }, 'pm_card_chargeDeclined', {}, `192.0.2.${addresses}`)
  const { id } = await orderOf(token)
  const { id: photoId } = await addedPhoto(token)
  return {
    token,
    customer: state.customer.id,
    shipping: state.shipping.id,
    order: id,
    travel: state.travel_items[0].id,
    photo: photoId,
  }
}
let addresses = 10

async function orderOf(token: string): Promise<{ id: string }> {
  const { body } = await callRoute(moduleOf('backend/checkout/[token]/index'), {
    params: { token },
  })
  return body.order
}

const callsOf = (wanted: (entry: Entry) => boolean) =>
  Object.entries(routes).flatMap(([file, entry]) =>
    wanted(entry)
      ? Object.entries(entry.calls).map(([method, question]) => ({ file, method, question, entry }))
      : [],
  )

describe('the table of routes', () => {
  it('names every route file there is', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .map(file => file.replace(/\.tsx?$/, ''))
    expect(files.sort()).toEqual(Object.keys(routes).sort())
  })

  it('fails for a file that is not in it', () => {
    expect(Object.keys(routes)).not.toContain('backend/forgotten')
    expect(() =>
      expect([...Object.keys(routes), 'backend/forgotten']).toEqual(Object.keys(routes)),
    ).toThrow()
  })
})

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']
const handlers = Object.entries(routes).filter(([file]) => !file.includes('[...path]'))

describe('a method that is none of the route’s', () => {
  it.each(handlers)('is refused, and the right ones are named: %s', async (file, { calls }) => {
    for (const method of methods.filter(one => !(one in calls))) {
      const { status, headers } = await callRoute(moduleOf(file), { method })
      expect([method, status]).toEqual([method, 405])
      expect(headers.allow).toBe(Object.keys(calls).join(', '))
    }
  })
})

describe('an address that is no route', () => {
  it.each(methods)('is not found with %s', async method => {
    const { status, body } = await callRoute(moduleOf('[...path]'), {
      method,
      params: { path: ['x'] },
    })
    expect(status).toBe(404)
    expect(body.detail).toBe('Not found.')
  })
})

const guarded = callsOf(entry => entry.guard !== 'nobody')
const owned = guarded.filter(({ entry }) => entry.guard === 'id')

describe('a right call', () => {
  // Those that pay are shown to be right where paying is tested.
  it.each(guarded.filter(({ file }) => !/create-payment|setup-intent|lifetime|paypal/.test(file)))(
    'is answered, so that the refusals below mean something: $method $file',
    async ({ file, method, question, entry }) => {
      const own = await wholeCheckout()
      const { status } = await callRoute(moduleOf(file), {
        method,
        ...question({ token: own.token, id: entry.thing ? own[entry.thing] : '' }),
      })
      // The version in the table is an old one: right token, stale copy.
      expect(status).toBe(method === 'PATCH' && file.includes('[token]') ? 409 : 200)
    },
  )
})

/** Tokens that open nothing. */
const wrongTokens: [string, string][] = [
  ['no token', ''],
  ['a made-up token', 'A'.repeat(43)],
  ['a short token', 'A'.repeat(42)],
  ['SQL for a token', '1 OR 1'],
  ['a number for a token', '1'],
  ['a UUID for a token', '123e4567-e89b-42d3-a456-426614174000'],
  ['a wildcard for a token', `${'%'.repeat(43)}`],
]

describe.each(guarded)('$method $file', ({ file, method, question, entry }) => {
  const call = (named: Named) => callRoute(moduleOf(file), { method, ...question(named) })
  const idOf = (own: Awaited<ReturnType<typeof wholeCheckout>>) =>
    entry.thing ? own[entry.thing] : ''

  const refuses = async (named: Named) => {
    const before = await shop.rows()
    const charged = await shop.provider.movements()
    const { status, body } = await call(named)
    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'Not found.', code: 'not_found' })
    expect(await shop.rows()).toEqual(before)
    expect(await shop.provider.movements()).toEqual(charged)
  }

  it('finds nothing with a wrong token', async () => {
    const id = idOf(await wholeCheckout())
    for (const [, token] of wrongTokens) await refuses({ token, id })
  })

  it('finds nothing with an expired token', async () => {
    const own = await wholeCheckout()
    shop.pass(tokenLifetimeMs + 1)
    await refuses({ token: own.token, id: idOf(own) })
    shop.pass(-tokenLifetimeMs - 1)
  })

  it('tells a caller who names nobody what is missing, or finds nothing', async () => {
    const before = await shop.rows()
    const { params, query: _, body: sent } = question({ token: '', id: '1' }) as RouteCall
    const { token: _token, checkout: _checkout, ...rest } = (sent ?? {}) as Record<string, unknown>
    const { status } = await callRoute(moduleOf(file), {
      method,
      ...(params && { params: params as Record<string, string> }),
      ...(sent && { body: rest }),
    })
    expect([404, 422]).toContain(status)
    expect(await shop.rows()).toEqual(before)
  })
})

describe.each(owned)('$method $file', ({ file, method, question, entry }) => {
  it('finds nothing of another customer, nor what does not exist', async () => {
    const [own, other] = [await wholeCheckout(), await wholeCheckout()]
    const thing = entry.thing as 'customer'
    const foreign = other[thing]
    const last = own[thing].slice(0, -1)
    const wrong = ['', '0', '-1', '1', '9'.repeat(40), '1 OR 1', "' OR ''='", '%', 'null', foreign]
    const near = [`${last}${own[thing].endsWith('A') ? 'B' : 'A'}`, last, `${own[thing]}A`]
    const before = await shop.rows()
    for (const id of [...wrong, ...near]) {
      const { status, body } = await callRoute(moduleOf(file), {
        method,
        ...question({ token: own.token, id }),
      })
      expect([id, status]).toEqual([id, 404])
      expect(body.detail).toBe('Not found.')
    }
    const crossed = await callRoute(moduleOf(file), {
      method,
      ...question({ token: other.token, id: own[thing] }),
    })
    expect(crossed.status).toBe(404)
    expect(await shop.rows()).toEqual(before)
  })
})

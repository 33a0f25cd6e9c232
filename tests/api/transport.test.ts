import { describe, expect, it } from 'vitest'
import { callRoute, type RouteCall } from '../support/call-route'
import { readCheckout, saveCheckout, startCheckout } from '../support/customer'
import { withShop } from '../support/with-shop'

const checkoutRoute = '/backend/api/checkout/[token]/'
const checkoutsRoute = '/backend/api/checkout/'

const shop = withShop()

const createCheckout = (call: RouteCall) =>
  callRoute(checkoutsRoute, { method: 'POST', body: {}, ...call })

describe('a request', () => {
  it.each([
    ['from the shop’s own page', { origin: 'https://shop.example' }, 200],
    [
      'from another site that claims the shop’s proxy',
      { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
      403,
    ],
    ['without an origin', {}, 200],
    ['from another site', { origin: 'https://evil.example' }, 403],
    [
      'from a host that contains the shop’s name',
      { origin: 'https://shop.example.evil.example' },
      403,
    ],
    ['from a null origin', { origin: 'null' }, 403],
    ['from another port', { origin: 'https://shop.example:8443' }, 403],
    ['marked cross-site by the browser', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s (%j) returns %d', async (_, headers, status) => {
    expect((await createCheckout({ headers })).status).toBe(status)
  })

  it.each([
    ['of another shop', { api_key: 'other' }],
    ['that is empty', { api_key: '' }],
    ['that is null', { api_key: null }],
    ['that is a list', { api_key: ['demo'] }],
  ])('with an api_key %s is refused', async (_, body) => {
    const { status, body: refusal } = await createCheckout({ body })
    expect(status).toBe(403)
    expect(refusal.code).toBe('api_key')
  })

  it('without an api_key is refused', async () => {
    expect((await createCheckout({ rawBody: '{}' })).body.code).toBe('api_key')
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    undefined,
  ])('with the content type %s is refused', async type => {
    const { status, body } = await createCheckout({ headers: { 'content-type': type } })
    expect(status).toBe(415)
    expect(body.code).toBe('media_type')
  })

  it('with JSON and a charset is accepted', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect((await createCheckout({ headers })).status).toBe(200)
  })

  it.each([
    ['truncated JSON', '{"api_key":"demo"', 400],
    ['not JSON', 'hello', 400],
    ['two JSON values', '{} {}', 400],
    ['a number', '7', 422],
    ['null', 'null', 422],
    ['a string', '"demo"', 422],
    ['a list', '["demo"]', 422],
    ['an empty list', '[]', 422],
    ['a list nested 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
    ['33 objects in each other', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400],
    ['brackets that are never closed', '['.repeat(60_000), 400],
    ['a text that is never closed', `"${'\\'.repeat(60_000)}`, 400],
  ])('whose body is %s returns 4xx', async (_, rawBody, status) => {
    const reply = await createCheckout({ rawBody })
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ detail: expect.any(String), code: expect.any(String) })
  })

  it('with brackets in a text is not deep', async () => {
    const body = { state: { gclid: `${'[{'.repeat(500)}"` } }
    expect((await createCheckout({ body })).status).toBe(200)
  })

  it('with a very long name of a parameter names only its start', async () => {
    const { status, body } = await createCheckout({
      body: { launch: { ['a'.repeat(60_000)]: 'x' } },
    })
    expect([status, body.code]).toEqual([422, 'unprocessable'])
    expect(body.issues).toMatchObject([{ message: 'value.shape' }])
    expect(body.issues[0].field.length).toBeLessThanOrEqual(100)
  })

  it('with an unknown charset returns 4xx', async () => {
    const headers = { 'content-type': 'application/json; charset=klingon' }
    const { status } = await createCheckout({ headers })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it.each([
    ['over the limit', 65_536, 413],
    ['far over the limit', 3_000_000, 413],
  ])('%s is refused', async (_, size, status) => {
    const rawBody = JSON.stringify({ api_key: 'demo', state: { gclid: 'a'.repeat(size) } })
    expect((await createCheckout({ rawBody })).status).toBe(status)
  })

  it('without Content-Length is refused over the limit', async () => {
    const rawBody = JSON.stringify({ api_key: 'demo', padding: 'a'.repeat(100_000) })
    const headers = { 'content-length': undefined, 'transfer-encoding': 'chunked' }
    expect((await createCheckout({ rawBody, headers })).status).toBe(413)
  })

  it.each([
    [
      '__proto__',
      '{"api_key":"demo","__proto__":{"isAdmin":true},"state":{"__proto__":{"isAdmin":true}}}',
    ],
    ['constructor', '{"api_key":"demo","constructor":{"prototype":{"isAdmin":true}}}'],
  ])('with %s pollutes no prototype', async (_, rawBody) => {
    const { status, body } = await createCheckout({ rawBody })
    expect(status).toBe(200)
    expect(body.state.isAdmin).toBeUndefined()
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it.each([
    ['NUL', 'Ana\u0000'],
    ['a lone surrogate', 'Ana\ud800'],
  ])('with %s in a name returns 422', async (_, name) => {
    const { token, version } = await startCheckout()
    const { status, body } = await saveCheckout(token, version, { customer: { first_name: name } })
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field: 'customer.first_name' }])
  })

  it.each([
    "Robert'); DROP TABLE checkouts;--",
    '=cmd()',
    'a\r\nSet-Cookie: x=1',
    '{{7*7}}',
    '\\u0000',
    '😀',
  ])('stores the name %j unchanged', async name => {
    const { token, version } = await startCheckout()
    await saveCheckout(token, version, { customer: { first_name: name } })
    expect((await readCheckout(token)).body.state.customer.first_name).toBe(name)
  })

  it('that fails on the server reveals no details', async () => {
    const { db } = shop.backend
    shop.backend.db = new Proxy(db, {
      get: () => () => {
        throw new Error('select * from secrets at /srv/app/db.ts')
      },
    })
    const { status, text, headers } = await readCheckout('A'.repeat(43))
    shop.backend.db = db
    expect(status).toBe(500)
    expect(JSON.parse(text)).toEqual({
      detail: 'Something went wrong on our side.',
      code: 'fault',
      request_id: headers['x-request-id'],
    })
  })

  it('is never cached', async () => {
    expect((await createCheckout({})).headers['cache-control']).toBe('no-store')
    expect((await readCheckout('wrong')).headers['cache-control']).toBe('no-store')
  })

  it('that updates a checkout as text/plain is refused', async () => {
    const before = await startCheckout()
    const { status } = await callRoute(checkoutRoute, {
      method: 'PATCH',
      params: { token: before.token },
      body: { version: 1, state: { gclid: 'x' } },
      headers: { 'content-type': 'text/plain' },
    })
    expect(status).toBe(415)
    expect((await readCheckout(before.token)).body).toEqual(before)
  })
})

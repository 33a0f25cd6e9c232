import { describe, expect, it } from 'vitest'
import { getServerSideProps as stepOne } from '@/pages/v2/driver-details'
import { startAttempt } from '@/server/payments/start-attempt'
import { callRoute } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPayableCheckout,
  readCheckout,
  startCheckout,
} from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const checkoutRoute = '/backend/api/checkout/'
const mailLinkRoute = '/api/mail-link/'
const preferencesRoute = '/api/preferences/'
const restartRoute = '/api/restart/'

const shop = withShop()

interface FormRequest {
  token?: string
  headers?: Record<string, string | undefined>
}

const postForm = (
  route: string,
  form: Record<string, string>,
  { token, headers }: FormRequest = {},
) =>
  callRoute(route, {
    method: 'POST',
    rawBody: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://shop.example',
      ...(token && { cookie: `userToken=${token}` }),
      ...headers,
    },
  })

const submitPreferences = (form: Record<string, string>, request?: FormRequest) =>
  postForm(preferencesRoute, { back: '/checkouts/v2/review/', ...form }, request)

const readCookies = (headers: { 'set-cookie'?: unknown }): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)

const readState = async (token: string) => (await readCheckout(token)).body.state

describe('language and currency', () => {
  it('are stored in cookies and on the checkout', async () => {
    const { token } = await startCheckout()
    const { status, headers } = await submitPreferences(
      { language: 'ar', currency: 'EUR' },
      { token },
    )
    expect([status, headers.location]).toEqual([303, '/checkouts/v2/review/'])
    const [language, currency] = readCookies(headers)
    expect(language).toMatch(
      /^language=ar; Max-Age=34560000; Path=\/checkouts; Secure; SameSite=Lax/,
    )
    expect(currency).toMatch(/^currency=EUR;/)
    expect(await readState(token)).toMatchObject({
      language: 'ar',
      langData: { from_value: 'en', to_value: 'ar' },
      currency: 'EUR',
    })
  })

  it('return the redirect address as JSON to the page’s script', async () => {
    const { status, headers, body } = await submitPreferences(
      { language: 'ar' },
      { headers: { accept: 'application/json' } },
    )
    expect([status, body]).toEqual([200, { to: '/checkouts/v2/review/' }])
    expect(readCookies(headers)[0]).toMatch(/^language=ar;/)
  })

  it('of the cookie are applied to another order when its next page opens', async () => {
    const { token } = await startCheckout()
    const headers = { cookie: `userToken=${token}; language=de` }
    const { props } = await renderPage(stepOne, { headers })
    expect(props?.checkout.state.language).toBe('de')
    expect(await readState(token)).toMatchObject({
      language: 'de',
      langData: { from_value: 'en', to_value: 'de' },
    })
  })

  it('chosen before the first answer apply to the new order', async () => {
    const { status, headers } = await submitPreferences({ language: 'ar', currency: 'JPY' })
    expect(status).toBe(303)
    const cookie = readCookies(headers)
      .map(line => line.split(';')[0])
      .join('; ')
    const { body } = await callRoute(checkoutRoute, {
      method: 'POST',
      body: { api_key: 'demo' },
      headers: { cookie, origin: 'https://shop.example' },
    })
    expect(body.state).toMatchObject({ currency: 'JPY', language: 'ar' })
  })

  it('that were not changed create no order', async () => {
    const before = await shop.readRows()
    expect(
      readCookies((await submitPreferences({ language: 'en', currency: 'USD' })).headers),
    ).toHaveLength(2)
    expect(await shop.readRows()).toEqual(before)
  })

  it.each([{ language: 'xx', currency: 'XXX' }, { language: '', currency: 'usd' }, {}])(
    'that are unsupported change nothing: %j',
    async form => {
      const { token } = await startCheckout()
      const { status, headers } = await submitPreferences(form as Record<string, string>, { token })
      expect([status, readCookies(headers)]).toEqual([303, []])
      expect(await readState(token)).toMatchObject({ language: 'en', currency: 'USD' })
    },
  )

  it('cannot change the currency during a payment, and the page shows why', async () => {
    const { token, quote } = await createPayableCheckout()
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    const { status, headers } = await submitPreferences(
      { language: 'ar', currency: 'EUR' },
      { token },
    )
    const redirectUrl =
      '/checkouts/preferences/?back=%2Fcheckouts%2Fv2%2Freview%2F&refused=payment_in_progress'
    expect([status, headers.location]).toEqual([303, redirectUrl])
    expect(readCookies(headers)).toEqual([expect.stringMatching(/^language=ar;/)])
    expect(await readState(token)).toMatchObject({ language: 'ar', currency: 'USD' })
  })

  it('of a paid order change its language, but not its currency', async () => {
    const { token } = await createFreePaidCheckout()
    const { status, headers } = await submitPreferences(
      { language: 'ar', currency: 'EUR' },
      { token },
    )
    expect(status).toBe(303)
    expect(readCookies(headers).join()).not.toContain('userToken')
    expect(await readState(token)).toMatchObject({ language: 'ar', currency: 'USD' })
  })

  it('redirect only within the shop', async () => {
    const { headers } = await submitPreferences({ back: '//elsewhere.example/' })
    expect(headers.location).toBe('/checkouts/')
  })
})

describe('a restart', () => {
  it('clears the cookie and keeps the stored order', async () => {
    const { token } = await startCheckout()
    const { status, headers } = await postForm(restartRoute, {}, { token })
    expect([status, headers.location]).toEqual([303, '/checkouts/'])
    expect(readCookies(headers)).toEqual([expect.stringMatching(/^userToken=;.*Max-Age=0;/)])
    expect((await readCheckout(token)).status).toBe(200)
  })

  it('passes the launch parameters of the form on, and nothing else', async () => {
    const form = {
      coupon: 'take50',
      'simple-flow': '1',
      token: 'x'.repeat(43),
      to: '//evil.example',
    }
    const { headers } = await postForm(restartRoute, form)
    expect(headers.location).toBe('/checkouts/?coupon=take50&simple-flow=1')
  })
})

describe.each([
  ['preferences', preferencesRoute],
  ['restart', restartRoute],
  ['mail-link', mailLinkRoute],
])('%s refuses', (_, route) => {
  it.each([
    ['another origin', { origin: 'https://elsewhere.example' }, 403],
    ['a null origin', { origin: 'null' }, 403],
    ['JSON', { 'content-type': 'application/json' }, 415],
  ])('%s', async (_, headers, status) => {
    const reply = await postForm(route, { currency: 'EUR' }, { headers })
    expect([reply.status, readCookies(reply.headers)]).toEqual([status, []])
  })

  it('another method', async () => {
    const reply = await callRoute(route, { headers: {} })
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
  })

  it('a body over the limit', async () => {
    expect((await postForm(route, { back: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

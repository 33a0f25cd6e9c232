import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { clickParameters } from '@/domain/links/click-tracking'
import { launchParameters } from '@/domain/links/launch-params'
import { entryPage, plainPage, stepPage } from '@/server/pages/step-page'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const checkoutsRoute = '/backend/api/checkout/'
const cjRoute = '/api/set-cj-cookie/'

const shop = withShop({ provider: startProvider })
afterEach(() => vi.restoreAllMocks())

const driverDetails = stepPage('driver-details', ['driver-details'])
const readState = async (token: string) => (await readCheckout(token)).body.state

/** The Cookie header that a browser sends after these Set-Cookie headers. */
const toCookieHeader = (cookies: string[]): string =>
  cookies.map(cookie => cookie.split(';')[0]).join('; ')
const parseCookieName = (cookie: string): string => cookie.split('=')[0] as string
const startWithCookie = (cookie: string, launch: Record<string, string> = {}) =>
  startCheckout({}, { body: { launch }, headers: { cookie } })

const clicks = {
  gclid: 'a',
  gclsrc: 'b',
  sub2: 'c',
  offer_id: '1',
  aff_click_id: '2',
  affiliate_id: '3',
  source: '4',
  transaction_id: '5',
  msclkid: 'd',
}
const savedState = {
  gclid: 'a',
  voluum_cid: 'c',
  tune_offer_id: '1',
  tune_aff_click_id: '2',
  tune_affiliate_id: '3',
  tune_source: '4',
  tune_transaction_id: '5',
  affiliate_meta: { msclkid: 'd' },
}

describe('the click ids of a link', () => {
  it('are stored in cookies and on the checkout that starts there', async () => {
    const { props, cookies } = await renderPage(driverDetails, {
      query: { ...clicks, utm_id: '9' },
    })
    expect(cookies.map(parseCookieName)).toEqual(['gclid', 'affiliate_tracking_data'])
    for (const cookie of cookies)
      expect(cookie).toMatch(/; Max-Age=7776000; Path=\/checkouts; HttpOnly; Secure; SameSite=Lax$/)
    expect(props?.launch).toEqual(clicks)
    const { state } = await startWithCookie(toCookieHeader(cookies), props?.launch)
    const tracking_url = `https://shop.example/checkouts/?${new URLSearchParams({ ...orderedClicks, utm_id: '9' })}`
    expect(state).toMatchObject({ ...savedState, tracking_url })
  })

  it('are stored on a checkout that starts later without the link', async () => {
    const { cookies } = await renderPage(entryPage, { query: clicks })
    expect((await startWithCookie(toCookieHeader(cookies))).state).toMatchObject(savedState)
    shop.advanceClock(91 * 86_400_000)
    const { state } = await startWithCookie(toCookieHeader(cookies))
    // Google counts a click for 90 days.
    expect(state).toMatchObject({ ...savedState, gclid: '' })
  })

  it('are stored for a browser without cookies, too', async () => {
    expect((await startWithCookie('', clicks)).state).toMatchObject(savedState)
  })

  it('are stored with a form posted without scripts', async () => {
    const form = { license_first_name: 'Ana' }
    const { props } = await renderPage(driverDetails, { query: clicks, form })
    expect(await readState(props?.checkout.token ?? '')).toMatchObject(savedState)
  })

  it('are stored on an order in progress and removed from the address', async () => {
    const { token } = await startCheckout()
    const query = { ...clicks, utm_source: 'mail' }
    const { redirectTo } = await renderPage(driverDetails, { token, query })
    expect(redirectTo).toBe('/v2/driver-details/?utm_source=mail')
    const state = await readState(token)
    expect(state).toMatchObject(savedState)
    expect(state.tracking_url).toContain('gclid=a')
    expect(state.tracking_url).not.toContain(token)
  })

  it('are not overwritten by empty parameters of a link', async () => {
    const { token } = await startWithCookie('', clicks)
    const emptyParams = Object.fromEntries(Object.keys(clicks).map(name => [name, '']))
    const { redirectTo, cookies } = await renderPage(driverDetails, { token, query: emptyParams })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect(cookies).toEqual([])
    expect(await readState(token)).toMatchObject(savedState)
  })

  it('are not overwritten by empty values of a call', async () => {
    const { token, version } = await startWithCookie('', clicks)
    const emptyEntries = Object.keys(savedState).map(name => [name, ''])
    const state = { ...Object.fromEntries(emptyEntries), affiliate_meta: { msclkid: '' } }
    const { body } = await saveCheckout(token, version, state)
    expect(body.state).toMatchObject(savedState)
    const reply = await saveCheckout(token, body.version, { tune_source: 'news' })
    expect(reply.body.state).toMatchObject({ ...savedState, tune_source: 'news' })
  })

  it('do not change a paid order', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout)
    await renderPage(driverDetails, { token: checkout.token, query: clicks })
    expect((await readState(checkout.token)).gclid).toBe('')
  })

  it('include Meta’s cookies, whenever they are set', async () => {
    const first = 'fb.1.1554763741205.IwAR2F4'
    const { token, state } = await startWithCookie(`_fbc=${first}; _fbp=<script>`)
    expect(state).toMatchObject({ fbc: first, fbp: '' })
    const fbp = 'fb.1.1596403881668.1116446470'
    const headers = { cookie: `userToken=${token}; _fbc=; _fbp=${fbp}` }
    const { props } = await renderPage(driverDetails, { headers })
    expect(props?.checkout.state).toMatchObject({ fbc: first, fbp })
    const { version } = (await readCheckout(token)).body
    await renderPage(driverDetails, { headers })
    expect((await readCheckout(token)).body.version).toBe(version)
  })
})

/** In the order of the tracking URL. */
const orderedClicks = {
  offer_id: '1',
  aff_click_id: '2',
  affiliate_id: '3',
  source: '4',
  transaction_id: '5',
  sub2: 'c',
  gclid: 'a',
  gclsrc: 'b',
  msclkid: 'd',
}

describe('the referral code', () => {
  it('is stored in a cookie that the page can read', async () => {
    const { cookies, props } = await renderPage(driverDetails, { query: { referralCode: 'ANNA' } })
    expect(cookies).toEqual([
      'referralCode=ANNA; Max-Age=7776000; Path=/checkouts; Secure; SameSite=Lax',
    ])
    // Passed on, so that the page can remove it from the address.
    expect(props?.launch).toEqual({ referralCode: 'ANNA' })
    const request = { query: { referralCode: '' }, headers: { cookie: 'referralCode=ANNA' } }
    expect((await renderPage(driverDetails, request)).cookies).toEqual([])
  })
})

describe('the affiliate network’s cjevent', () => {
  const setCjEvent = (
    cjevent: string | string[] | undefined,
    headers: Record<string, string> = {},
  ) => callRoute(cjRoute, { query: cjevent === undefined ? {} : { cjevent }, headers })

  it('is stored in a cookie for the network’s script', async () => {
    const { status, body, headers } = await setCjEvent('XYZ-1_2', {
      'sec-fetch-site': 'same-origin',
    })
    expect([status, body]).toEqual([200, { kept: true }])
    expect(headers['set-cookie']).toEqual([
      'cje=XYZ-1_2; Max-Age=34560000; Path=/checkouts; Secure; SameSite=Lax',
    ])
  })

  it.each<[string, string | string[] | undefined]>([
    ['missing', undefined],
    ['empty', ''],
    ['repeated', ['a', 'b']],
    ['a header injection', 'a\r\nSet-Cookie: b=c'],
    ['a cookie attribute', 'a; Domain=example.com'],
    ['a script', '<script>'],
    ['5,000 characters long', 'x'.repeat(5_000)],
    ['a value with NUL', 'a\0'],
  ])('is not stored when it is %s', async (_, cjevent) => {
    const { status, headers } = await setCjEvent(cjevent)
    expect(status).toBe(422)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('is not stored for another site', async () => {
    const { status, headers } = await setCjEvent('XYZ', { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(403)
    expect(headers['set-cookie']).toBeUndefined()
    expect((await callRoute(cjRoute, { method: 'POST', query: { cjevent: 'XYZ' } })).status).toBe(
      405,
    )
  })

  it('is passed to the page, which has it stored, with and without an order in progress', async () => {
    const { token } = await startCheckout()
    const query = { cjevent: 'XYZ' }
    expect((await renderPage(driverDetails, { query })).props?.cjEvent).toBe('XYZ')
    expect((await renderPage(driverDetails, { query, token })).props?.cjEvent).toBe('XYZ')
    const combinedQuery = { ...query, coupon: 'take50' }
    expect((await renderPage(driverDetails, { query: combinedQuery, token })).redirectTo).toBe(
      '/v2/driver-details/?cjevent=XYZ',
    )
    for (const cjevent of ['', '<b>', 'x'.repeat(65)])
      expect(
        (await renderPage(driverDetails, { query: { cjevent } })).props?.cjEvent,
      ).toBeUndefined()
  })
})

describe('a link with free delivery', () => {
  const listFreeShippingCookies = (cookies: string[]) =>
    cookies.filter(cookie => parseCookieName(cookie) === 'free_shipping')

  it('is stored until 2100 and renewed with every visit', async () => {
    const { cookies } = await renderPage(driverDetails, { query: { coupon: 'freeship' } })
    const parseExpiry = (cookie = '') =>
      Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) + Date.now() / 1_000
    expect(listFreeShippingCookies(cookies)[0]).toMatch(
      /^free_shipping=FREESHIP; .*; Path=\/checkouts; HttpOnly; Secure; SameSite=Lax$/,
    )
    const laterResponse = await renderPage(entryPage, {
      headers: { cookie: toCookieHeader(cookies) },
    })
    for (const cookie of [cookies, laterResponse.cookies].map(
      visitCookies => listFreeShippingCookies(visitCookies)[0],
    ))
      expect(Math.abs(parseExpiry(cookie) - Date.UTC(2100, 0, 1) / 1_000)).toBeLessThan(
        100 * 86_400,
      )
  })

  it('is stored with an order in progress', async () => {
    const { token } = await startCheckout()
    const { cookies } = await renderPage(driverDetails, { token, query: { coupon: 'FREESHIP' } })
    expect(listFreeShippingCookies(cookies)).toHaveLength(1)
  })

  it('applies its coupon to a later order from the first HTML on', async () => {
    const { env } = shop.backend
    const { promo } = env.coupons
    env.coupons.promo = null
    const headers = { cookie: 'free_shipping=FREESHIP' }
    const { props } = await renderPage(driverDetails, { headers })
    const { body } = await callRoute(checkoutsRoute, {
      method: 'POST',
      body: { state: {} },
      headers,
    })
    env.coupons.promo = promo
    for (const state of [props?.checkout.state, body.state])
      expect(state).toMatchObject({
        coupon: { name: 'FREESHIP' },
        coupons_found: [{ name: 'FREESHIP', code: null }],
      })
  })

  it('follows the rules of coupons next to other coupons', async () => {
    const headers = { cookie: 'free_shipping=FREESHIP' }
    const { props } = await renderPage(driverDetails, { headers, query: { coupon: 'take50' } })
    expect(props?.checkout.state).toMatchObject({
      coupon: { name: 'take50' },
      coupons_found: [{ name: 'take50' }, { name: 'FROMIDAWITHLOVE' }, { name: 'FREESHIP' }],
    })
  })

  it.each([
    ['another coupon', { coupon: 'take50' }],
    ['an empty coupon', { coupon: '' }],
    ['an unknown coupon', { coupon: 'NOSUCH' }],
  ])('is not stored for %s', async (_, query) => {
    expect(listFreeShippingCookies((await renderPage(driverDetails, { query })).cookies)).toEqual(
      [],
    )
  })

  it.each(['ENDED', 'NOSUCH', 'a%00b', '%', 'x'.repeat(5_000), '<script>'])(
    'applies nothing if the cookie is %s',
    async code => {
      const headers = { cookie: `free_shipping=${code}` }
      const { props } = await renderPage(driverDetails, { headers })
      expect(props?.checkout.state).toMatchObject({
        coupon: { name: 'FROMIDAWITHLOVE' },
        coupons_found: [{ name: 'FROMIDAWITHLOVE' }],
      })
    },
  )
})

describe('an invalid parameter', () => {
  const parameters = [
    ...launchParameters,
    ...['token', 'partner-token', 'cjevent', 'back', 'from', 'link', 'session', 'ignored'],
    ...['renewed', 'partner', 'doc', 'convert_x', '__proto__'],
  ]
  /** Parameters that the unit tests of the launch do not cover. */
  const otherParams = parameters.filter(name => !clickParameters.some(click => click === name))
  const hostileValues: [string, string | string[]][] = [
    ['empty', ''],
    ['spaces', '   '],
    ['a repeated parameter', ['', '<script>alert(1)</script>']],
    ['a script', '"><script>alert(1)</script>'],
    ['a header injection', 'a\r\nSet-Cookie: evil=1'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800'],
    ['a template', '{{7*7}}'],
    ['a path', '../../../etc/passwd'],
    ['another site', '//evil.example/'],
  ]
  /** Expects that no hostile value reached stored data. */
  const expectClean = (value: unknown) =>
    expect(JSON.stringify(value)).not.toMatch(
      /alert|evil|passwd|7\*7|\\u0000|\\ud800|x{65}|\\r|\\n/i,
    )

  /** Follows the redirects of a link until a page renders. */
  async function follow(query: Record<string, string | string[]>, token?: string) {
    let nextQuery = query
    const cookies: string[] = []
    for (let hop = 0; hop < 5; hop += 1) {
      const response = await renderPage(driverDetails, {
        query: nextQuery,
        ...(token && { token }),
      })
      cookies.push(...response.cookies)
      if (response.redirectTo === undefined) return { ...response, cookies }
      expect(response.redirectTo).toMatch(/^\/v2\/driver-details\/(\?[\x21-\x7e]*)?$/)
      nextQuery = Object.fromEntries(new URLSearchParams(response.redirectTo.split('?')[1]))
    }
    throw new Error('the page leads to itself')
  }

  it.each(hostileValues)(
    'alone or with all others leads to the page and is stored nowhere: %s',
    async (_, value) => {
      const { token } = await startCheckout()
      const allParams = Object.fromEntries(parameters.map(name => [name, value]))
      for (const query of [...otherParams.map(name => ({ [name]: value })), allParams]) {
        const { props, cookies } = await follow(query)
        const { coupons_found, ...state } = props?.checkout.state ?? emptyCheckout
        expectClean([state, cookies, props?.faults, props?.notice])
        // A refused code is returned to its sender as typed.
        expect(coupons_found.length).toBeLessThan(3)
      }
      const laterResponse = await follow(allParams, token)
      const { coupons_found: _found, ...state } = await readState(token)
      expectClean([state, laterResponse.cookies])
      expect(state).toMatchObject({ selectedLicense: 42, campaigns: [], products: [] })
    },
  )

  it.each(hostileValues)('is left out of a new checkout: %s', async (_, value) => {
    const paramValue = [value].flat()[0]?.slice(0, 500) ?? ''
    const launch = Object.fromEntries(parameters.map(name => [name, paramValue]))
    const { state } = await startWithCookie('', launch)
    const { coupons_found: _found, ...rest } = state
    expectClean(rest)
  })

  it('is logged by its name only', async () => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const { token } = await startCheckout()
    await renderPage(driverDetails, { token, query: { gclid: '<script>', source: 'fine' } })
    expect(warn.mock.calls).toEqual([
      [{ event: 'link.clicks_invalid', clicks: ['gclid'] }, 'a link carries invalid click ids'],
    ])
  })
})

describe('a page outside the steps', () => {
  const helpPage = plainPage(['legal'])
  const openHelp = (query: Record<string, string>) =>
    renderPage(helpPage, { path: '/help/', query })

  it('offers the order of a link and removes the token from the address', async () => {
    const { token } = await startCheckout()
    const response = await openHelp({ token, utm_source: 'news' })
    expect(response.redirectTo).toBe('/open-order/?to=%2Fhelp%2F%3Futm_source%3Dnews')
    expect(response.cookies.join()).toContain(`offeredToken=${token}`)
    expect((await openHelp({ token: 'x' })).redirectTo).toBe('/help/?link=expired')
  })

  it('removes a partner token from the address and leaves it to the steps', async () => {
    const response = await openHelp({ 'partner-token': 'A'.repeat(43), utm_source: 'news' })
    expect([response.redirectTo, response.cookies]).toEqual(['/help/?utm_source=news', []])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { entryPage, plainPage, stepPage } from '@/server/pages/step-page'
import { startAttempt } from '@/server/payments/start-attempt'
import { callRoute } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPayableCheckout,
  driverAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const checkoutsRoute = '/backend/api/checkout/'
const customersRoute = '/backend/api/customers/'

const shop = withShop()

const getShopCoupons = () => shop.backend.env.coupons
afterEach(() => {
  Object.assign(getShopCoupons(), { promo: 'FROMIDAWITHLOVE', newCustomer: null })
})

const driverDetails = stepPage('driver-details', ['driver-details'])

/** Creates a checkout as a browser does that came through such a link. */
async function startFromLink(launch?: Record<string, string>, state: object = {}) {
  const reply = await callRoute(checkoutsRoute, { method: 'POST', body: { state, launch } })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

const buildFoundCoupon = (name: string, saves: number, code: string | null = null) => ({
  name,
  saves,
  code,
})
const promo = buildFoundCoupon('FROMIDAWITHLOVE', 6.9)

describe('a first visit', () => {
  it.each<[string, Record<string, string>, object, string | null, object[]]>([
    ['without a link gets the shop’s own coupon', {}, {}, 'FROMIDAWITHLOVE', [promo]],
    [
      'with a better code gets that code',
      { coupon: 'take50' },
      {},
      'take50',
      [buildFoundCoupon('take50', 34.5), promo],
    ],
    [
      'with a code for the chosen plan gets that code',
      { coupon: 'DIGITAL5' },
      { selectedLicense: 45 },
      'DIGITAL5',
      [buildFoundCoupon('DIGITAL5', 5), buildFoundCoupon('FROMIDAWITHLOVE', 4.9)],
    ],
    [
      'prefers a fixed cart discount over everything else',
      { coupon: 'cart20', 'email-campaign-50': '1' },
      {},
      'CART20',
      [buildFoundCoupon('CART20', 20), buildFoundCoupon('take50', 34.5), promo],
    ],
    [
      'sees what free shipping would save, but gets the better coupon before an address is known',
      { coupon: 'FREESHIP' },
      {},
      'FROMIDAWITHLOVE',
      [{ ...buildFoundCoupon('FREESHIP', 19), on_delivery: true }, promo],
    ],
    [
      'gets no free shipping for a digital plan',
      { coupon: 'FREESHIP' },
      { selectedLicense: 45 },
      'FROMIDAWITHLOVE',
      [buildFoundCoupon('FREESHIP', 0, 'printed'), buildFoundCoupon('FROMIDAWITHLOVE', 4.9)],
    ],
    [
      'from the campaign’s mail gets the campaign coupon',
      { 'email-campaign-50': 'true' },
      {},
      'take50',
      [buildFoundCoupon('take50', 34.5), promo],
    ],
    [
      'with an expired code sees the reason and gets the shop’s own coupon',
      { coupon: 'ended' },
      {},
      'FROMIDAWITHLOVE',
      [buildFoundCoupon('ENDED', 0, 'expired'), promo],
    ],
    [
      'with an unknown code sees the reason',
      { coupon: 'NOSUCH' },
      {},
      'FROMIDAWITHLOVE',
      [buildFoundCoupon('NOSUCH', 0, 'unknown'), promo],
    ],
    [
      'with the shop’s own code lists it once',
      { coupon: 'fromidawithlove' },
      {},
      'FROMIDAWITHLOVE',
      [promo],
    ],
    [
      'that declines coupons gets none',
      { coupon: 'CART20' },
      { coupon: null },
      null,
      [buildFoundCoupon('CART20', 20), promo],
    ],
    [
      'with a code the customer typed keeps it',
      { coupon: 'CART20' },
      { coupon: { name: 'fixed10' } },
      'FIXED10',
      [buildFoundCoupon('CART20', 20), promo],
    ],
    ['with an unreadable code ignores it', { coupon: 'a\u0000b' }, {}, 'FROMIDAWITHLOVE', [promo]],
  ])('%s', async (_, launch, state, name, coupons) => {
    const { token, state: created, quote } = await startFromLink(launch, state)
    expect(created.coupon?.name ?? null).toBe(name)
    expect(created.coupons_found).toEqual(coupons)
    expect(created.coupon_refused).toBe(null)
    expect((await readCheckout(token)).body.quote).toEqual(quote)
  })

  it('values free shipping by the presumed country, in the checkout’s currency', async () => {
    const state = { currency: 'EUR', userCountry: 'au' }
    const { state: created } = await startFromLink({ coupon: 'FREESHIP' }, state)
    // 27 for the parcel, without its tax.
    expect(created.coupons_found[0]).toEqual({
      ...buildFoundCoupon('FREESHIP', 27),
      on_delivery: true,
    })
  })

  it('gets free shipping immediately when no other coupon was found', async () => {
    getShopCoupons().promo = null
    const { state } = await startFromLink({ coupon: 'FREESHIP' })
    expect(state.coupon.name).toBe('FREESHIP')
  })

  it('gets free shipping as soon as its saving is known', async () => {
    const { token } = await startFromLink({ coupon: 'FREESHIP' })
    await callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: driverAnswers,
    })
    const { state, quote } = (await readCheckout(token)).body
    expect(state.coupon.name).toBe('FREESHIP')
    expect(state.coupons_found).toEqual([buildFoundCoupon('FREESHIP', 19), promo])
    expect(quote).toMatchObject({ shipping: 0, discount: 0 })
  })

  it('in another currency gets the code that saves more there', async () => {
    const { token, version, state } = await startFromLink({ coupon: 'EUROONLY' })
    expect(state.coupon.name).toBe('FROMIDAWITHLOVE')
    const { body } = await saveCheckout(token, version, { currency: 'EUR' })
    expect(body.state.coupon.name).toBe('EUROONLY')
    expect(body.quote.discount).toBe(10)
  })

  it('with a weaker code keeps the better one and lists both', async () => {
    getShopCoupons().promo = 'take50'
    const { state } = await startFromLink({ coupon: 'FIXED10' })
    expect(state.coupon.name).toBe('take50')
    expect(state.coupons_found).toEqual([
      buildFoundCoupon('FIXED10', 10),
      buildFoundCoupon('take50', 34.5),
    ])
  })

  it('gets the coupon for new customers when that saves more', async () => {
    getShopCoupons().newCustomer = 'WELCOME'
    const { state } = await startFromLink()
    expect(state.coupon.name).toBe('WELCOME')
    expect(state.coupons_found).toEqual([buildFoundCoupon('WELCOME', 8.28), promo])
  })

  it.each([null, 'NOSUCH', 'NOTYET'])('gets no shop coupon when that is %s', async name => {
    getShopCoupons().promo = name
    const { state } = await startFromLink()
    expect([state.coupon, state.coupons_found]).toEqual([null, []])
  })

  it('keeps the campaigns and variants of the link', async () => {
    const launch = {
      't-33770529': '1',
      't-34374257': '1',
      convert_e: '100417',
      convert_v: '1004171',
      gclid: 'x',
    }
    const { state } = await startFromLink(launch, { selectedLicense: 96, coupon: null })
    expect(state).toMatchObject({
      campaigns: ['summer_deal', 'summer_lifetime'],
      variants: { AB_17_TRAVEL_WALLET: 'VARIANT_1' },
      selectedLicense: 96,
    })
  })

  it('shows the discounted price in the first HTML and passes the link’s parameters to the browser', async () => {
    const { props, redirectTo } = await renderPage(driverDetails, {
      query: { coupon: 'take50', utm_source: 'x' },
    })
    expect(redirectTo).toBe(undefined)
    expect(props?.checkout).toMatchObject({
      token: '',
      state: { coupon: { name: 'take50' }, total: 78.5 },
      quote: { plan: 69, urgent: 25, shipping: 19, discount: 34.5, total: 78.5 },
    })
    expect(props?.launch).toEqual({ coupon: 'take50' })
    const created = await startFromLink(props?.launch)
    expect(created.state.coupons_found).toEqual(props?.checkout.state.coupons_found)
    expect(created.quote).toEqual(props?.checkout.quote)
  })

  it('on a page outside the steps passes the link’s parameters on as well', async () => {
    const { props } = await renderPage(plainPage(['common']), { query: { coupon: 'take50' } })
    expect(props?.launch).toEqual({ coupon: 'take50' })
  })

  it.each([
    ['the entry page', entryPage],
    ['a later step', stepPage('review', ['review'])],
  ])('at %s redirects to the first step with all parameters of the link', async (_, page) => {
    const query = { coupon: 'take50', gclid: 'x', products: ['40', '41'] }
    const { redirectTo } = await renderPage(page, { query })
    expect(redirectTo).toBe('/v2/driver-details/?coupon=take50&gclid=x&products=40&products=41')
  })

  it('without scripts gets the coupon', async () => {
    const form = { license_first_name: 'Ana' }
    const { cookies, props } = await renderPage(driverDetails, {
      query: { coupon: 'CART20' },
      form,
    })
    const token = props?.checkout.token ?? ''
    expect(cookies[0]).toContain(`userToken=${token}`)
    expect((await readCheckout(token)).body.state).toMatchObject({
      coupon: { name: 'CART20' },
      coupons_found: [{ name: 'CART20' }, { name: 'FROMIDAWITHLOVE' }],
      customer: { license_first_name: 'Ana' },
    })
  })
})

describe('a link opened with a checkout in progress', () => {
  const openLink = (token: string, query: Record<string, string>, page = driverDetails) =>
    renderPage(page, { token, query })
  const readState = async (token: string) => (await readCheckout(token)).body.state

  it('applies its coupon and leaves only foreign parameters in the address', async () => {
    const { token } = await startCheckout()
    const query = { coupon: 'take50', utm_term: 'x', utm_source: 'mail & more' }
    const { redirectTo } = await openLink(token, query)
    expect(redirectTo).toBe('/v2/driver-details/?utm_term=x&utm_source=mail+%26+more')
    expect(await readState(token)).toMatchObject({
      coupon: { name: 'take50' },
      coupons_found: [promo, buildFoundCoupon('take50', 34.5)],
    })
    const { props } = await openLink(token, { utm_term: 'x' })
    expect(props?.checkout.state.coupon?.name).toBe('take50')
    expect(props?.launch).toEqual({})
  })

  it('keeps a better coupon and lists the link’s coupon', async () => {
    const { token } = await startCheckout({ coupon: { name: 'CART20' } })
    await openLink(token, { coupon: 'FIXED10' })
    expect(await readState(token)).toMatchObject({
      coupon: { name: 'CART20' },
      coupons_found: [promo, buildFoundCoupon('FIXED10', 10)],
    })
  })

  it('with a refused coupon continues and gives the reason', async () => {
    const { token } = await startCheckout({ coupon: { name: 'FIXED10' } })
    const { redirectTo } = await openLink(token, { coupon: 'ENDED' })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect(await readState(token)).toMatchObject({
      coupon: { name: 'FIXED10' },
      coupon_refused: null,
      coupons_found: [promo, buildFoundCoupon('ENDED', 0, 'expired')],
    })
  })

  it('keeps a coupon that saves nothing yet if the link’s coupon saves nothing either', async () => {
    const { token } = await startCheckout({ coupon: { name: 'FREESHIP' } })
    await openLink(token, { coupon: 'NOSUCH' })
    expect((await readState(token)).coupon.name).toBe('FREESHIP')
  })

  it('does not bring back a coupon that the customer removed', async () => {
    const { token, version } = await startCheckout({ coupon: { name: 'take50' } })
    await saveCheckout(token, version, { coupon: null })
    await openLink(token, { coupon: 'TAKE50' })
    expect(await readState(token)).toMatchObject({
      coupon: null,
      coupons_found: [promo, buildFoundCoupon('take50', 34.5)],
    })
  })

  it('adds its campaigns and variants to the existing ones', async () => {
    const { token } = await startFromLink({ 't-33770529': '1' })
    const query = {
      't-33221509': '1',
      't-33770529': '1',
      convert_e: '100417',
      convert_v: '1004171',
    }
    const { redirectTo } = await openLink(token, query)
    expect(redirectTo).toBe('/v2/driver-details/')
    expect(await readState(token)).toMatchObject({
      campaigns: ['summer_deal', 'skip_button'],
      variants: { AB_17_TRAVEL_WALLET: 'VARIANT_1' },
    })
  })

  it('at the entry page redirects to the saved step, with the coupon', async () => {
    const { token } = await createPayableCheckout()
    const { redirectTo } = await openLink(token, { coupon: 'take50', utm_term: 'x' }, entryPage)
    expect(redirectTo).toBe('/v2/payment/?utm_term=x')
    expect((await readState(token)).coupon.name).toBe('take50')
  })

  it('with its token keeps its coupon through the redirect', async () => {
    const { token } = await startCheckout()
    const query = { token, coupon: 'take50' }
    const { redirectTo } = await renderPage(driverDetails, { token, query })
    expect(redirectTo).toBe('/v2/driver-details/?coupon=take50')
  })

  it('during a payment changes no price and continues', async () => {
    const { token, quote } = await createPayableCheckout()
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    const { redirectTo } = await openLink(token, { coupon: 'take50' })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect((await readCheckout(token)).body.quote).toEqual(quote)
    expect((await readState(token)).coupons_found).toMatchObject([promo, { name: 'take50' }])
  })

  it('after the payment changes nothing and continues', async () => {
    const before = await createFreePaidCheckout()
    const { token } = before
    expect((await openLink(token, { coupon: 'take50' })).redirectTo).toBe('/v2/driver-details/')
    expect((await readCheckout(token)).body).toEqual(before)
  })

  it('applies its coupon when two tabs create the same checkout', async () => {
    const { token } = await startFromLink()
    const { body } = await callRoute(checkoutsRoute, {
      method: 'POST',
      body: { launch: { coupon: 'CART20' }, state: { gclid: 'x' } },
      headers: { cookie: `userToken=${token}` },
    })
    expect(body).toMatchObject({ token, state: { coupon: { name: 'CART20' }, gclid: 'x' } })
  })
})

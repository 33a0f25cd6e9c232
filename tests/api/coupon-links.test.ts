import { afterEach, describe, expect, it } from 'vitest'
import * as checkoutsRoute from '@/pages/api/backend/checkout/index'
import * as customersRoute from '@/pages/api/backend/customers/index'
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

const shop = withShop()

const getShopCoupons = () => shop.backend.env.coupons
afterEach(() => {
  Object.assign(getShopCoupons(), { promo: 'FROMIDAWITHLOVE', newCustomer: null })
})

const driverDetails = stepPage('driver-details', ['driver-details'])

/** What a browser creates that came by such a link. */
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
    ['without a link has the shop’s own', {}, {}, 'FROMIDAWITHLOVE', [promo]],
    [
      'with a better code has that',
      { coupon: 'take50' },
      {},
      'take50',
      [buildFoundCoupon('take50', 34.5), promo],
    ],
    [
      'with a code for the chosen plan has that',
      { coupon: 'DIGITAL5' },
      { selectedLicense: 45 },
      'DIGITAL5',
      [buildFoundCoupon('DIGITAL5', 5), buildFoundCoupon('FROMIDAWITHLOVE', 4.9)],
    ],
    [
      'has a fixed sum off the cart before everything else',
      { coupon: 'cart20', 'email-campaign-50': '1' },
      {},
      'CART20',
      [buildFoundCoupon('CART20', 20), buildFoundCoupon('take50', 34.5), promo],
    ],
    [
      'is told what free shipping will save, and has it no sooner than that is less to pay',
      { coupon: 'FREESHIP' },
      {},
      'FROMIDAWITHLOVE',
      [{ ...buildFoundCoupon('FREESHIP', 19), on_delivery: true }, promo],
    ],
    [
      'has no free shipping of what is not shipped',
      { coupon: 'FREESHIP' },
      { selectedLicense: 45 },
      'FROMIDAWITHLOVE',
      [buildFoundCoupon('FREESHIP', 0, 'printed'), buildFoundCoupon('FROMIDAWITHLOVE', 4.9)],
    ],
    [
      'by the campaign’s mail has its coupon',
      { 'email-campaign-50': 'true' },
      {},
      'take50',
      [buildFoundCoupon('take50', 34.5), promo],
    ],
    [
      'with a code that has ended is told so, and has the shop’s own',
      { coupon: 'ended' },
      {},
      'FROMIDAWITHLOVE',
      [buildFoundCoupon('ENDED', 0, 'expired'), promo],
    ],
    [
      'with a code nobody knows is told so',
      { coupon: 'NOSUCH' },
      {},
      'FROMIDAWITHLOVE',
      [buildFoundCoupon('NOSUCH', 0, 'unknown'), promo],
    ],
    [
      'with the shop’s own code is told of it once',
      { coupon: 'fromidawithlove' },
      {},
      'FROMIDAWITHLOVE',
      [promo],
    ],
    [
      'that wants no coupon has none',
      { coupon: 'CART20' },
      { coupon: null },
      null,
      [buildFoundCoupon('CART20', 20), promo],
    ],
    [
      'with a code of the customer’s own keeps that',
      { coupon: 'CART20' },
      { coupon: { name: 'fixed10' } },
      'FIXED10',
      [buildFoundCoupon('CART20', 20), promo],
    ],
    [
      'with an unreadable code goes on without it',
      { coupon: 'a\u0000b' },
      {},
      'FROMIDAWITHLOVE',
      [promo],
    ],
  ])('%s', async (_, launch, state, name, all) => {
    const { token, state: made, quote } = await startFromLink(launch, state)
    expect(made.coupon?.name ?? null).toBe(name)
    expect(made.coupons_found).toEqual(all)
    expect(made.coupon_refused).toBe(null)
    expect((await readCheckout(token)).body.quote).toEqual(quote)
  })

  it('counts free shipping by where the customer seems to be, in their currency', async () => {
    const state = { currency: 'EUR', userCountry: 'au' }
    const { state: made } = await startFromLink({ coupon: 'FREESHIP' }, state)
    // 27 for the parcel, and the tax on it.
    expect(made.coupons_found[0]).toEqual({
      ...buildFoundCoupon('FREESHIP', 29.7),
      on_delivery: true,
    })
  })

  it('has free shipping from the start where nothing else was found', async () => {
    getShopCoupons().promo = null
    const { state } = await startFromLink({ coupon: 'FREESHIP' })
    expect(state.coupon.name).toBe('FREESHIP')
  })

  it('has free shipping as soon as it is known what that saves', async () => {
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

  it('in another currency has the code that is the better one there', async () => {
    const { token, version, state } = await startFromLink({ coupon: 'EUROONLY' })
    expect(state.coupon.name).toBe('FROMIDAWITHLOVE')
    const { body } = await saveCheckout(token, version, { currency: 'EUR' })
    expect(body.state.coupon.name).toBe('EUROONLY')
    expect(body.quote.discount).toBe(10)
  })

  it('with a weaker code keeps the better one, and is told of both', async () => {
    getShopCoupons().promo = 'take50'
    const { state } = await startFromLink({ coupon: 'FIXED10' })
    expect(state.coupon.name).toBe('take50')
    expect(state.coupons_found).toEqual([
      buildFoundCoupon('FIXED10', 10),
      buildFoundCoupon('take50', 34.5),
    ])
  })

  it('has the coupon for new customers when that is the better one', async () => {
    getShopCoupons().newCustomer = 'WELCOME'
    const { state } = await startFromLink()
    expect(state.coupon.name).toBe('WELCOME')
    expect(state.coupons_found).toEqual([buildFoundCoupon('WELCOME', 8.28), promo])
  })

  it.each([null, 'NOSUCH', 'NOTYET'])('has none of the shop’s own when that is %s', async name => {
    getShopCoupons().promo = name
    const { state } = await startFromLink()
    expect([state.coupon, state.coupons_found]).toEqual([null, []])
  })

  it('keeps what else the link switches on', async () => {
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

  it('is shown the price from the first HTML on, and takes the link along to the browser', async () => {
    const { props, redirectTo } = await renderPage(driverDetails, {
      query: { coupon: 'take50', utm_source: 'x' },
    })
    expect(redirectTo).toBe(undefined)
    expect(props?.checkout).toMatchObject({
      token: '',
      state: { coupon: { name: 'take50' }, total: 59.5 },
      quote: { plan: 69, urgent: 25, discount: 34.5, total: 59.5 },
    })
    expect(props?.launch).toEqual({ coupon: 'take50' })
    const created = await startFromLink(props?.launch)
    expect(created.state.coupons_found).toEqual(props?.checkout.state.coupons_found)
    expect(created.quote).toEqual(props?.checkout.quote)
  })

  it('of a page beside the steps takes the link along too', async () => {
    const { props } = await renderPage(plainPage(['common']), { query: { coupon: 'take50' } })
    expect(props?.launch).toEqual({ coupon: 'take50' })
  })

  it.each([
    ['the entrance', entryPage],
    ['a later step', stepPage('review', ['review'])],
  ])('at %s comes to the first step with all that the link says', async (_, page) => {
    const query = { coupon: 'take50', gclid: 'x', products: ['40', '41'] }
    const { redirectTo } = await renderPage(page, { query })
    expect(redirectTo).toBe('/v2/driver-details/?coupon=take50&gclid=x&products=40&products=41')
  })

  it('without scripts has the coupon too', async () => {
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

describe('a link opened with a checkout under way', () => {
  const open = (token: string, query: Record<string, string>, page = driverDetails) =>
    renderPage(page, { token, query })
  const stateOf = async (token: string) => (await readCheckout(token)).body.state

  it('puts its coupon on it, and leaves the address to everything else', async () => {
    const { token } = await startCheckout()
    const query = { coupon: 'take50', utm_term: 'x', utm_source: 'mail & more' }
    const { redirectTo } = await open(token, query)
    expect(redirectTo).toBe('/v2/driver-details/?utm_term=x&utm_source=mail+%26+more')
    expect(await stateOf(token)).toMatchObject({
      coupon: { name: 'take50' },
      coupons_found: [promo, buildFoundCoupon('take50', 34.5)],
    })
    const { props } = await open(token, { utm_term: 'x' })
    expect(props?.checkout.state.coupon?.name).toBe('take50')
    expect(props?.launch).toEqual({})
  })

  it('keeps the better one that is there, and tells of the other', async () => {
    const { token } = await startCheckout({ coupon: { name: 'CART20' } })
    await open(token, { coupon: 'FIXED10' })
    expect(await stateOf(token)).toMatchObject({
      coupon: { name: 'CART20' },
      coupons_found: [promo, buildFoundCoupon('FIXED10', 10)],
    })
  })

  it('with a coupon that is refused goes on, and tells why', async () => {
    const { token } = await startCheckout({ coupon: { name: 'FIXED10' } })
    const { redirectTo } = await open(token, { coupon: 'ENDED' })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect(await stateOf(token)).toMatchObject({
      coupon: { name: 'FIXED10' },
      coupon_refused: null,
      coupons_found: [promo, buildFoundCoupon('ENDED', 0, 'expired')],
    })
  })

  it('keeps a coupon that saves nothing yet, when the link has none that does', async () => {
    const { token } = await startCheckout({ coupon: { name: 'FREESHIP' } })
    await open(token, { coupon: 'NOSUCH' })
    expect((await stateOf(token)).coupon.name).toBe('FREESHIP')
  })

  it('brings nothing back that the customer has taken off', async () => {
    const { token, version } = await startCheckout({ coupon: { name: 'take50' } })
    await saveCheckout(token, version, { coupon: null })
    await open(token, { coupon: 'TAKE50' })
    expect(await stateOf(token)).toMatchObject({
      coupon: null,
      coupons_found: [promo, buildFoundCoupon('take50', 34.5)],
    })
  })

  it('adds what it switches on to what is there', async () => {
    const { token } = await startFromLink({ 't-33770529': '1' })
    const query = {
      't-33221509': '1',
      't-33770529': '1',
      convert_e: '100417',
      convert_v: '1004171',
    }
    const { redirectTo } = await open(token, query)
    expect(redirectTo).toBe('/v2/driver-details/')
    expect(await stateOf(token)).toMatchObject({
      campaigns: ['summer_deal', 'skip_button'],
      variants: { AB_17_TRAVEL_WALLET: 'VARIANT_1' },
    })
  })

  it('at the entrance leads on to the saved step, with the coupon', async () => {
    const { token } = await createPayableCheckout()
    const { redirectTo } = await open(token, { coupon: 'take50', utm_term: 'x' }, entryPage)
    expect(redirectTo).toBe('/v2/payment/?utm_term=x')
    expect((await stateOf(token)).coupon.name).toBe('take50')
  })

  it('together with the token keeps its coupon on the way', async () => {
    const { token } = await startCheckout()
    const { redirectTo } = await renderPage(driverDetails, { query: { token, coupon: 'take50' } })
    expect(redirectTo).toBe('/v2/driver-details/?coupon=take50')
  })

  it('while a payment is confirmed changes no price, and goes on', async () => {
    const { token, quote } = await createPayableCheckout()
    await startAttempt(shop.backend, token, quote)
    const { redirectTo } = await open(token, { coupon: 'take50' })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect((await readCheckout(token)).body.quote).toEqual(quote)
    expect((await stateOf(token)).coupons_found).toMatchObject([promo, { name: 'take50' }])
  })

  it('after the payment changes nothing, and goes on', async () => {
    const before = await createFreePaidCheckout()
    const { token } = before
    expect((await open(token, { coupon: 'take50' })).redirectTo).toBe('/v2/driver-details/')
    expect((await readCheckout(token)).body).toEqual(before)
  })

  it('in the tab that was first to begin it puts its coupon on it', async () => {
    const { token } = await startFromLink()
    const { body } = await callRoute(checkoutsRoute, {
      method: 'POST',
      body: { launch: { coupon: 'CART20' }, state: { gclid: 'x' } },
      headers: { cookie: `userToken=${token}` },
    })
    expect(body).toMatchObject({ token, state: { coupon: { name: 'CART20' }, gclid: 'x' } })
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { listPlans } from '@/domain/catalog/plans'
import { stepPage } from '@/server/pages/step-page'
import { callRoute } from '../support/call-route'
import { createChosenCheckout } from '../support/chosen-checkout'
import {
  createPayableCheckout,
  parcelAnswers,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { attachToken, createPartnerToken, findTokenRow } from '../support/partners'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'
import type { Choices } from '../support/worked-examples'

const checkoutsRoute = '/backend/api/checkout/'
const methodsRoute = '/backend/api/shipping/shipping-methods/'
const cartRoute = '/backend/api/travel-product-checkout/'

const shop = withShop({ provider: startProvider })
afterEach(() => vi.restoreAllMocks())

const driverDetails = stepPage('driver-details', ['driver-details'])
const shippingPage = stepPage('shipping', ['plan'])
const summerLaunch = { 't-34374257': '1' }

/** A checkout created by a link. */
const startWithLaunch = (launch: Record<string, string>, state: object = {}) =>
  startCheckout(state, { body: { launch } })

type State = Awaited<ReturnType<typeof startCheckout>>['state']
const listCards = ({ productList }: State) =>
  [...listPlans(productList, 'physical'), ...listPlans(productList, 'digital')].map(({ id }) => id)

/** A complete checkout of the lifetime plan with delivery to Oregon, ready to pay. */
const createLifetimeCheckout = (overrides: Partial<Choices> = {}) =>
  createChosenCheckout({
    selectedLicense: 96,
    currency: 'USD',
    country: 'us',
    state: 'OR',
    method: 'dhl',
    urgent: false,
    launch: summerLaunch,
    ...overrides,
  })

describe('a link that limits the plans', () => {
  it('applies from the first HTML on, and to the checkout created from it', async () => {
    const query = { products: '40,41,45' }
    const { props } = await renderPage(driverDetails, { query })
    expect(props?.launch).toEqual(query)
    const created = await startWithLaunch(props?.launch ?? {})
    for (const { state, quote } of [props?.checkout, created]) {
      expect(listCards(state)).toEqual([40, 41, 45])
      // The default plan is not offered, so the longest of its format is selected.
      expect(state).toMatchObject({ selectedLicense: 41, category: 'physical' })
      expect(quote.plan).toBe(59)
    }
    expect(created.state.products).toEqual([40, 41, 45])
  })

  it('to digital plans selects a digital plan, without delivery', async () => {
    const { state, quote } = await startWithLaunch({ products: '43,44' })
    expect(listCards(state)).toEqual([43, 44])
    expect(state).toMatchObject({ selectedLicense: 44, category: 'digital' })
    expect(quote).toMatchObject({ plan: 39, shipping: 0 })
  })

  it('keeps a selected plan that it offers', async () => {
    const { state } = await startWithLaunch({ products: '40,42' }, { selectedLicense: 40 })
    expect(state.selectedLicense).toBe(40)
  })

  it('makes other plans unavailable', async () => {
    const { token, version, quote } = await startWithLaunch({ products: '40,42' })
    const { status, body } = await saveCheckout(token, version, { selectedLicense: 45 })
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field: 'state.selectedLicense' }])
    expect((await readCheckout(token)).body.quote).toEqual(quote)
  })

  it('makes a format without plans unavailable', async () => {
    const { token, version } = await startWithLaunch({ products: '40,42' })
    const { status, body } = await saveCheckout(token, version, { category: 'digital' })
    expect(status).toBe(200)
    expect(body.state).toMatchObject({ selectedLicense: 42, category: 'physical' })
  })

  it('applies to a checkout in progress and is removed from the address', async () => {
    const { token } = await startCheckout({ selectedLicense: 45 })
    const { redirectTo } = await renderPage(driverDetails, { query: { products: '43,40' }, token })
    expect(redirectTo).toBe('/v2/driver-details/')
    const { body } = await readCheckout(token)
    expect(listCards(body.state)).toEqual([40, 43])
    expect(body.state).toMatchObject({ selectedLicense: 43, category: 'digital' })
  })

  it('is replaced by a later link', async () => {
    const { token } = await startWithLaunch({ products: '40' })
    await renderPage(driverDetails, { query: { products: '41,42' }, token })
    expect(listCards((await readCheckout(token)).body.state)).toEqual([42, 41])
  })

  it('removes travel items from an order that becomes digital', async () => {
    const { token } = await startCheckout({ travelItemsInCart: [{ item_id: 1, quantity: 2 }] })
    await renderPage(driverDetails, { query: { products: '45' }, token })
    const { body } = await readCheckout(token)
    expect(body.state).toMatchObject({ selectedLicense: 45, travelItemsInCart: [] })
    expect(body.quote.travel).toBe(0)
  })

  it.each([
    ['40,62,999', ['62', '999'], [40]],
    ['40,x', ['x'], [40]],
    ['7', ['7'], [40, 42, 41, 43, 45, 44]],
    ['96', ['96'], [40, 42, 41, 43, 45, 44]],
  ])('with %s ignores %j and logs it', async (products, unknownIds, remainingIds) => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const { state } = await startWithLaunch({ products })
    expect(listCards(state)).toEqual(remainingIds)
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
      { event: 'link.products_unknown', products: unknownIds },
    ])
  })

  it('with offered plans only is not logged', async () => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    await startWithLaunch({ products: '40,96', ...summerLaunch })
    expect(warn).not.toHaveBeenCalled()
  })

  it('does not change an order that is being paid', async () => {
    const checkout = await createChosenCheckout({
      selectedLicense: 45,
      currency: 'USD',
      country: 'us',
      state: 'OR',
      urgent: false,
    })
    await pay(checkout, 'pm_card_authenticationRequired')
    await renderPage(driverDetails, {
      query: { products: '40', ...summerLaunch },
      token: checkout.token,
    })
    const { body } = await readCheckout(checkout.token)
    expect(body.quote).toEqual(checkout.quote)
    expect(body.state.campaigns).toEqual(['summer_lifetime'])
  })
})

describe('a link that excludes a partner’s plan', () => {
  const failureMessage = 'No product is found with given years and category'
  const readPartner = async (token: string) => {
    const { partner, partnerToken: id, selectedLicense } = (await readCheckout(token)).body.state
    return { partner, id, selectedLicense }
  }

  it('detaches the partner of an order in progress, with a notice and a log line', async () => {
    const partnerToken = await createPartnerToken(shop.backend, { years: '1' })
    const { token } = await startCheckout()
    await attachToken(token, partnerToken)
    expect(await readPartner(token)).toMatchObject({
      partner: 'Northern Trails',
      selectedLicense: 40,
    })
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const { redirectTo } = await renderPage(driverDetails, { query: { products: '41,42' }, token })
    expect(redirectTo).toBe('/v2/driver-details/?partner=plan')
    expect(warn.mock.calls).toEqual([
      [{ event: 'partner.rejected', partner: 'Northern Trails' }, failureMessage],
    ])
    const { props } = await renderPage(driverDetails, { query: { partner: 'plan' }, token })
    expect(props?.partnerFailure).toBe('plan')
    expect(await readPartner(token)).toEqual({ partner: null, id: null, selectedLicense: 42 })
    // The partner's link can be used for another order.
    expect((await findTokenRow(shop.backend, partnerToken))?.checkoutId).toBeNull()
  })

  it.each([
    ['without an order', false],
    ['with an order in progress', true],
  ])('rejects the partner of the same link, %s', async (_, isInProgress) => {
    const partnerToken = await createPartnerToken(shop.backend, { years: '1' })
    const browser = isInProgress ? { token: (await startCheckout()).token } : {}
    let query: Record<string, string> = { products: '41,42', 'partner-token': partnerToken }
    for (let hops = 0; hops < 4; hops += 1) {
      const { redirectTo, props } = await renderPage(driverDetails, { ...browser, query })
      if (redirectTo === undefined) {
        expect(props?.partnerFailure).toBe('plan')
        expect(props?.checkout.state.partner).toBeNull()
        expect(listCards(props?.checkout.state as State)).toEqual([42, 41])
        return
      }
      query = Object.fromEntries(new URLSearchParams(redirectTo.split('?')[1]))
    }
    expect.fail('the link never came to rest')
  })

  it.each([
    ['the partner’s plan is offered', '40,42'],
    ['all its ids are unknown', 'x'],
  ])('keeps the partner if %s', async (_, products) => {
    const { token } = await startCheckout()
    await attachToken(token, await createPartnerToken(shop.backend, { years: '1' }))
    await renderPage(driverDetails, { query: { products }, token })
    expect(await readPartner(token)).toMatchObject({
      partner: 'Northern Trails',
      selectedLicense: 40,
    })
  })

  it('keeps the partner during a payment', async () => {
    const { token } = await createPayableCheckout()
    await attachToken(token, await createPartnerToken(shop.backend, { years: '1' }))
    const { body } = await readCheckout(token)
    await pay(body, 'pm_card_authenticationRequired')
    const { redirectTo } = await renderPage(driverDetails, { query: { products: '41' }, token })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect((await readPartner(token)).partner).toBe('Northern Trails')
  })
})

it('a value that cannot be stored is reported at its field without scripts, and the rest is saved', async () => {
  const { token } = await createPayableCheckout()
  const form = { category: 'physical', plan_physical: '40', shipping_city: 'Sa\0lem' }
  const { props } = await renderPage(shippingPage, { token, form })
  expect(props?.issues).toEqual([{ field: 'city', message: 'text.unreadable' }])
  expect((await readCheckout(token)).body.state.shipping.city).toBe('Salem')
})

describe('the lifetime plan', () => {
  it('is listed after the yearly plans in its campaign', async () => {
    const { state } = await startWithLaunch(summerLaunch)
    expect(listCards(state)).toEqual([40, 42, 41, 96, 43, 45, 44])
    expect(state.selectedLicense).toBe(42)
  })

  it('is not offered without the campaign', async () => {
    const { state } = await startCheckout()
    expect(listCards(state)).toEqual([40, 42, 41, 43, 45, 44])
  })

  it.each([
    ['without the campaign', {}, 96],
    ['without the campaign, at its full price', {}, 62],
    ['in the campaign at its full price, which is the upsell', summerLaunch, 62],
    ['in the campaign with a link that excludes it', { ...summerLaunch, products: '40,42' }, 96],
  ])('is refused %s', async (_, launch, id) => {
    const { token, version, quote } = await startWithLaunch(launch as Record<string, string>)
    const { status, body } = await saveCheckout(token, version, { selectedLicense: id })
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field: 'state.selectedLicense' }])
    expect((await readCheckout(token)).body.quote).toEqual(quote)
    const refusal = await callRoute(checkoutsRoute, {
      method: 'POST',
      body: { state: { selectedLicense: id }, launch },
    })
    expect(refusal.status).toBe(422)
  })

  it('is printed: it has delivery, urgent processing and travel items', async () => {
    const { state, quote } = await createLifetimeCheckout({
      urgent: true,
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
    })
    expect(state).toMatchObject({
      selectedLicense: 96,
      category: 'lifetime',
      step: 5,
      shipping: { address: parcelAnswers.address },
      selectedShippingMethod: { code: 'dhl', price: 19 },
    })
    expect(quote).toMatchObject({ plan: 149, shipping: 19, urgent: 25, travel: 38, total: 231 })
  })

  it('is taxed by its destination', async () => {
    const { quote, state } = await createLifetimeCheckout({ state: 'CA' })
    expect(state.tax_group.tax_rate).toBeGreaterThan(0)
    expect(quote.tax).toBeGreaterThan(0)
  })

  it('needs an address before the next step', async () => {
    const { token, version } = await startWithLaunch(summerLaunch, { selectedLicense: 96 })
    const { body } = await saveCheckout(token, version, { step: 4 })
    expect(body.state.step).toBe(1)
  })

  it('can have travel items added to it', async () => {
    const { token } = await startWithLaunch(summerLaunch, { selectedLicense: 96 })
    const reply = await callRoute(cartRoute, {
      method: 'POST',
      query: { checkout: token },
      body: { item_id: 1, quantity: 1 },
    })
    expect(reply.status, reply.text).toBe(200)
    expect((await readCheckout(token)).body.quote.travel).toBe(19)
  })

  it('is reduced by coupons for all plans, but not by those for certain plans', async () => {
    const { quote } = await createLifetimeCheckout({ coupon: 'FROMIDAWITHLOVE' })
    expect(quote.discount).toBe(14.9)
    expect((await createLifetimeCheckout({ coupon: 'FREESHIP' })).quote).toMatchObject({
      shipping: 0,
    })
  })

  it('stays selected when the printed format is sent again', async () => {
    const { token, version } = await startWithLaunch(summerLaunch, { selectedLicense: 96 })
    const { body } = await saveCheckout(token, version, { category: 'physical' })
    expect(body.state.selectedLicense).toBe(96)
  })

  it('is replaced by the longest digital plan, which clears the delivery', async () => {
    const { token, version } = await createLifetimeCheckout()
    const { body } = await saveCheckout(token, version, { category: 'digital' })
    expect(body.state).toMatchObject({ selectedLicense: 45, shipping: { address: '' } })
  })

  it('can be selected without scripts', async () => {
    const { token } = await createLifetimeCheckout({ selectedLicense: 42 })
    const form = { category: 'physical', plan_physical: '96', plan_digital: '45' }
    const { redirectTo } = await renderPage(shippingPage, { form, token })
    expect(redirectTo).toBe('/v2/review/')
    expect((await readCheckout(token)).body.state).toMatchObject({
      selectedLicense: 96,
      planChanged: true,
    })
  })

  it('has a price in other currencies', async () => {
    const { token, version } = await createLifetimeCheckout()
    const { body } = await saveCheckout(token, version, { currency: 'JPY' })
    expect(body.quote).toMatchObject({ currency: 'JPY', plan: 22_400 })
  })

  it('is charged and listed on the receipt', async () => {
    const checkout = await createLifetimeCheckout()
    expect(checkout.quote.total).toBe(168)
    const { status, body } = await pay(checkout)
    expect([status, body.status]).toEqual([200, 'success'])
    const paidCheckout = (await readCheckout(checkout.token)).body
    expect(paidCheckout).toMatchObject({
      status: 'paid',
      state: { category: 'lifetime' },
      order: { total: 168, charged: { plan_id: 96, plan: 149, shipping: 19 } },
    })
    await expectLedgerToBalance(shop.backend, shop.provider)
  })
})

describe('switching to digital', () => {
  it('clears the delivery; switching back restores the travel items', async () => {
    const { token, version } = await createLifetimeCheckout({
      selectedLicense: 42,
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
    })
    const digital = (await saveCheckout(token, version, { category: 'digital' })).body
    expect(digital.state).toMatchObject({
      shipping: { id: null, address: '', country: '' },
      selectedShippingMethod: null,
      travelItemsInCart: [],
    })
    expect(digital.quote).toMatchObject({ shipping: 0, travel: 0, total: 49 })
    const printed = (await saveCheckout(token, digital.version, { category: 'physical' })).body
    expect(printed.state.travelItemsInCart).toEqual([{ item_id: 1, quantity: 2 }])
    expect(printed.quote.travel).toBe(38)
  })
})

describe('the shipping methods', () => {
  const listMethods = (overrides: object) =>
    callRoute(methodsRoute, {
      method: 'POST',
      body: { country: 'us', currency: 'USD', ...overrides },
    })

  it('are the same with `increased_price`', async () => {
    const { body } = await listMethods({})
    for (const increased_price of [true, false])
      expect((await listMethods({ increased_price })).body).toEqual(body)
  })

  it.each([null, 'nobody'])('are returned for the partner %j', async partner => {
    expect((await listMethods({ partner })).status).toBe(200)
  })
})

import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { entryPage, stepPage } from '@/server/pages/step-page'
import {
  createPayableCheckout,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { attachToken, createPartnerToken } from '../support/partners'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, variables: { COUNTRY_HEADER: 'x-country' } })
afterEach(() => vi.restoreAllMocks())

const driverDetails = stepPage('driver-details', ['driver-details'])
const reviewPage = stepPage('review', ['review'])
/** A travel item that is not on sale. */
const pillow = 13
const buildLink = (state: object) => ({ state: JSON.stringify(state) })
const parseToken = (cookies: string[]): string =>
  /userToken=([\w-]+)/.exec(cookies.join())?.[1] ?? ''
const readState = async (token: string) => (await readCheckout(token)).body.state

/** A checkout created by a link with this state. */
const startFromLink = (state: object, answers: object = {}, params: Record<string, string> = {}) =>
  startCheckout(answers, { body: { launch: { ...buildLink(state), ...params } } })

const fullLinkState = {
  selectedLicense: 41,
  destinations: ['FR', 'X-Bali'],
  travelItemsInCart: [{ item_id: 1, quantity: 2 }],
  urgent: { selected: false },
  userCountry: 'CA',
}

describe('a link with a state', () => {
  it('applies from the first HTML on, and to the checkout created from it', async () => {
    const query = { ...buildLink(fullLinkState), utm_source: 'mail' }
    const { props } = await renderPage(driverDetails, { query })
    expect(props?.faults).toBeUndefined()
    expect(props?.launch).toEqual(buildLink(fullLinkState))
    const created = await startFromLink(fullLinkState)
    for (const { state, quote } of [props?.checkout, created]) {
      expect(state).toMatchObject({
        ...fullLinkState,
        destinations: ['fr', 'x-bali'],
        userCountry: 'ca',
        category: 'physical',
      })
      expect(quote).toMatchObject({ plan: 59, travel: 38, urgent: 0 })
    }
  })

  it('applies to a form posted without scripts', async () => {
    const { cookies } = await renderPage(driverDetails, {
      query: buildLink({ selectedLicense: 45 }),
      form: { license_first_name: 'Ana' },
    })
    expect(await readState(parseToken(cookies))).toMatchObject({ selectedLicense: 45 })
  })

  it('yields to the customer’s own choices', async () => {
    const { state } = await startFromLink(fullLinkState, {
      selectedLicense: 45,
      destinations: ['it'],
      urgent: { selected: true },
    })
    expect(state).toMatchObject({ selectedLicense: 45, destinations: ['it'] })
    expect(state.urgent).toMatchObject({ selected: true, is_chosen: true })
  })

  it('keeps its plan over a recommended one, immediately and later', async () => {
    const { token, version, state } = await startFromLink({
      selectedLicense: 42,
      destinations: ['es'],
    })
    expect(state.selectedLicense).toBe(42)
    const { body } = await saveCheckout(token, version, { destinations: ['es', 'th'] })
    expect(body.state.selectedLicense).toBe(42)
  })

  it('gets the recommended plan if it has destinations only', async () => {
    expect((await startFromLink({ destinations: ['es'] })).state.selectedLicense).toBe(40)
  })

  it('skips items that are not on sale and takes the rest', async () => {
    const travelItemsInCart = [1, pillow, 999].map(item_id => ({ item_id, quantity: 1 }))
    const { state } = await startFromLink({ travelItemsInCart, selectedLicense: 40 })
    expect(state).toMatchObject({
      selectedLicense: 40,
      travelItemsInCart: [{ item_id: 1, quantity: 1 }],
    })
  })

  it('ignores a plan that the same link does not offer', async () => {
    const { state } = await startFromLink(
      { selectedLicense: 45, destinations: ['it'] },
      {},
      {
        products: '40,41',
      },
    )
    expect(state).toMatchObject({ selectedLicense: 41, destinations: ['it'] })
  })

  it('keeps its travel items for a printed plan while a digital one is selected', async () => {
    const { token, version, state, quote } = await startFromLink({
      ...fullLinkState,
      selectedLicense: 44,
    })
    expect(state.travelItemsInCart).toEqual([])
    expect(quote.travel).toBe(0)
    const { body } = await saveCheckout(token, version, { category: 'physical' })
    expect(body.state.travelItemsInCart).toEqual(fullLinkState.travelItemsInCart)
  })

  it('sets no price and no status', async () => {
    const hostileState = {
      selectedLicense: 42,
      total: 0,
      status: 'paid',
      orderId: 'x',
      step: 5,
      isLifetimePaid: true,
      tax_group: { tax_rate: 0 },
      urgent: { selected: true, total: 0, discount: 25 },
    }
    const { state, status, quote, order } = await startFromLink(hostileState)
    const plain = await startCheckout({ urgent: { selected: true } })
    expect({ status, quote, order }).toEqual({
      status: 'processing',
      quote: plain.quote,
      order: null,
    })
    expect(state).toMatchObject({ step: 1, isLifetimePaid: false, urgent: { total: 25 } })
  })

  it.each([
    ['by the presumed country', 'de', {}],
    ['by the country in the link', 'us', { userCountry: 'de' }],
  ])(
    'preselects no urgent processing where that is not allowed, %s',
    async (_, country, linkState) => {
      const headers = { 'x-country': country }
      const launch = buildLink({ urgent: { selected: true }, ...linkState })
      const { state } = await startCheckout({}, { body: { launch }, headers })
      expect(state.urgent.selected).toBe(false)
    },
  )

  it('preselects urgent processing elsewhere, until the residence does not allow it', async () => {
    const { token, version, state } = await startFromLink({ urgent: { selected: true } })
    expect(state.urgent.selected).toBe(true)
    const { body } = await saveCheckout(token, version, {
      customer: { country_of_residence: 'de' },
    })
    expect(body.state.urgent.selected).toBe(false)
  })
})

describe('a link with a state, opened with an order in progress', () => {
  it('changes the order and is removed from the address', async () => {
    const { token } = await startCheckout({ destinations: ['it'], selectedLicense: 45 })
    const query = { ...buildLink(fullLinkState), utm_source: 'mail' }
    const { redirectTo } = await renderPage(driverDetails, { query, token })
    expect(redirectTo).toBe('/v2/driver-details/?utm_source=mail')
    const { state, quote } = (await readCheckout(token)).body
    expect(state).toMatchObject({
      ...fullLinkState,
      destinations: ['fr', 'x-bali'],
      userCountry: 'ca',
    })
    expect(quote).toMatchObject({ plan: 59, travel: 38 })
  })

  it('changes the order from the entry page', async () => {
    const { token } = await startCheckout()
    const { redirectTo } = await renderPage(entryPage, {
      query: buildLink({ selectedLicense: 40 }),
      token,
    })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect((await readState(token)).selectedLicense).toBe(40)
  })

  it('keeps the customer’s choice of urgent processing', async () => {
    const { token } = await startCheckout({ urgent: { selected: false } })
    await renderPage(driverDetails, { query: buildLink({ urgent: { selected: true } }), token })
    expect((await readState(token)).urgent.selected).toBe(false)
  })

  it('keeps the plan of a partner', async () => {
    const { token } = await startCheckout()
    await attachToken(token, await createPartnerToken(shop.backend, { years: '3' }))
    const { selectedLicense, partnerToken: partner } = await readState(token)
    await renderPage(driverDetails, {
      query: buildLink({ ...fullLinkState, selectedLicense: 40 }),
      token,
    })
    const state = await readState(token)
    expect(state).toMatchObject({ selectedLicense, partnerToken: partner })
    expect(state.destinations).toEqual(['fr', 'x-bali'])
  })

  it('does not change an order that is being paid or is paid', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_authenticationRequired')
    await renderPage(driverDetails, { query: buildLink(fullLinkState), token: checkout.token })
    expect((await readCheckout(checkout.token)).body.quote).toEqual(checkout.quote)
    const other = await createPayableCheckout()
    await pay(other)
    await renderPage(driverDetails, { query: buildLink(fullLinkState), token: other.token })
    expect((await readState(other.token)).selectedLicense).toBe(42)
  })
})

describe('a link with an invalid state', () => {
  const invalidStates: [string, string | string[], string][] = [
    [
      'a quantity of eleven',
      buildLink({ travelItemsInCart: [{ item_id: 1, quantity: 11 }] }).state,
      'travelItemsInCart',
    ],
    ['an unknown plan', buildLink({ selectedLicense: 46 }).state, 'selectedLicense'],
    ['urgent without a value', buildLink({ urgent: {} }).state, 'urgent'],
    [
      'an unknown destination',
      buildLink({ ...fullLinkState, destinations: ['zz'] }).state,
      'destinations',
    ],
    ['an unknown country', buildLink({ ...fullLinkState, userCountry: 'zz' }).state, 'userCountry'],
    ['a script', '<script>alert(1)</script>', 'json'],
    ['a header injection', '{}\r\nSet-Cookie: a=b', 'json'],
    ['10,000 characters', `{"userCountry":"${'x'.repeat(10_000)}"}`, 'json'],
    ['a list', '[]', 'json'],
    ['two states, the first invalid', ['{', '{"selectedLicense":40}'], 'json'],
  ]

  it.each(invalidStates)('is ignored as a whole and reported: %s', async (_, state, reason) => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const { redirectTo, cookies } = await renderPage(driverDetails, {
      query: { state, utm_source: 'mail', coupon: 'take50' },
    })
    // The other parameters still apply.
    expect(redirectTo).toBe(`/v2/driver-details/?utm_source=mail&coupon=take50&ignored=${reason}`)
    expect(parseToken(cookies)).toBe('')
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
      { event: 'link.state_ignored', state: reason },
    ])
    const query = Object.fromEntries(new URLSearchParams(redirectTo?.split('?')[1]))
    const { props } = await renderPage(driverDetails, { query })
    expect(props?.faults).toHaveLength(1)
    expect(props?.checkout.state).toMatchObject({
      selectedLicense: 42,
      destinations: [],
      travelItemsInCart: [],
      userCountry: 'us',
      coupon: { name: 'take50' },
    })
    // The redirect contains a fixed reason, never text of the link.
    expect(JSON.stringify(props)).not.toContain('alert')
  })

  it.each([
    ['destinations', 'invalid destination country code in query'],
    ['userCountry', 'invalid userCountry country code in query'],
  ])('returns the fixed message for %s to the page', async (reason, message) => {
    expect((await renderPage(driverDetails, { query: { ignored: reason } })).props?.faults).toEqual(
      [message],
    )
  })

  it('is reported on the page of an order in progress', async () => {
    const { token } = await createPayableCheckout()
    const { redirectTo } = await renderPage(entryPage, { query: { state: '{' }, token })
    expect(redirectTo).toBe('/?ignored=json')
    const response = await renderPage(entryPage, { query: { ignored: 'json' }, token })
    expect(response.redirectTo).toBe('/v2/payment/?ignored=json')
    const { props } = await renderPage(reviewPage, { query: { ignored: 'json' }, token })
    expect(props?.faults).toEqual(['state in query is no JSON object'])
  })

  it('is ignored when a checkout is created and when a form is posted', async () => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const logFields = { event: 'link.state_ignored', state: 'json' }
    const { state } = await startCheckout({}, { body: { launch: { state: '{' } } })
    expect(state).toMatchObject({ selectedLicense: 42, destinations: [] })
    const { cookies } = await renderPage(driverDetails, {
      query: { state: '{' },
      form: { license_first_name: 'Ana' },
    })
    expect((await readState(parseToken(cookies))).customer.license_first_name).toBe('Ana')
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual([logFields, logFields])
  })

  it('is not reported when it is empty or its reason is unknown', async () => {
    expect((await renderPage(driverDetails, { query: { state: '' } })).redirectTo).toBeUndefined()
    const { props } = await renderPage(driverDetails, { query: { ignored: '<script>' } })
    expect(props?.faults).toBeUndefined()
  })
})

describe('a checkout with invalid data', () => {
  it('is logged with its stored plan, and shows the plan that replaces it', async () => {
    const { token } = await startCheckout()
    await shop.backend.db.execute(
      sql`update checkouts set state = state || '{"selectedLicense":99}'::jsonb`,
    )
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const { props } = await renderPage(driverDetails, { token })
    expect(props?.checkout.state.selectedLicense).toBe(42)
    expect(warn).toHaveBeenCalledWith(
      { event: 'checkout.state_invalid', faults: ['selectedLicense is not in productList'] },
      'the loaded state of a checkout is invalid',
    )
  })

  it('is rendered, logged and reported to the browser', async () => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const { token } = await startCheckout()
    const catalog = await shop.backend.catalog()
    const products: typeof catalog.products = currency =>
      catalog.products(currency).map(plan => ({ ...plan, category: 'free' as 'digital' }))
    vi.spyOn(shop.backend, 'catalog').mockResolvedValue({ ...catalog, products })
    const { props } = await renderPage(driverDetails, { token })
    expect(props?.checkout.token).toBe(token)
    expect(props?.faults).toContain('productList.0.category is not right')
    expect(warn).toHaveBeenCalledWith(
      { event: 'checkout.state_invalid', faults: props?.faults },
      'the loaded state of a checkout is invalid',
    )
  })
})

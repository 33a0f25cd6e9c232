import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { emptyCustomer } from '@/domain/checkout/customer-schema'
import { type Catalog, readCatalog } from '@/server/catalog/catalog'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { partnerTokens, pickupPoints } from '@/server/db/tables/partners'
import { entryPage, stepPage } from '@/server/pages/step-page'
import {
  addPartner,
  addPickupPoint,
  issuePartnerToken,
  listPartnersWithTokens,
  parsePickupDays,
} from '@/server/partners/partner-admin'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  driverAnswers,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import {
  attachToken,
  createPartnerToken,
  createUnsoldToken,
  findTokenRow,
  kari,
} from '../support/partners'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const checkoutsRoute = '/backend/api/checkout/'
const customersRoute = '/backend/api/customers/'
const getRoute = '/backend/api/partners-tokens/[id]/customer-get/'
const shippingRoute = '/backend/api/shipping/'
const methodsRoute = '/backend/api/shipping/shipping-methods/'

const shop = withShop({ provider: startProvider })

const driverDetails = stepPage('driver-details', ['driver-details'])
const getPartner = (id: string, overrides: object = {}) =>
  callRoute(getRoute, { params: { id }, ...overrides })
const bikes = { partner: 'Bali Bikes', years: '3' }
const ubud = 'bali-bikes-ubud'

/** Opens a partner's link in a new browser, or in one with this checkout. */
const openPartnerLink = (partnerToken: string, request: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(driverDetails, {
    ...request,
    query: { ...request.query, 'partner-token': partnerToken },
  })

const parseToken = (cookies: string[]): string =>
  /userToken=([\w-]+)/.exec(cookies.join())?.[1] ?? ''

/** A checkout with a completed first step. */
async function createStartedCheckout(state: object = {}): Promise<string> {
  const { token } = await startCheckout(state)
  const body = driverAnswers
  await callRoute(customersRoute, { method: 'POST', query: { checkout: token }, body })
  return token
}

describe('a partner’s link', () => {
  it('creates the partner’s order with the customer’s name and email', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const { redirectTo, cookies, props } = await openPartnerLink(partnerToken, {
      query: { utm_source: 'mail' },
    })
    expect([redirectTo, props]).toEqual(['/v2/driver-details/?utm_source=mail', undefined])
    expect(cookies).toContainEqual(expect.stringMatching(/^begun=1; (?!.*HttpOnly)/))
    const token = parseToken(cookies)
    const { state } = (await readCheckout(token)).body
    expect(state).toMatchObject({
      partner: 'Northern Trails',
      partnerToken: (await findTokenRow(shop.backend, partnerToken))?.id,
      selectedLicense: 40,
      category: 'physical',
      deliveryMethod: 'delivery',
      customer: {
        email: kari.email,
        license_first_name: kari.firstName,
        license_last_name: kari.lastName,
      },
    })
    const response = await renderPage(driverDetails, { token })
    expect(response.props?.checkout.state.partner).toBe('Northern Trails')
    expect(response.props?.partnerFailure).toBeUndefined()
  })

  it('works on the entry page, together with the other parameters', async () => {
    const query = { 'partner-token': await createPartnerToken(shop.backend), coupon: 'PARTNER15' }
    const { redirectTo } = await renderPage(entryPage, { query })
    expect(redirectTo).toContain('/v2/driver-details/?')
    const { cookies, redirectTo: nextRedirect } = await renderPage(driverDetails, { query })
    expect(nextRedirect).toBe('/v2/driver-details/')
    expect((await readCheckout(parseToken(cookies))).body.state).toMatchObject({
      partner: 'Northern Trails',
      coupons_found: expect.arrayContaining([
        expect.objectContaining({ name: 'PARTNER15', code: null }),
      ]),
    })
  })

  it('never overwrites typed values, but replaces the saved plan', async () => {
    const { token } = await startCheckout({
      selectedLicense: 45,
      customer: { email: 'own@example.com', license_first_name: 'Own' },
    })
    const { cookies } = await openPartnerLink(await createPartnerToken(shop.backend), { token })
    expect(cookies.join()).not.toContain('begun')
    expect((await readCheckout(token)).body.state).toMatchObject({
      selectedLicense: 40,
      category: 'physical',
      customer: {
        email: 'own@example.com',
        license_first_name: 'Own',
        license_last_name: kari.lastName,
      },
    })
  })

  it('keeps its plan over a recommended one, and lets the customer choose another', async () => {
    const partnerToken = await createPartnerToken(shop.backend, { years: '3' })
    const { token } = await startCheckout()
    await attachToken(token, partnerToken)
    await saveCheckout(token, undefined, { destinations: ['es'] })
    expect((await readCheckout(token)).body.state.selectedLicense).toBe(42)
    await saveCheckout(token, undefined, { selectedLicense: 44 })
    expect((await readCheckout(token)).body.state).toMatchObject({
      selectedLicense: 44,
      partner: 'Northern Trails',
    })
  })

  it('applies when a checkout is created with it', async () => {
    const launch = { 'partner-token': await createPartnerToken(shop.backend) }
    const { body } = await callRoute(checkoutsRoute, { method: 'POST', body: { launch } })
    expect(body.state).toMatchObject({ partner: 'Northern Trails', selectedLicense: 40 })
  })

  it.each([
    ['empty', []],
    ['repeated and always empty', ['', ' ']],
  ])('is removed from the address without a notice if its token is %s', async (_, values) => {
    const query = { 'partner-token': values.length > 0 ? values : '', utm_source: 'mail' }
    const { redirectTo, cookies } = await renderPage(driverDetails, { query })
    expect([redirectTo, parseToken(cookies)]).toEqual(['/v2/driver-details/?utm_source=mail', ''])
  })

  it('uses the first token that is not empty and removes them all from the address', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const query = { 'partner-token': ['', partnerToken, 'A'.repeat(43)] }
    const { redirectTo: entryRedirect } = await renderPage(entryPage, { query })
    expect(entryRedirect).toMatch(/^\/v2\/driver-details\//)
    const { redirectTo, cookies } = await renderPage(driverDetails, { query })
    expect(redirectTo).toBe('/v2/driver-details/')
    expect((await readCheckout(parseToken(cookies))).body.state.partner).toBe('Northern Trails')
  })

  it('leaves no plain token in the database, in the state or in an address', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const { cookies, redirectTo } = await openPartnerLink(partnerToken)
    const rows = [
      await shop.backend.db.select().from(partnerTokens),
      await shop.backend.db.select().from(checkouts),
    ]
    expect(JSON.stringify([rows, redirectTo, cookies])).not.toContain(partnerToken)
    expect((await readCheckout(parseToken(cookies))).text).not.toContain(partnerToken)
  })
})

describe('a link to an order', () => {
  it.each([
    ['empty', ''],
    ['repeated and always empty', ['', ' ']],
    ['invalid', ['', 'none']],
  ])('is removed from the address if its token is %s', async (_, token) => {
    for (const page of [driverDetails, entryPage]) {
      const { redirectTo } = await renderPage(page, { query: { token, renewal: '1' } })
      expect(redirectTo).toBeDefined()
      expect(redirectTo).not.toMatch(/token|renewal|none/)
    }
  })

  it('uses the first token that is not empty', async () => {
    const { token } = await startCheckout()
    const { redirectTo, cookies } = await renderPage(driverDetails, {
      query: { token: ['', token] },
    })
    expect(redirectTo).toBe('/open-order/?to=%2Fv2%2Fdriver-details%2F')
    expect(cookies.join()).toContain(`offeredToken=${token}`)
  })
})

describe('a partner’s order', () => {
  it('is linked to the partner and the amount charged once it is paid', async () => {
    const checkout = await createPayableCheckout()
    const partnerToken = await createPartnerToken(shop.backend)
    await attachToken(checkout.token, partnerToken)
    const { state, quote } = (await readCheckout(checkout.token)).body
    expect(state.step).toBe(5)
    expect((await pay({ token: checkout.token, quote })).body.status).toBe('success')
    const { order } = (await readCheckout(checkout.token)).body
    const [row] = await shop.backend.db.select().from(orders).where(eq(orders.id, order.id))
    expect(row?.partnerTokenId).toBe((await findTokenRow(shop.backend, partnerToken))?.id)
    expect(row?.charged).toMatchObject({ partner: 'Northern Trails', planId: 40 })
  })

  it('can use the partner coupon, and no other order can', async () => {
    const { token } = await startCheckout({ selectedLicense: 40 })
    const refusal = await saveCheckout(token, undefined, { coupon: { name: 'PARTNER15' } })
    expect(refusal.body.issues[0].message).toBe('coupon.partner')
    await attachToken(token, await createPartnerToken(shop.backend))
    const reply = await saveCheckout(token, undefined, { coupon: { name: 'PARTNER15' } })
    expect(reply.body.quote.discount).toBe(7.35)
  })

  it('can open its link again without a notice', async () => {
    const { token } = await createPayableCheckout()
    const partnerToken = await createPartnerToken(shop.backend)
    await attachToken(token, partnerToken)
    await pay({ token, quote: (await readCheckout(token)).body.quote })
    expect((await openPartnerLink(partnerToken, { token })).redirectTo).toBe('/v2/driver-details/')
  })
})

describe('a partner’s link that fails', () => {
  const unknownToken = 'A'.repeat(43)

  /** Opens a link and renders the page it redirects to. */
  async function followPartnerLink(
    partnerToken: string,
    request: Parameters<typeof renderPage>[1] = {},
  ) {
    const { redirectTo, cookies } = await openPartnerLink(partnerToken, request)
    const query = Object.fromEntries(new URLSearchParams(redirectTo?.split('?')[1]))
    const { props } = await renderPage(driverDetails, { ...request, query })
    return { failure: props?.partnerFailure, cookies, state: props?.checkout.state }
  }

  it.each([
    ['an unknown token', unknownToken],
    ['an invalid token', "1' OR '1'='1"],
  ])('shows a notice and the order continues: %s', async (_, partnerToken) => {
    const { failure, cookies, state } = await followPartnerLink(partnerToken, {
      from: '198.51.100.1',
    })
    expect(failure).toBe('token')
    expect(cookies).toEqual([])
    expect(state).toMatchObject({ partner: null, partnerToken: null, selectedLicense: 42 })
  })

  it('shows a notice for an expired token', async () => {
    const partnerToken = await createPartnerToken(shop.backend, { days: '1' })
    shop.advanceClock(86_400_000)
    expect((await followPartnerLink(partnerToken, { from: '198.51.100.2' })).failure).toBe('token')
    shop.advanceClock(-86_400_000)
  })

  it('shows a notice for a token in use, and the order continues', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    await attachToken(await createStartedCheckout(), partnerToken)
    const { failure, cookies } = await followPartnerLink(partnerToken)
    expect([failure, cookies]).toEqual(['attach', []])
    const { token } = await startCheckout()
    expect((await followPartnerLink(partnerToken, { token })).failure).toBe('attach')
    expect((await attachToken(token, partnerToken)).body).toEqual({
      success: false,
      message: 'Adding partner token fail',
    })
    expect((await readCheckout(token)).body.state.partner).toBeNull()
  })

  it('is refused for an order that can no longer change', async () => {
    const { token, quote } = await createPayableCheckout()
    await pay({ token, quote })
    const partnerToken = await createPartnerToken(shop.backend)
    expect((await attachToken(token, partnerToken)).body.message).toBe('Adding partner token fail')
    expect((await findTokenRow(shop.backend, partnerToken))?.checkoutId).toBeNull()
  })

  it('shows a notice if no plan has its years', async () => {
    const partnerToken = await createUnsoldToken(shop.backend)
    expect((await followPartnerLink(partnerToken)).failure).toBe('plan')
    const { token } = await startCheckout()
    expect((await attachToken(token, partnerToken)).body).toEqual({
      success: false,
      message: 'No product is found with given years and category',
    })
    expect((await findTokenRow(shop.backend, partnerToken))?.checkoutId).toBeNull()
  })

  it('is refused while there are no products', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const { token } = await startCheckout()
    const { catalog } = shop.backend
    const fullCatalog = await readCatalog(shop.backend.db)
    const emptyCatalog: Catalog = { ...fullCatalog, products: () => [] }
    shop.backend.catalog = async () => emptyCatalog
    const { body } = await attachToken(token, partnerToken)
    shop.backend.catalog = catalog
    expect(body).toEqual({ success: false, message: 'Product list is empty' })
  })

  it('is logged with its own message', async () => {
    const logCalls: unknown[] = []
    const { warn } = shop.backend.log
    shop.backend.log.warn = ((...args: unknown[]) => logCalls.push(args)) as typeof warn
    await openPartnerLink(unknownToken, { from: '198.51.100.3' })
    await openPartnerLink(await createUnsoldToken(shop.backend))
    shop.backend.log.warn = warn
    expect(logCalls).toEqual([
      [{ event: 'partner.rejected', partner: null }, 'tokenData load fail'],
      [
        { event: 'partner.rejected', partner: 'Northern Trails' },
        'No product is found with given years and category',
      ],
    ])
  })
})

describe('a partner token', () => {
  it('reveals its customer to the checkout that has it only', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const plain = { years: 1, product_type: 'physical', partner: 'Northern Trails' }
    const masked = {
      customer_email: 'k***@example.com',
      customer_first_name: 'K***',
      customer_last_name: 'N***',
    }
    expect((await getPartner(partnerToken)).body).toEqual({ ...plain, ...masked })
    const [{ token }, other] = [await startCheckout(), await startCheckout()]
    await attachToken(token, partnerToken)
    const getPartnerAs = (cookie: string) =>
      getPartner(partnerToken, { headers: { cookie: `userToken=${cookie}` } })
    expect((await getPartnerAs(other.token)).body).toMatchObject(masked)
    expect((await getPartnerAs(token)).body).toEqual({
      ...plain,
      customer_email: kari.email,
      customer_first_name: kari.firstName,
      customer_last_name: kari.lastName,
    })
  })

  it('cannot be enumerated: unknown ids return the same 404, then 429', async () => {
    const from = '198.51.100.10'
    const replies = []
    for (let id = 1; id <= 200; id += 1) replies.push(await getPartner(String(id), { from }))
    const summaries = replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)
    expect(new Set(summaries.slice(0, 20))).toEqual(
      new Set(['404 {"detail":"Not found.","code":"not_found"}']),
    )
    expect(summaries.slice(20).every(summary => summary.startsWith('429'))).toBe(true)
    expect(replies[20]?.headers['retry-after']).toBeDefined()
    // The limit applies to valid tokens and to every call, but not to other addresses.
    const partnerToken = await createPartnerToken(shop.backend)
    const { token } = await startCheckout()
    expect((await getPartner(partnerToken, { from })).status).toBe(429)
    expect((await attachToken(token, partnerToken, from)).status).toBe(429)
    expect((await openPartnerLink(partnerToken, { from })).redirectTo).toBe(
      '/v2/driver-details/?partner=often',
    )
    expect((await getPartner(partnerToken)).status).toBe(200)
  })

  it('is not rate limited while it is valid', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const from = '198.51.100.11'
    for (let index = 0; index < 30; index += 1)
      expect((await getPartner(partnerToken, { from })).status).toBe(200)
  })

  it('returns the same 404 whether it is wrong, expired or used', async () => {
    const expiredToken = await createPartnerToken(shop.backend, { days: '1' })
    const usedToken = await createPartnerToken(shop.backend)
    const { token } = await createPayableCheckout()
    await attachToken(token, usedToken)
    await pay({ token, quote: (await readCheckout(token)).body.quote })
    shop.advanceClock(86_400_000)
    const replies = await Promise.all(
      [expiredToken, usedToken, 'A'.repeat(43)].map(id =>
        getPartner(id, { from: '198.51.100.12' }),
      ),
    )
    shop.advanceClock(-86_400_000)
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(404)
    const { body } = await attachToken((await startCheckout()).token, usedToken, '198.51.100.12')
    expect(body).toEqual({ success: false, message: 'tokenData load fail' })
  })

  it('cannot be attached without a valid checkout token', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const { status, body } = await attachToken('A'.repeat(43), partnerToken)
    expect([status, body.detail]).toEqual([404, 'Not found.'])
  })

  it('moves with the customer to another browser until the first step is done', async () => {
    const partnerToken = await createPartnerToken(shop.backend, bikes)
    const first = parseToken((await openPartnerLink(partnerToken)).cookies)
    const second = parseToken((await openPartnerLink(partnerToken)).cookies)
    const readState = async (token: string) => (await readCheckout(token)).body.state
    expect(await readState(first)).toMatchObject({
      partnerToken: null,
      deliveryMethod: 'delivery',
    })
    expect(await readState(second)).toMatchObject({ partner: 'Bali Bikes' })
  })

  it('that moved to another browser causes one notice in the first, which loses its pickup', async () => {
    const partnerToken = await createPartnerToken(shop.backend, bikes)
    const token = parseToken((await openPartnerLink(partnerToken)).cookies)
    expect((await readCheckout(token)).body.state.shipping.country).toBe('id')
    await openPartnerLink(partnerToken)
    const { redirectTo } = await renderPage(driverDetails, { token, query: { utm_source: 'mail' } })
    expect(redirectTo).toBe('/v2/driver-details/?utm_source=mail&partner=moved')
    const { props } = await renderPage(driverDetails, { token, query: { partner: 'moved' } })
    expect(props?.partnerFailure).toBe('moved')
    expect(props?.checkout.state).toMatchObject({
      partner: null,
      shipping: { country: '', pickup_point: '' },
      selectedShippingMethod: { code: 'dhl' },
    })
    const response = await renderPage(driverDetails, { token })
    expect([response.redirectTo, response.props?.partnerFailure]).toEqual([undefined, undefined])
  })

  it('returns to the first browser by the same link, without a notice', async () => {
    const partnerToken = await createPartnerToken(shop.backend, bikes)
    const token = parseToken((await openPartnerLink(partnerToken)).cookies)
    await openPartnerLink(partnerToken)
    expect((await openPartnerLink(partnerToken, { token })).redirectTo).toBe('/v2/driver-details/')
    const { redirectTo, props } = await renderPage(driverDetails, { token })
    expect([redirectTo, props?.checkout.state.partner]).toEqual([undefined, 'Bali Bikes'])
  })

  it('that can no longer return causes one notice that names the reason', async () => {
    const partnerToken = await createPartnerToken(shop.backend, bikes)
    const token = parseToken((await openPartnerLink(partnerToken)).cookies)
    await attachToken(await createStartedCheckout(), partnerToken)
    expect((await openPartnerLink(partnerToken, { token })).redirectTo).toBe(
      '/v2/driver-details/?partner=attach',
    )
    expect((await renderPage(driverDetails, { token })).redirectTo).toBeUndefined()
  })

  it('is detached from an order without changes for a day, but not during a payment', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const [{ token: currentToken }, other] = [
      await createPayableCheckout(),
      await createStartedCheckout(),
    ]
    await attachToken(currentToken, partnerToken)
    expect((await attachToken(other, partnerToken)).body.success).toBe(false)
    const challengeCard = 'pm_card_authenticationRequired'
    const { body } = await pay((await readCheckout(currentToken)).body, challengeCard)
    expect(body.status).toBe('requires_action')
    shop.advanceClock(86_400_001)
    expect((await attachToken(other, partnerToken)).body.success).toBe(false)
    await finishPayment(currentToken, body.order.id, { call_off: true })
    expect((await attachToken(other, partnerToken)).body.success).toBe(true)
    shop.advanceClock(-86_400_001)
    expect((await readCheckout(currentToken)).body.state.partnerToken).toBeNull()
  })

  it('is replaced by another one of the same customer', async () => {
    const [firstToken, secondToken] = [
      await createPartnerToken(shop.backend),
      await createPartnerToken(shop.backend, bikes),
    ]
    const token = await createStartedCheckout()
    await attachToken(token, firstToken)
    await attachToken(token, secondToken)
    expect((await readCheckout(token)).body.state.partner).toBe('Bali Bikes')
    expect((await findTokenRow(shop.backend, firstToken))?.checkoutId).toBeNull()
    expect((await attachToken(await createStartedCheckout(), firstToken)).body.success).toBe(true)
  })

  it('that replaces another fills in its customer, except for typed values', async () => {
    const person = { email: 'ola@example.com', firstName: 'Ola', lastName: 'Hansen' }
    const token = parseToken(
      (await openPartnerLink(await createPartnerToken(shop.backend, bikes))).cookies,
    )
    await saveCheckout(token, undefined, { customer: { license_first_name: 'Karianne' } })
    await openPartnerLink(await createPartnerToken(shop.backend, { person }), { token })
    expect((await readCheckout(token)).body.state).toMatchObject({
      partner: 'Northern Trails',
      email: 'ola@example.com',
      customer: {
        email: 'ola@example.com',
        license_first_name: 'Karianne',
        license_last_name: 'Hansen',
      },
      shipping: { country: '' },
    })
  })

  it('of the sandbox can be reused, and is refused when payments are live', async () => {
    const partnerToken = await createPartnerToken(shop.backend, { isSandbox: true })
    for (const token of [await createStartedCheckout(), await createStartedCheckout()])
      expect((await attachToken(token, partnerToken)).body.success).toBe(true)
    shop.backend.env.payments = 'live'
    const reply = await getPartner(partnerToken, { from: '198.51.100.13' })
    shop.backend.env.payments = 'sandbox'
    expect(reply.status).toBe(404)
  })
})

describe('collecting the permit', () => {
  async function createPickupCheckout(): Promise<string> {
    const token = await createStartedCheckout({ coupon: null, urgent: { selected: false } })
    await attachToken(token, await createPartnerToken(shop.backend, bikes))
    return token
  }
  const choose = (token: string, pickup_point: string) =>
    callRoute(shippingRoute, { method: 'POST', body: { checkout: token, pickup_point } })

  it('is the default in Indonesia with a bikes partner, free of charge', async () => {
    const { state, quote } = (await readCheckout(await createPickupCheckout())).body
    expect(state).toMatchObject({
      deliveryMethod: 'pickupPoints',
      shipping: { country: 'id', pickup_point: '' },
      selectedShippingMethod: { code: 'pickup', price: 0 },
    })
    expect(quote).toMatchObject({ shipping: 0, tax: 0, total: 69 })
  })

  it('needs a pickup point but no address', async () => {
    const token = await createPickupCheckout()
    const refusal = await choose(token, '')
    expect(refusal.body.issues).toEqual([
      { field: 'pickup_point', message: 'pickup_point.missing' },
    ])
    const { status, body } = await choose(token, ubud)
    expect([status, body.pickup_point, body.country]).toEqual([200, ubud, 'id'])
    await saveCheckout(token, undefined, { approval_documents: { add_later: true }, step: 5 })
    const { state } = (await readCheckout(token)).body
    expect(state.step).toBe(5)
  })

  it('needs a phone number', async () => {
    const { token } = await startCheckout({ customer: { ...emptyCustomer, email: 'a@b.example' } })
    await attachToken(token, await createPartnerToken(shop.backend, bikes))
    expect((await choose(token, ubud)).body.issues).toEqual([
      { field: 'phone', message: 'phone.missing' },
    ])
  })

  it('is possible only at pickup points of the customer’s own partner', async () => {
    const token = await createPickupCheckout()
    const unknownIssue = { field: 'state.shipping.pickup_point', message: 'pickup_point.unknown' }
    expect((await choose(token, 'elsewhere')).body.issues).toEqual([unknownIssue])
    const refusal = await saveCheckout(token, undefined, {
      shipping: { pickup_point: 'elsewhere' },
    })
    expect([refusal.status, refusal.body.issues]).toEqual([422, [unknownIssue]])
    for (const partner of [undefined, 'Northern Trails']) {
      const other = await createStartedCheckout()
      if (partner) await attachToken(other, await createPartnerToken(shop.backend, { partner }))
      const { status } = await saveCheckout(other, undefined, { shipping: { pickup_point: ubud } })
      expect(status).toBe(422)
    }
  })

  it('cannot be chosen without a partner', async () => {
    const { token } = await startCheckout()
    await saveCheckout(token, undefined, {
      deliveryMethod: 'pickupPoints',
      partner: 'Bali Bikes',
      partnerToken: 'x',
    })
    expect((await readCheckout(token)).body.state).toMatchObject({
      deliveryMethod: 'delivery',
      partner: null,
      partnerToken: null,
    })
  })

  it('is listed as the partner’s shipping method', async () => {
    const body = { country: 'id', currency: 'EUR', partner: 'Bali Bikes' }
    const { shipping_methods } = (await callRoute(methodsRoute, { method: 'POST', body })).body
    expect(shipping_methods).toEqual([
      { code: 'pickup', name: 'Pickup', price: 0, min_delivery: 3, max_delivery: 5 },
    ])
  })

  it('returns with the printed plan after a switch to digital', async () => {
    const token = await createPickupCheckout()
    await choose(token, ubud)
    await saveCheckout(token, undefined, { selectedLicense: 45 })
    expect((await readCheckout(token)).body.state.shipping.country).toBe('')
    await saveCheckout(token, undefined, { selectedLicense: 42 })
    expect((await readCheckout(token)).body.state).toMatchObject({
      shipping: { country: 'id' },
      selectedShippingMethod: { code: 'pickup' },
    })
  })

  it('changes to delivery once the partner has no pickup points left', async () => {
    const { db, invalidateCatalog } = shop.backend
    await addPartner(db, { name: 'Closing Bikes', pickup: { min: 1, max: 2 } })
    const pickupPoint = { name: 'Here', address: 'Road 1', country: 'id', hours: undefined }
    const id = await addPickupPoint(db, { partner: 'Closing Bikes', ...pickupPoint })
    invalidateCatalog()
    const token = await createStartedCheckout()
    await attachToken(token, await createPartnerToken(shop.backend, { partner: 'Closing Bikes' }))
    expect((await choose(token, id)).status).toBe(200)
    await db.delete(pickupPoints).where(eq(pickupPoints.id, id))
    invalidateCatalog()
    const { state } = (await readCheckout(token)).body
    expect([state.deliveryMethod, state.selectedShippingMethod.code]).toEqual(['delivery', 'dhl'])
    await saveCheckout(token, undefined, { shipping: { city: 'Ubud' } })
    expect((await readCheckout(token)).body.state.shipping.pickup_point).toBe('')
  })

  it('can be paid, and the order contains the pickup point', async () => {
    const token = await createPickupCheckout()
    await choose(token, ubud)
    const readyState = {
      approval_documents: { add_later: true },
      terms: { selected: true },
      step: 4,
    }
    await saveCheckout(token, undefined, readyState)
    await saveCheckout(token, undefined, { step: 5 })
    const { quote } = (await readCheckout(token)).body
    expect((await pay({ token, quote })).body.status).toBe('success')
    const { props } = await renderPage(stepPage('thank-you', []), { token })
    expect(props?.checkout).toMatchObject({
      status: 'paid',
      order: { total: 69 },
      state: { shipping: { pickup_point: ubud }, partner: 'Bali Bikes' },
    })
    expect(props?.pickupPoints).toContainEqual(expect.objectContaining({ id: ubud, hours: null }))
    expect(props?.checkout.state.selectedShippingMethod?.code).toBe('pickup')
  })
})

describe('an operator', () => {
  const createToken = (change: object) =>
    issuePartnerToken(
      shop.backend.db,
      {
        partner: 'Northern Trails',
        format: 'digital',
        years: '1',
        email: undefined,
        firstName: undefined,
        lastName: undefined,
        days: undefined,
        isSandbox: false,
        ...change,
      },
      new Date(),
    )

  it('adds a partner with a pickup point, where its customers then collect', async () => {
    const { db } = shop.backend
    await addPartner(db, { name: ' Fjord Bikes ', pickup: { min: 2, max: 4 } })
    const pickupPoint = {
      name: 'Harbour',
      address: 'Quay 1 / 5003 Bergen',
      country: 'NO',
      hours: '',
    }
    const id = await addPickupPoint(db, { partner: 'Fjord Bikes', ...pickupPoint })
    shop.backend.invalidateCatalog()
    const partnerToken = await createPartnerToken(shop.backend, { partner: 'Fjord Bikes' })
    const { token: checkout } = await startCheckout({ customer: { phone_typed: '+4755000000' } })
    await attachToken(checkout, partnerToken)
    await saveCheckout(checkout, undefined, { shipping: { pickup_point: id } })
    expect((await readCheckout(checkout)).body.state.shipping).toMatchObject({ country: 'no' })
    const partner = (await listPartnersWithTokens(db)).find(({ name }) => name === 'Fjord Bikes')
    expect(partner).toMatchObject({
      points: [{ address: 'Quay 1\n5003 Bergen', hours: null }],
      tokens: [{ productType: 'physical', years: 1, orders: [] }],
    })
  })

  it.each([
    [{ partner: 'Nobody' }, 'There is no partner Nobody.'],
    [{ partner: ' ' }, 'The partner is missing.'],
    [{ format: 'paper' }, 'The type must be physical or digital.'],
    [{ years: 'many' }, 'The years must be a whole number from 1 to 10.'],
    [{ days: '0' }, 'The days must be a whole number from 1 to 365.'],
    [{ email: 'kari' }, 'That is no email address.'],
    [{ years: '7' }, 'There is no digital plan of 7 years. Those that are sold have 1, 2, 3.'],
    [{ format: 'physical', years: '9' }, 'There is no physical plan of 9 years.'],
  ])('gets an error for invalid values: %j', async (change, message) => {
    await expect(createToken(change)).rejects.toThrow(message)
  })

  it.each(['abc', '5-3', '0', '3-', '', '-1', '3-5-7', '1-61'])(
    'gets an error for a pickup time of %j',
    input => {
      expect(() => parsePickupDays(input)).toThrow('The pickup must be working days such as 3-5')
    },
  )

  it('can enter the pickup time as a range or as one number of working days', () => {
    expect(parsePickupDays('3-5')).toEqual({ min: 3, max: 5 })
    expect(parsePickupDays('4')).toEqual({ min: 4, max: 4 })
  })

  it('can add pickup points only to partners with pickup', async () => {
    const pickupPoint = { name: 'Harbour', address: 'Quay 1', country: 'no', hours: undefined }
    await expect(
      addPickupPoint(shop.backend.db, { partner: 'Northern Trails', ...pickupPoint }),
    ).rejects.toThrow('Northern Trails has no pickup.')
  })
})

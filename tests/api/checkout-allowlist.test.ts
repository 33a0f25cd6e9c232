import { describe, expect, it } from 'vitest'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const checkoutsRoute = '/backend/api/checkout/'

withShop()

/** Every server-owned field of a checkout, with values that an attacker would send. */
const serverOwnedFields: [string, object][] = [
  ['total', { total: 0.01 }],
  ['token', { token: 'A'.repeat(43) }],
  ['email beside the customer', { email: 'mallory@example.com' }],
  ['completedStep', { completedStep: 6 }],
  ['coupon by name', { coupon: 'EVERYTHINGFREE' }],
  ['coupon_expired', { coupon_expired: true }],
  ['coupon_refused', { coupon_refused: { name: 'x', code: 'expired' } }],
  ['coupons_found', { coupons_found: [{ name: 'x', saves: 50, code: null }] }],
  ['campaigns', { campaigns: ['email_50', 'summer_lifetime'] }],
  ['variants', { variants: { AB_17_TRAVEL_WALLET: 'VARIANT_1' } }],
  [
    'productList',
    {
      productList: [
        {
          id: 42,
          name: 'x',
          category: 'digital',
          years: 3,
          price: 0.01,
          oldPrice: null,
          show_at_checkout: true,
        },
      ],
    },
  ],
  [
    'travelItemsData',
    { travelItemsData: [{ item_id: 1, name: 'x', price: -50, is_active: true }] },
  ],
  ['travel_items', { travel_items: [{ id: 'x', item_id: 1, quantity: 1 }] }],
  ['tax_group', { tax_group: { tax_rate: -50 } }],
  ['orderId', { orderId: 'order-of-another' }],
  ['isLifetimePaid', { isLifetimePaid: true }],
  ['upsellOffers', { upsellOffers: [{ id: 62, accepted: true }] }],
  ['partnerToken', { partnerToken: 'partner' }],
  ['partner', { partner: 'Bali Bikes' }],
  ['deliveryMethod', { deliveryMethod: 'pickupPoints' }],
  ['confirmation_payment_method', { confirmation_payment_method: 'visa 4242' }],
  ['status', { status: 'paid' }],
  ['order', { order: { id: 'x', status: 'paid' } }],
  ['quote', { quote: { total: 0 } }],
  ['the price of urgent processing', { urgent: { total: 0, discount: 25 } }],
  ['the price of the courier', { selectedShippingMethod: { code: 'dhl', price: 0 } }],
  [
    'the uploaded photos',
    { approval_documents: { add_later: true, images: [{ id: 'x', type: 'profile' }] } },
  ],
  ['the customer’s id', { customer: { id: 'customer-of-another' } }],
  ['the address’s id', { shipping: { id: 'address-of-another' } }],
  [
    'the amounts of the address',
    { shipping: { total: 0, tax: 0, total_currency: 'JPY', shipping_method: 'post' } },
  ],
  [
    'the row',
    {
      version: 99,
      created_at: 0,
      expires_at: '2099-01-01',
      activeAttemptId: null,
      stripe_customer: 'cus_x',
      tokenHash: 'x',
    },
  ],
]

describe('server-owned data', () => {
  it.each(serverOwnedFields)('cannot be changed: %s', async (_, state) => {
    const before = await createPayableCheckout()
    const { status, body } = await saveCheckout(before.token, before.version, state)
    // May be refused or dropped, but never stored.
    expect([200, 422]).toContain(status)
    const { body: after } = await readCheckout(before.token)
    expect(after).toEqual({ ...before, version: status === 200 ? body.version : before.version })
  })

  it.each(serverOwnedFields)('cannot be set on a new checkout: %s', async (_, state) => {
    const { status, body } = await callRoute(checkoutsRoute, { method: 'POST', body: { state } })
    if (status === 422) return
    const { add_later } = body.state.approval_documents
    const { body: plain } = await callRoute(checkoutsRoute, {
      method: 'POST',
      body: { state: { approval_documents: { add_later } } },
    })
    expect(status).toBe(200)
    const { token, state: created } = body
    expect(created).toEqual({
      ...plain.state,
      token,
      approval_documents: { add_later, images: [] },
      selectedShippingMethod: created.selectedShippingMethod && plain.state.selectedShippingMethod,
    })
    expect(body.quote).toEqual(plain.quote)
  })

  it('and unknown names are ignored, while the answers beside them are saved', async () => {
    const { token, version } = await createPayableCheckout()
    const { status, body } = await callRoute('/backend/api/checkout/[token]/', {
      method: 'PATCH',
      params: { token },
      body: {
        version,
        colour: 'red',
        state: { total: 1, colour: 'red', customer: { first_name: 'Eva', colour: 'red' } },
      },
    })
    expect([status, body.state.customer.first_name]).toEqual([200, 'Eva'])
    expect(JSON.stringify((await readCheckout(token)).body)).not.toContain('colour')
  })

  it('may be sent back with the whole state', async () => {
    const { token, version, state, quote } = await createPayableCheckout()
    const { status, body } = await saveCheckout(token, version, state)
    expect([status, body]).toMatchObject([200, { state, quote }])
  })

  it('includes the coupon’s terms, whatever is sent with its name', async () => {
    const terms = {
      id: 1,
      discount_type: 'fixed_cart',
      amount: 500,
      products: [],
      travel_products: [1],
      free_shipping: true,
    }
    const { token, version, quote } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, {
      coupon: { name: 'FROMIDAWITHLOVE', ...terms },
    })
    expect(body.state.coupon).toMatchObject({
      name: 'FROMIDAWITHLOVE',
      discount_type: 'percentage',
      amount: 10,
      free_shipping: false,
    })
    expect(body.quote).toEqual({ ...quote, discount: 6.9, total: quote.total - 6.9 })
  })

  it.each([60, 62, 96, 1, 0, -1, 1e15])(
    'includes the offer: product %d cannot be bought as a plan',
    async id => {
      const { token, version, quote } = await createPayableCheckout()
      const { status, body } = await saveCheckout(token, version, { selectedLicense: id })
      expect(status).toBe(422)
      expect(body.issues).toMatchObject([{ field: 'state.selectedLicense' }])
      expect((await readCheckout(token)).body.quote).toEqual(quote)
    },
  )

  it.each([
    ['shipping method', { selectedShippingMethod: { code: 'rocket' } }, 'selectedShippingMethod'],
    ['country', { userCountry: 'zz' }, 'userCountry'],
    ['payment method', { paymentMethod: 'bitcoin' }, 'paymentMethod'],
  ])('includes what the shop knows: an unknown %s is refused', async (_, state, field) => {
    const { token, version } = await createPayableCheckout()
    const { status, body } = await saveCheckout(token, version, state)
    expect([status, body.code]).toEqual([422, 'unprocessable'])
    expect(body.issues).toMatchObject([{ field: `state.${field}` }])
    expect((await readCheckout(token)).body.state.selectedShippingMethod.code).toBe('dhl')
  })
})

describe('a wrong value', () => {
  it.each<[string, unknown, string]>([
    ['a step of 0', { step: 0 }, 'state.step'],
    ['a step of 7', { step: 7 }, 'state.step'],
    ['a fractional step', { step: 1.5 }, 'state.step'],
    ['a step as text', { step: '2' }, 'state.step'],
    ['no customer', { customer: null }, 'state.customer'],
    ['a customer as text', { customer: 'Ana' }, 'state.customer'],
    ['an e-mail address as a number', { customer: { email: 1 } }, 'state.customer.email'],
    ['an e-mail address as a list', { customer: { email: ['a@b.co'] } }, 'state.customer.email'],
    ['an unknown eye colour', { customer: { eye_color: 'red' } }, 'state.customer.eye_color'],
    [
      'a name of 201 letters',
      { customer: { first_name: 'a'.repeat(201) } },
      'state.customer.first_name',
    ],
    [
      'a travel quantity of 11',
      { travelItemsInCart: [{ item_id: 1, quantity: 11 }] },
      'state.travelItemsInCart.0.quantity',
    ],
    [
      'a negative travel quantity',
      { travelItemsInCart: [{ item_id: 1, quantity: -1 }] },
      'state.travelItemsInCart.0.quantity',
    ],
    ['an unknown currency', { currency: 'XXX' }, 'state.currency'],
    ['an unknown category', { category: 'lifetime' }, 'state.category'],
    ['an unknown payment method', { paymentMethod: 'cash' }, 'state.paymentMethod'],
    ['terms as text', { terms: { selected: 'yes' } }, 'state.terms.selected'],
    ['a list as the state', [], 'state'],
    ['no state', null, 'state'],
  ])('is refused and its field is named: %s', async (_, state, field) => {
    const before = await startCheckout()
    const { status, body } = await saveCheckout(before.token, before.version, state as object)
    expect(status).toBe(422)
    expect(body.issues.map((issue: { field: string }) => issue.field)).toEqual([field])
    expect((await readCheckout(before.token)).body).toEqual(before)
  })

  it('is listed together with all others', async () => {
    const { token, version } = await startCheckout()
    const { body } = await saveCheckout(token, version, { step: 9, currency: 'X', gclid: 1 })
    expect(body.issues).toHaveLength(3)
  })

  it.each([null, '1', 1.5])('is refused as a version: %j', async version => {
    const { token } = await startCheckout()
    const { status } = await saveCheckout(token, version as unknown as number, {})
    expect(status).toBe(422)
  })
})

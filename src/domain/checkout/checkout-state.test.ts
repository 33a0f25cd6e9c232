import { describe, expect, it } from 'vitest'
import { checkoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { customer, shipping } from '@/domain/checkout/customer-schema'

/** All fields of the checkout state. */
const stateFields = [
  'token',
  'email',
  'step',
  'category',
  'deliveryMethod',
  'completedStep',
  'coupon',
  'total',
  'products',
  'travel_items',
  'travelItemsData',
  'travelItemsInCart',
  'full_address',
  'trip_start',
  'customer',
  'shipping',
  'coupon_expired',
  'orderId',
  'approval_documents',
  'urgent',
  'userCountry',
  'dialCode',
  'paymentMethod',
  'productList',
  'selectedLicense',
  'planChanged',
  'cartProduct',
  'gclid',
  'fbc',
  'fbp',
  'voluum_cid',
  'tracking_url',
  'affiliate_meta',
  'langData',
  'currency',
  'partnerToken',
  // The partner’s name.
  'partner',
  'confirmation_payment_method',
  'isLifetimePaid',
  'isSubscriptionEnabled',
  'selectedShippingMethod',
  'destinations',
  'terms',
  'upsellOffers',
  'tax_group',
  'language',
  // One for each affiliate parameter.
  'tune_offer_id',
  'tune_aff_click_id',
  'tune_affiliate_id',
  'tune_source',
  'tune_transaction_id',
  // Refused coupon, link campaigns and the last change of currency.
  'coupon_refused',
  'coupon_is_own',
  'coupons_found',
  'coupons_removed',
  'campaigns',
  'variants',
  'currencyData',
  'currency_error',
  // Acknowledged destinations.
  'acknowledgements',
  // Items that a digital plan removed from the cart.
  'travelItemsAside',
]

const customerFields = [
  'id',
  'email',
  'first_name',
  'last_name',
  'license_first_name',
  'license_last_name',
  'phone',
  'city',
  'country_of_residence',
  'state',
  'postcode',
  'gender',
  'height',
  'place_of_birth',
  'a_motorcycle',
  'b_passenger_car',
  'c_vehicle_over_7700_lbs',
  'd_vehicle_over_8_seats',
  'e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054',
  // The remaining fields of the driver form.
  'email_consent',
  'license_issued',
  'height_unit',
  'phone_typed',
  'eye_color',
  'date_of_birth',
]

const shippingFields = [
  'id',
  'first_name',
  'last_name',
  'country',
  'city',
  'address',
  'address_2',
  'state',
  'postcode',
  'total',
  'tax',
  'total_currency',
  'shipping_method',
  'street_number',
  'pickup_point',
]

const sortNames = (names: Iterable<string>) => [...names].sort()

describe('an empty checkout', () => {
  it.each([
    ['the state', emptyCheckout, stateFields],
    ['the customer', emptyCheckout.customer, customerFields],
    ['the shipping address', emptyCheckout.shipping, shippingFields],
  ])('has every field of %s and no other', (_, value, fields) => {
    expect(sortNames(Object.keys(value))).toEqual(sortNames(fields))
  })

  it('has the defaults of a new customer', () => {
    expect(emptyCheckout).toMatchObject({
      step: 1,
      completedStep: 0,
      category: 'physical',
      deliveryMethod: 'delivery',
      selectedLicense: 42,
      currency: 'USD',
      language: 'en',
      coupon: null,
      urgent: { selected: true, is_skip: false },
      terms: { selected: false },
    })
  })

  it('is valid, and any part of it parses to the whole', () => {
    expect(checkoutState.parse(emptyCheckout)).toEqual(emptyCheckout)
    expect(checkoutState.parse({})).toEqual(emptyCheckout)
    expect(checkoutState.parse({ customer: {}, shipping: {} })).toEqual(emptyCheckout)
  })

  it('does not share mutable groups with the schema or with another one', () => {
    const [first, second] = [customer.parse({}), customer.parse({})]
    expect(first).not.toBe(second)
    expect(shipping.parse({})).not.toBe(shipping.parse({}))
  })
})

describe('a checkout state', () => {
  it.each([
    ['a step before the first', { step: 0 }],
    ['a step after the last', { step: 7 }],
    ['half a step', { step: 1.5 }],
    ['an unknown category', { category: 'gold' }],
    ['an unknown currency', { currency: 'XXX' }],
    ['eleven of one travel item', { travelItemsInCart: [{ item_id: 1, quantity: 11 }] }],
    ['a text that is too long', { gclid: 'a'.repeat(2_001) }],
    ['a number instead of a text', { email: 1 }],
  ])('rejects %s', (_, part) => {
    expect(checkoutState.safeParse(part).success).toBe(false)
  })
})

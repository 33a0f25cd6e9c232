import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import {
  findArrangedPlan,
  findPickupPartner,
  type PartnerOffer,
  parsePartnerFailure,
  resolvePartnerCountry,
  toPartnerChange,
  withoutPartner,
} from '@/domain/links/partner-offer'
import { address, completeCheckout, products } from '../../../tests/support/sample-checkout'

const offer: PartnerOffer = {
  years: 1,
  product_type: 'digital',
  customer_email: 'kari@example.com',
  customer_first_name: 'Kari',
  customer_last_name: 'Nordmann',
  partner: 'Bali Bikes',
}
const plan = products.find(({ id }) => id === 43) ?? products[0]
if (!plan) throw new Error('no plan')
const ubud = { id: 'ubud', name: 'Ubud', address: 'Jl. 1', country: 'id', hours: null }
const arrangement = { id: 'token-1', offer, before: null, plan, points: [ubud] }

describe('the plan of a partner’s offer', () => {
  it.each([
    [1, 'physical', 40],
    [3, 'physical', 42],
    [2, 'digital', 44],
  ] as const)('is found by %d years and %s', (years, product_type, id) => {
    expect(findArrangedPlan(products, { years, product_type })?.id).toBe(id)
  })

  it('is undefined for other years and for plans that are not shown', () => {
    expect(findArrangedPlan(products, { years: 9, product_type: 'physical' })).toBeUndefined()
    const hiddenProducts = products.map(product => ({ ...product, show_at_checkout: false }))
    expect(findArrangedPlan(hiddenProducts, { years: 1, product_type: 'physical' })).toBeUndefined()
    expect(findArrangedPlan([], { years: 1, product_type: 'physical' })).toBeUndefined()
  })
})

describe('an order with a partner’s offer', () => {
  it('gets all of it if nothing was entered', () => {
    expect(applyChange(emptyCheckout, toPartnerChange(emptyCheckout, arrangement))).toMatchObject({
      partnerToken: 'token-1',
      partner: 'Bali Bikes',
      selectedLicense: 43,
      category: 'digital',
      customer: {
        email: 'kari@example.com',
        license_first_name: 'Kari',
        license_last_name: 'Nordmann',
      },
      shipping: { country: 'id', pickup_point: '' },
    })
  })

  it('gets the plan only if everything was entered', () => {
    const { customer, shipping } = applyChange(
      completeCheckout,
      toPartnerChange(completeCheckout, arrangement),
    )
    expect(customer).toEqual(completeCheckout.customer)
    expect(shipping).toEqual(address)
  })

  it('can lose the partner and keeps the answers', () => {
    const pickupCheckout = { ...completeCheckout, deliveryMethod: 'pickupPoints' as const }
    const partnerState = applyChange(pickupCheckout, toPartnerChange(pickupCheckout, arrangement))
    const stateWithoutPartner = applyChange(partnerState, withoutPartner(partnerState))
    expect(stateWithoutPartner).toMatchObject({
      partner: null,
      partnerToken: null,
    })
    expect([stateWithoutPartner.customer, stateWithoutPartner.shipping]).toEqual([
      completeCheckout.customer,
      address,
    ])
    expect(findPickupPartner(stateWithoutPartner)).toBeNull()
    expect(findPickupPartner(partnerState)).toBe('Bali Bikes')
  })
})

describe('a second partner', () => {
  const trails: PartnerOffer = {
    ...offer,
    customer_email: 'ola@example.com',
    customer_first_name: 'Ola',
    customer_last_name: '',
    partner: 'Northern Trails',
  }
  const nextArrangement = {
    ...arrangement,
    id: 'token-2',
    offer: trails,
    before: offer,
    points: [],
  }
  const initialState = applyChange(emptyCheckout, toPartnerChange(emptyCheckout, arrangement))

  it('replaces the customer that the first one named', () => {
    const { customer, shipping } = applyChange(
      initialState,
      toPartnerChange(initialState, nextArrangement),
    )
    expect(customer).toMatchObject({
      email: 'ola@example.com',
      license_first_name: 'Ola',
      license_last_name: '',
    })
    expect(shipping.country).toBe('')
  })

  it('keeps what the customer has changed or saved', () => {
    const stateWithEmail = applyChange(initialState, { customer: { email: 'own@example.com' } })
    expect(toPartnerChange(stateWithEmail, nextArrangement).customer).toMatchObject({
      email: 'own@example.com',
      license_first_name: 'Ola',
    })
    const savedState = applyChange(initialState, { customer: { id: 'c1' } })
    expect(toPartnerChange(savedState, nextArrangement).customer).toMatchObject({
      email: 'kari@example.com',
      license_first_name: 'Kari',
      license_last_name: 'Nordmann',
    })
  })

  it('without a customer keeps the one the first partner named', () => {
    const anonymous = { customer_email: '', customer_first_name: '', customer_last_name: '' }
    const change = toPartnerChange(initialState, {
      ...nextArrangement,
      offer: { ...trails, ...anonymous },
    })
    expect(change.customer).toMatchObject({ email: 'kari@example.com' })
  })
})

describe('the delivery country of an order that has lost its partner', () => {
  const resolveCountryAfter = (shipping: object, partner = 'Bali Bikes') => {
    const state = applyChange(emptyCheckout, { partner, shipping })
    return applyChange(state, withoutPartner(state)).shipping.country
  }

  it.each([
    ['a bikes partner’s country', { country: 'id' }],
    ['a pickup point’s country', { country: 'no', pickup_point: 'bergen' }],
    ['a pickup point’s country over an address', { ...address, pickup_point: 'bergen' }],
  ])('is not %s', (_, shipping) => {
    expect(resolveCountryAfter(shipping)).toBe('')
  })

  it.each([
    ['of an entered address', address, address.country],
    ['that was chosen', { country: 'us' }, 'us'],
  ])('is the country %s', (_, shipping, country) => {
    expect(resolveCountryAfter(shipping)).toBe(country)
  })
})

it.each([
  ['Bali Bikes', 'id'],
  ['BIKES & more', 'id'],
  ['Northern Trails', ''],
])('customers of %s are in "%s"', (name, country) => {
  expect(resolvePartnerCountry(name)).toBe(country)
})

it.each([
  ['plan', 'plan'],
  ['toString', null],
  [['plan'], null],
  [undefined, null],
])('parses the failure in an address: %j', (value, failure) => {
  expect(parsePartnerFailure(value)).toBe(failure)
})

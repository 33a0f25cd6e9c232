import { describe, expect, it } from 'vitest'
import { addressFormatOf } from '@/domain/address/address-formats'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import type { Permit } from '@/domain/destinations/permit-verdict'
import { phoneWrong } from '@/domain/phone/phone-rules'
import { inPageOrder, planChange, planFormOf, planIssues } from '@/features/plan/plan-form'
import { address, wholeCheckout } from '../../../tests/support/sample-checkout'

const method = (code: string, price: number) => ({
  code,
  name: code,
  price,
  min_delivery: 2,
  max_delivery: 3,
})
const methods = [method('post', 9), method('dhl', 19)]
const spain: Permit = {
  id: 'es',
  slug: 'spain',
  from_: 'yes',
  in_: 'yes',
  validity: 1,
  digital_copy: false,
  not_recommended: false,
  recommended_license: 40,
  reviewed_at: null,
  has_note: false,
  has_details: false,
}
const us = addressFormatOf('us')
const known = { methods, address: us, asksPhone: false, phoneWrong, permits: new Map() }
const form = planFormOf(wholeCheckout, methods)

describe('the plan form', () => {
  it('offers the same years in both formats', () => {
    const oneYear = planFormOf({ ...wholeCheckout, selectedLicense: 40 }, methods)
    expect([oneYear.plan_physical, oneYear.plan_digital]).toEqual(['40', '43'])
  })

  it('proposes the usual courier until the customer has chosen', () => {
    const open = { ...wholeCheckout, selectedShippingMethod: null }
    expect(planFormOf(open, methods).shipping_method).toBe('dhl')
    expect(planFormOf(open, undefined).shipping_method).toBe('')
  })

  it('proposes the calling code of the licence, wherever the driver lives', () => {
    const customer = {
      ...wholeCheckout.customer,
      license_issued: 'br',
      country_of_residence: 'de',
    }
    const open = { ...wholeCheckout, customer, dialCode: '' }
    expect(planFormOf(open, methods).dialCode).toBe('br')
    expect(planFormOf({ ...open, dialCode: 'pt' }, methods).dialCode).toBe('pt')
  })

  it('changes nothing while everything is as it was', () => {
    const change = planChange(wholeCheckout, form, known)
    expect(Object.keys(change)).toEqual(['shipping'])
    expect({ ...address, ...change.shipping }).toEqual(address)
  })

  it('keeps the typed address out of a digital order, and brings it back with a printed one', () => {
    const digital = planChange(wholeCheckout, { ...form, category: 'digital' }, known)
    expect(digital).toEqual({ selectedLicense: 45, category: 'digital', planChanged: true })
    const cleared = {
      ...wholeCheckout,
      selectedLicense: 45,
      category: 'digital' as const,
      shipping: emptyShipping,
      selectedShippingMethod: null,
    }
    expect(planChange(cleared, form, known)).toMatchObject({
      selectedLicense: 42,
      shipping: { address: address.address, country: 'us' },
      selectedShippingMethod: { code: 'dhl', price: 19 },
    })
  })

  it('chooses a method together with its price', () =>
    expect(planChange(wholeCheckout, { ...form, shipping_method: 'post' }, known)).toMatchObject({
      selectedShippingMethod: { code: 'post', price: 9 },
    }))

  it('stores the number for the courier once it is whole, where it is asked for', () => {
    const asking = { ...known, asksPhone: true }
    const typed = { ...form, dialCode: 'gb', phone: ' 020 7946 0018 ' }
    expect(planChange(wholeCheckout, typed, asking)).toMatchObject({
      dialCode: 'gb',
      customer: { phone_typed: '020 7946 0018' },
    })
    const half = planChange(wholeCheckout, { ...typed, phone: '020' }, asking)
    expect(half.customer).toBeUndefined()
    // Its country stays chosen, whatever licence is named later.
    expect(half.dialCode).toBe('gb')
    expect(planChange(wholeCheckout, typed, known).customer).toBeUndefined()
  })

  it('keeps what cannot be stored out of the order, and says so at its field', () => {
    const typed = { ...form, shipping_city: 'Port\0land', shipping_address_2: 'Flat \ud83d' }
    const { shipping } = planChange(wholeCheckout, typed, known)
    expect(shipping).toMatchObject({ first_name: form.shipping_first_name })
    expect(shipping).not.toHaveProperty('city')
    expect(shipping).not.toHaveProperty('address_2')
    const issues = planIssues(wholeCheckout, typed, known)
    expect(inPageOrder(issues, us).map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'city: text.unreadable',
      'address_2: text.unreadable',
    ])
  })

  it('leaves out a state where addresses have none', () => {
    const toGermany = { ...form, shipping_country: 'de' }
    const { shipping } = planChange(wholeCheckout, toGermany, {
      ...known,
      address: addressFormatOf('de'),
    })
    expect(shipping).toMatchObject({ country: 'de', state: '', postcode: '78701' })
  })

  it('leaves nothing out while the country’s addresses are not known', () => {
    const toGermany = { ...form, shipping_country: 'de' }
    expect(
      planChange(wholeCheckout, toGermany, { ...known, address: undefined }).shipping,
    ).toMatchObject({ country: 'de', state: 'TX' })
  })

  it('names a state as the list does', () => {
    const typed = { ...wholeCheckout, shipping: { ...address, state: 'texas' } }
    expect(planFormOf(typed, methods, us).shipping_state).toBe('TX')
    expect(planFormOf(typed, methods, addressFormatOf('de')).shipping_state).toBe('texas')
  })

  it('stores a postcode in capitals', () => {
    const typed = { ...form, shipping_postcode: ' sw1a 1aa ' }
    expect(planChange(wholeCheckout, typed, known).shipping?.postcode).toBe('SW1A 1AA')
  })
})

describe('going on', () => {
  it('needs no address for a digital permit', () =>
    expect(
      planIssues(
        wholeCheckout,
        { ...form, category: 'digital', shipping_city: '' },
        { ...known, methods: [] },
      ),
    ).toEqual([]))

  it('is possible while the methods are not known yet', () =>
    expect(planIssues(wholeCheckout, form, { ...known, methods: undefined })).toEqual([]))

  it('is not possible where nobody delivers', () =>
    expect(planIssues(wholeCheckout, form, { ...known, methods: [] })).toEqual([
      { field: 'country', message: 'shipping_country.undeliverable' },
    ]))

  it.each([
    ['', ['phone.missing']],
    ['123', ['phone.short']],
    ['+44 20 7946 0018', []],
  ])('needs a number that a courier can call: %s', (phone, messages) => {
    const issues = planIssues(wholeCheckout, { ...form, phone }, { ...known, asksPhone: true })
    expect(issues.map(({ message }) => message)).toEqual(messages)
  })

  it('asks to understand that a digital permit is no use where only a printed one counts', () => {
    const toSpain = { ...wholeCheckout, destinations: ['es'] }
    const permits = new Map([['es', spain]])
    const digital = { ...form, category: 'digital' }
    expect(planIssues(toSpain, form, { ...known, permits })).toEqual([])
    expect(planIssues(toSpain, digital, { ...known, permits })).toEqual([
      { field: 'digital_refused:es', message: 'acknowledgements.missing' },
    ])
    const told = { ...toSpain, acknowledgements: ['digital_refused:es'] }
    expect(planIssues(told, digital, { ...known, permits })).toEqual([])
  })

  it('leaves the address to the server while its rules are not known', () =>
    expect(
      planIssues(wholeCheckout, { ...form, shipping_city: '' }, { ...known, address: undefined }),
    ).toEqual([]))

  it.each([
    ['us', ['first_name', 'address', 'city', 'postcode']],
    ['de', ['first_name', 'address', 'postcode', 'city']],
    ['jp', ['first_name', 'postcode', 'state', 'city', 'address']],
    ['nl', ['first_name', 'address', 'street_number', 'postcode', 'city']],
  ])('lists what is missing in the order of the page: %s', (country, fields) => {
    const missing = {
      ...form,
      shipping_country: country,
      shipping_first_name: '',
      shipping_address: '',
      shipping_city: '',
      shipping_postcode: '',
    }
    const format = addressFormatOf(country)
    const issues = planIssues(wholeCheckout, missing, { ...known, address: format })
    expect(inPageOrder(issues, format).map(({ field }) => field)).toEqual(fields)
  })
})

import { describe, expect, it } from 'vitest'
import { emptyShipping } from '@/domain/customer'
import { address, wholeCheckout } from '@/domain/samples'
import { inPageOrder, planChange, planFormOf, planIssues } from '@/features/plan/plan-form'

const method = (code: string, price: number) => ({
  code,
  name: code,
  price,
  min_delivery: 2,
  max_delivery: 3,
})
const methods = [method('post', 9), method('dhl', 19)]
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

  it('changes nothing while everything is as it was', () => {
    const change = planChange(wholeCheckout, form, methods)
    expect(Object.keys(change)).toEqual(['shipping'])
    expect({ ...address, ...change.shipping }).toEqual(address)
  })

  it('keeps the typed address out of a digital order, and brings it back with a printed one', () => {
    const digital = planChange(wholeCheckout, { ...form, category: 'digital' }, methods)
    expect(digital).toEqual({ selectedLicense: 45, category: 'digital', planChanged: true })
    const cleared = {
      ...wholeCheckout,
      selectedLicense: 45,
      category: 'digital' as const,
      shipping: emptyShipping,
      selectedShippingMethod: null,
    }
    expect(planChange(cleared, form, methods)).toMatchObject({
      selectedLicense: 42,
      shipping: { address: address.address, country: 'us' },
      selectedShippingMethod: { code: 'dhl', price: 19 },
    })
  })

  it('chooses a method together with its price', () =>
    expect(planChange(wholeCheckout, { ...form, shipping_method: 'post' }, methods)).toMatchObject({
      selectedShippingMethod: { code: 'post', price: 9 },
    }))

  it('leaves out a state where addresses have none', () =>
    expect(
      planChange(wholeCheckout, { ...form, shipping_country: 'de' }, methods).shipping,
    ).toMatchObject({ country: 'de', state: '' }))
})

describe('going on', () => {
  it('needs no address for a digital permit', () =>
    expect(planIssues({ ...form, category: 'digital', shipping_city: '' }, [])).toEqual([]))

  it('is possible while the methods are not known yet', () =>
    expect(planIssues(form, undefined)).toEqual([]))

  it('is not possible where nobody delivers', () =>
    expect(planIssues(form, [])).toEqual([
      { field: 'country', message: 'shipping_country.undeliverable' },
    ]))

  it('lists what is missing in the order of the page', () => {
    const missing = { ...form, shipping_city: '', shipping_address: '', shipping_first_name: '' }
    expect(inPageOrder(planIssues(missing, methods)).map(({ field }) => field)).toEqual([
      'first_name',
      'address',
      'city',
    ])
  })
})

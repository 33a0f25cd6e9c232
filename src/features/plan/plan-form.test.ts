import { describe, expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { difference } from '@/domain/checkout/state-change'
import type { Permit } from '@/domain/destinations/permit-verdict'
import { validatePhoneFormat } from '@/domain/phone/phone-rules'
import {
  buildPlanChange,
  findPlanIssues,
  sortByPageOrder,
  toPlanForm,
} from '@/features/plan/plan-form'
import { oneYearPrinted } from '../../../tests/support/permit-samples'
import { address, completeCheckout } from '../../../tests/support/sample-checkout'

const buildMethod = (code: string, price: number) => ({
  code,
  name: code,
  price,
  min_delivery: 2,
  max_delivery: 3,
})
const methods = [buildMethod('post', 9), buildMethod('dhl', 19)]
const spain: Permit = { id: 'es', slug: 'spain', ...oneYearPrinted }
const usFormat = findAddressFormat('us')
const context = {
  methods,
  address: usFormat,
  validatePhone: validatePhoneFormat,
  today: '2026-11-26',
  permits: new Map(),
}
const form = toPlanForm(completeCheckout, methods)

describe('the plan form', () => {
  it('selects the same years in both formats', () => {
    const oneYearForm = toPlanForm({ ...completeCheckout, selectedLicense: 40 }, methods)
    expect([oneYearForm.plan_physical, oneYearForm.plan_digital]).toEqual(['40', '43'])
  })

  it('preselects the usual courier until the customer chooses', () => {
    const openState = { ...completeCheckout, selectedShippingMethod: null }
    expect(toPlanForm(openState, methods).shipping_method).toBe('dhl')
    expect(toPlanForm(openState, undefined).shipping_method).toBe('')
  })

  it('preselects the calling code of the delivery country, then of the residence', () => {
    const customer = {
      ...completeCheckout.customer,
      license_issued: 'br',
      country_of_residence: 'de',
    }
    const openState = { ...completeCheckout, customer, dialCode: '' }
    expect(toPlanForm(openState, methods).dialCode).toBe('us')
    expect(toPlanForm({ ...openState, shipping: emptyShipping }, methods).dialCode).toBe('de')
    expect(toPlanForm({ ...openState, dialCode: 'pt' }, methods).dialCode).toBe('pt')
  })

  it('changes nothing if all values are the same', () => {
    const change = buildPlanChange(completeCheckout, form, context)
    const { customer, ...others } = difference({ ...completeCheckout, dialCode: 'us' }, change)
    expect(others).toEqual({})
    expect(customer ?? {}).not.toHaveProperty('phone')
  })

  it('omits the typed address from a digital order and restores it for a printed one', () => {
    const digitalChange = buildPlanChange(
      completeCheckout,
      { ...form, category: 'digital' },
      context,
    )
    expect(digitalChange).toEqual({ selectedLicense: 45, category: 'digital', planChanged: true })
    const clearedState = {
      ...completeCheckout,
      selectedLicense: 45,
      category: 'digital' as const,
      shipping: emptyShipping,
      selectedShippingMethod: null,
    }
    expect(buildPlanChange(clearedState, form, context)).toMatchObject({
      selectedLicense: 42,
      shipping: { address: address.address, country: 'us' },
      selectedShippingMethod: { code: 'dhl', price: 19 },
    })
  })

  it('sets a method together with its price', () =>
    expect(
      buildPlanChange(completeCheckout, { ...form, shipping_method: 'post' }, context),
    ).toMatchObject({
      selectedShippingMethod: { code: 'post', price: 9 },
    }))

  it('stores a complete phone number for the courier', () => {
    const editedForm = { ...form, dialCode: 'gb', phone: ' 020 7946 0018 ' }
    expect(buildPlanChange(completeCheckout, editedForm, context)).toMatchObject({
      dialCode: 'gb',
      customer: { phone_typed: '020 7946 0018' },
    })
    const partialChange = buildPlanChange(
      completeCheckout,
      { ...editedForm, phone: '020' },
      context,
    )
    expect(partialChange.customer).toBeUndefined()
    // Its country code stays, whatever licence is chosen later.
    expect(partialChange.dialCode).toBe('gb')
  })

  it('stores when the trip starts, and that it is unknown', () => {
    const change = (trip_start: string) =>
      buildPlanChange(
        { ...completeCheckout, trip_start: '2026-12-24' },
        { ...form, trip_start },
        context,
      )
    expect(change('2026-12-01').trip_start).toBe('2026-12-01')
    expect(change('').trip_start).toBeNull()
    expect(change('2020-12-01').trip_start).toBeNull()
    const pastForm = { ...form, trip_start: '2020-12-01' }
    expect(findPlanIssues(completeCheckout, pastForm, context)).toEqual([
      { field: 'trip_start', message: 'trip_start.past' },
    ])
  })

  it('omits texts that cannot be stored and shows the error at their field', () => {
    const editedForm = { ...form, shipping_city: 'Port\0land', shipping_address_2: 'Flat \ud83d' }
    const { shipping } = buildPlanChange(completeCheckout, editedForm, context)
    expect(shipping).toMatchObject({ first_name: form.shipping_first_name })
    expect(shipping).not.toHaveProperty('city')
    expect(shipping).not.toHaveProperty('address_2')
    const issues = findPlanIssues(completeCheckout, editedForm, context)
    expect(
      sortByPageOrder(issues, usFormat).map(({ field, message }) => `${field}: ${message}`),
    ).toEqual(['city: text.unreadable', 'address_2: text.unreadable'])
  })

  it('omits the state in countries without states', () => {
    const germanForm = { ...form, shipping_country: 'de' }
    const { shipping } = buildPlanChange(completeCheckout, germanForm, {
      ...context,
      address: findAddressFormat('de'),
    })
    expect(shipping).toMatchObject({ country: 'de', state: '', postcode: '78701' })
  })

  it('omits nothing while the country’s format is unknown', () => {
    const germanForm = { ...form, shipping_country: 'de' }
    expect(
      buildPlanChange(completeCheckout, germanForm, { ...context, address: undefined }).shipping,
    ).toMatchObject({ country: 'de', state: 'TX' })
  })

  it('uses the list’s name of a state', () => {
    const editedState = { ...completeCheckout, shipping: { ...address, state: 'texas' } }
    expect(toPlanForm(editedState, methods, usFormat).shipping_state).toBe('TX')
    expect(toPlanForm(editedState, methods, findAddressFormat('de')).shipping_state).toBe('texas')
  })

  it('stores a postcode in upper case', () => {
    const editedForm = { ...form, shipping_postcode: ' sw1a 1aa ' }
    expect(buildPlanChange(completeCheckout, editedForm, context).shipping?.postcode).toBe(
      'SW1A 1AA',
    )
  })
})

describe('continuing', () => {
  it('needs no address for a digital permit', () =>
    expect(
      findPlanIssues(
        completeCheckout,
        { ...form, category: 'digital', shipping_city: '' },
        { ...context, methods: [] },
      ),
    ).toEqual([]))

  it('is possible while the methods are unknown', () =>
    expect(findPlanIssues(completeCheckout, form, { ...context, methods: undefined })).toEqual([]))

  it('is not possible without a delivery method', () =>
    expect(findPlanIssues(completeCheckout, form, { ...context, methods: [] })).toEqual([
      { field: 'country', message: 'shipping_country.undeliverable' },
    ]))

  it.each([
    ['', ['phone.missing']],
    ['123', ['phone.short']],
    ['+44 20 7946 0018', []],
  ])('needs a phone number for the courier: %s', (phone, messages) => {
    const issues = findPlanIssues(completeCheckout, { ...form, phone }, context)
    expect(issues.map(({ message }) => message)).toEqual(messages)
  })

  it('needs an acknowledgement where only a printed permit is accepted', () => {
    const spainState = { ...completeCheckout, destinations: ['es'] }
    const permits = new Map([['es', spain]])
    const digitalForm = { ...form, category: 'digital' }
    expect(findPlanIssues(spainState, form, { ...context, permits })).toEqual([])
    expect(findPlanIssues(spainState, digitalForm, { ...context, permits })).toEqual([
      { field: 'digital_refused:es', message: 'acknowledgements.missing' },
    ])
    const acknowledgedState = { ...spainState, acknowledgements: ['digital_refused:es'] }
    expect(findPlanIssues(acknowledgedState, digitalForm, { ...context, permits })).toEqual([])
  })

  it('leaves the address to the server while its format is unknown', () =>
    expect(
      findPlanIssues(
        completeCheckout,
        { ...form, shipping_city: '' },
        { ...context, address: undefined },
      ),
    ).toEqual([]))

  it.each([
    ['us', ['first_name', 'address', 'city', 'postcode']],
    ['de', ['first_name', 'address', 'postcode', 'city']],
    ['jp', ['first_name', 'postcode', 'state', 'city', 'address']],
    ['nl', ['first_name', 'address', 'street_number', 'postcode', 'city']],
  ])('lists the missing answers in page order: %s', (country, fields) => {
    const incompleteForm = {
      ...form,
      shipping_country: country,
      shipping_first_name: '',
      shipping_address: '',
      shipping_city: '',
      shipping_postcode: '',
    }
    const format = findAddressFormat(country)
    const issues = findPlanIssues(completeCheckout, incompleteForm, { ...context, address: format })
    expect(sortByPageOrder(issues, format).map(({ field }) => field)).toEqual(fields)
  })
})

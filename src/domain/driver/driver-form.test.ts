import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { type DriverForm, toDriverChange, toDriverForm } from '@/domain/driver/driver-form'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const form = toDriverForm(completeCheckout)
const applyForm = (input: Partial<DriverForm>) =>
  applyChange(completeCheckout, toDriverChange({ ...form, ...input }))

describe('the driver form', () => {
  it('left as it was changes no answer', () => {
    const { customer } = applyForm({})
    const answers = { phone_typed: '+351912345678', height_unit: 'cm' }
    expect(customer).toEqual({ ...completeCheckout.customer, ...answers })
  })

  it.each([
    [
      ['IT', 'x-bali', 'it'],
      ['it', 'x-bali'],
    ],
    [['zz'], []],
    [[''], []],
    // A list of which one may be chosen.
    ['it' as unknown as string[], ['it']],
  ])('goes to %j: %j', (destinations, expected) => {
    const state = applyForm({ destinations })
    expect(state.destinations).toEqual(expected)
    expect(toDriverForm(state).destinations).toEqual(expected)
  })

  it('shows the phone number as it was typed, whatever is stored of it', () => {
    const { customer } = applyForm({ phone: '020 7946 0958', dialCode: 'gb' })
    expect(customer.phone_typed).toBe('020 7946 0958')
    const storedState = { ...completeCheckout, customer: { ...customer, phone: '442079460958' } }
    expect(toDriverForm({ ...storedState, dialCode: 'gb' })).toMatchObject({
      phone: '020 7946 0958',
      dialCode: 'gb',
    })
  })

  it('lets go of a phone number that is taken out', () => {
    const state = applyForm({ phone: '' })
    expect(state.customer.phone_typed).toBe('')
    expect(toDriverForm(state).phone).toBe('')
  })

  it('keeps half a date as it was typed', () => {
    const partialDate = {
      date_of_birth_day: '',
      date_of_birth_month: 'ma',
      date_of_birth_year: '1991',
    }
    expect(toDriverForm(applyForm(partialDate))).toMatchObject(partialDate)
  })

  it('shows the height in the unit it was typed in', () => {
    const feetInput = { height_unit: 'ft', height_ft: '5', height_in: '10' }
    const state = applyForm({ ...feetInput, height: '' })
    expect(state.customer).toMatchObject({ height: '177.8', height_unit: 'ft' })
    expect(toDriverForm(state)).toMatchObject(feetInput)
    expect(toDriverForm(completeCheckout)).toMatchObject({ height: '170', height_unit: 'cm' })
  })

  it.each([
    ['us', 'ft'],
    ['gb', 'ft'],
    ['de', 'cm'],
    ['', 'cm'],
  ])('asks for a height as people of %j know theirs: in %s', (userCountry, unit) => {
    expect(toDriverForm({ ...emptyCheckout, userCountry }).height_unit).toBe(unit)
  })

  it('follows the licence with the unit of a height until one is chosen', () => {
    const americanForm = toDriverForm({ ...emptyCheckout, userCountry: 'us' })
    const readUnitAfter = (input: Partial<DriverForm>) =>
      applyChange(emptyCheckout, toDriverChange({ ...americanForm, ...input })).customer.height_unit
    expect(readUnitAfter({ license_first_name: 'Ana' })).toBe(null)
    expect(readUnitAfter({ license_issued: 'de', height_unit: 'cm' })).toBe(null)
    expect(readUnitAfter({ height_unit: 'cm' })).toBe('cm')
    expect(readUnitAfter({ height_ft: '5' })).toBe('ft')
  })
})

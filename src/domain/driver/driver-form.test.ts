import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { type DriverForm, toDriverChange, toDriverForm } from '@/domain/driver/driver-form'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const form = toDriverForm(completeCheckout)
const applyForm = (input: Partial<DriverForm>) =>
  applyChange(completeCheckout, toDriverChange({ ...form, ...input }))

describe('the driver form', () => {
  it('changes nothing if it is submitted untouched', () => {
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
    // A picker that allows only one choice posts a string.
    ['it' as unknown as string[], ['it']],
  ])('sends %j as %j', (destinations, expected) => {
    const state = applyForm({ destinations })
    expect(state.destinations).toEqual(expected)
    expect(toDriverForm(state).destinations).toEqual(expected)
  })

  it('shows the phone number as it was typed, not as it is stored', () => {
    const { customer } = applyForm({ phone: '020 7946 0958', dialCode: 'gb' })
    expect(customer.phone_typed).toBe('020 7946 0958')
    const storedState = { ...completeCheckout, customer: { ...customer, phone: '442079460958' } }
    expect(toDriverForm({ ...storedState, dialCode: 'gb' })).toMatchObject({
      phone: '020 7946 0958',
      dialCode: 'gb',
    })
  })

  it('clears a phone number that was deleted', () => {
    const state = applyForm({ phone: '' })
    expect(state.customer.phone_typed).toBe('')
    expect(toDriverForm(state).phone).toBe('')
  })

  it('keeps an incomplete date as it was typed', () => {
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
  ])('asks in %j for the height in %s', (userCountry, unit) => {
    expect(toDriverForm({ ...emptyCheckout, userCountry }).height_unit).toBe(unit)
  })

  it('uses the licence country’s unit of height until one is chosen', () => {
    const americanForm = toDriverForm({ ...emptyCheckout, userCountry: 'us' })
    const readUnitAfter = (input: Partial<DriverForm>) =>
      applyChange(emptyCheckout, toDriverChange({ ...americanForm, ...input })).customer.height_unit
    expect(readUnitAfter({ license_first_name: 'Ana' })).toBe(null)
    expect(readUnitAfter({ license_issued: 'de', height_unit: 'cm' })).toBe(null)
    expect(readUnitAfter({ height_unit: 'cm' })).toBe('cm')
    expect(readUnitAfter({ height_ft: '5' })).toBe('ft')
  })
})

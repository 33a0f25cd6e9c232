import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { type DriverForm, driverChange, driverFormOf } from '@/domain/driver/driver-form'
import { wholeCheckout } from '../../../tests/support/sample-checkout'

const form = driverFormOf(wholeCheckout)
const stateWith = (typed: Partial<DriverForm>) =>
  applyChange(wholeCheckout, driverChange({ ...form, ...typed }))

describe('the driver form', () => {
  it('left as it was changes no answer', () => {
    const { customer } = stateWith({})
    const said = { phone_typed: '+351912345678', height_unit: 'cm' }
    expect(customer).toEqual({ ...wholeCheckout.customer, ...said })
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
  ])('goes to %j: %j', (destinations, kept) => {
    const state = stateWith({ destinations })
    expect(state.destinations).toEqual(kept)
    expect(driverFormOf(state).destinations).toEqual(kept)
  })

  it('shows the phone number as it was typed, whatever is stored of it', () => {
    const { customer } = stateWith({ phone: '020 7946 0958', dialCode: 'gb' })
    expect(customer.phone_typed).toBe('020 7946 0958')
    const stored = { ...wholeCheckout, customer: { ...customer, phone: '442079460958' } }
    expect(driverFormOf({ ...stored, dialCode: 'gb' })).toMatchObject({
      phone: '020 7946 0958',
      dialCode: 'gb',
    })
  })

  it('lets go of a phone number that is taken out', () => {
    const state = stateWith({ phone: '' })
    expect(state.customer.phone_typed).toBe('')
    expect(driverFormOf(state).phone).toBe('')
  })

  it('keeps half a date as it was typed', () => {
    const half = { date_of_birth_day: '', date_of_birth_month: 'ma', date_of_birth_year: '1991' }
    expect(driverFormOf(stateWith(half))).toMatchObject(half)
  })

  it('shows the height in the unit it was typed in', () => {
    const inFeet = { height_unit: 'ft', height_ft: '5', height_in: '10' }
    const state = stateWith({ ...inFeet, height: '' })
    expect(state.customer).toMatchObject({ height: '177.8', height_unit: 'ft' })
    expect(driverFormOf(state)).toMatchObject(inFeet)
    expect(driverFormOf(wholeCheckout)).toMatchObject({ height: '170', height_unit: 'cm' })
  })

  it.each([
    ['us', 'ft'],
    ['gb', 'ft'],
    ['de', 'cm'],
    ['', 'cm'],
  ])('asks for a height as people of %j know theirs: in %s', (userCountry, unit) => {
    expect(driverFormOf({ ...emptyCheckout, userCountry }).height_unit).toBe(unit)
  })

  it('follows the licence with the unit of a height until one is chosen', () => {
    const american = driverFormOf({ ...emptyCheckout, userCountry: 'us' })
    const unitAfter = (typed: Partial<DriverForm>) =>
      applyChange(emptyCheckout, driverChange({ ...american, ...typed })).customer.height_unit
    expect(unitAfter({ license_first_name: 'Ana' })).toBe(null)
    expect(unitAfter({ license_issued: 'de', height_unit: 'cm' })).toBe(null)
    expect(unitAfter({ height_unit: 'cm' })).toBe('cm')
    expect(unitAfter({ height_ft: '5' })).toBe('ft')
  })
})

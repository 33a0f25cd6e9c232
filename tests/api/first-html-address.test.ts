import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { resolveNameOrder } from '@/domain/driver/name-order'
import { AddressFields } from '@/features/plan/address-fields'
import type { Fields } from '@/features/plan/plan-form'
import { listDeliveryAdvice, toPlanForm } from '@/features/plan/plan-form'
import { renderMarkup } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'

/** The first HTML of the address fields for a parcel to this country. */
function renderAddress(country: string, parts = {}, language = 'en'): string {
  const shipping = { ...completeCheckout.shipping, state: '', postcode: '', ...parts, country }
  const state = { ...completeCheckout, shipping }
  const address = findAddressFormat(country)
  const register = ((name: string) => ({ name })) as unknown as Fields['register']
  const values = toPlanForm(state, undefined, address)
  const rules = { address, validatePhone: () => undefined, findContradictedState: undefined }
  const advice = listDeliveryAdvice(values, rules).map(item => ({ ...item, isStop: false }))
  const fields = {
    register,
    showValues: () => undefined,
    fill: () => undefined,
    adviceAbout: (field: string) => advice.find(item => item.field === field),
    errorOf: () => undefined,
    values,
  }
  return renderMarkup(createElement(AddressFields, { ...fields, country }), {
    checkout: { state },
    address,
    language,
    nameOrder: resolveNameOrder(language),
  })
}

const readLabels = (markup: string) =>
  [...markup.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, label = '']) =>
    label.replace(/<[^>]+>/g, ''),
  )

const names = ['Country', 'First name', 'Last name']

describe('the first HTML of the address form', () => {
  it.each([
    ['us', ['Street address', 'Apartment', 'City or town', 'State', 'ZIP code']],
    ['ca', ['Street address', 'Apartment', 'City or town', 'Province', 'Postal code']],
    ['gb', ['Street address', 'Apartment', 'City or town', 'Postcode']],
    ['de', ['Street address', 'Apartment', 'Postcode', 'City or town']],
    ['nl', ['Street', 'House number', 'Apartment', 'Postcode', 'City or town']],
    [
      'jp',
      ['Postcode', 'Prefecture', 'City or town', 'Area, block and building number', 'Apartment'],
    ],
    ['ae', ['Street address', 'Apartment', 'Emirate']],
    ['in', ['Street address', 'Apartment', 'City or town', 'PIN code', 'State']],
    [
      'ie',
      ['Street address', 'Neighborhood', 'City or town', 'County optional', 'Eircode optional'],
    ],
    ['au', ['Street address', 'Apartment', 'Suburb or town', 'State', 'Postcode']],
    [
      'ro',
      ['Street address', 'Apartment', 'Postcode', 'Province or region optional', 'City or town'],
    ],
  ])('has the fields of the country in its order: %s', (country, expected) => {
    const labels = readLabels(renderAddress(country)).map(label =>
      label.replace(/^(Apartment|Neighborhood), .*/, '$1'),
    )
    expect(labels).toEqual([...names, ...expected])
  })

  it('shows the chosen state by name and code', () =>
    expect(renderAddress('us', { state: 'texas' })).toContain(
      '<option value="TX" selected="">Texas (TX)</option>',
    ))

  it.each([
    ['de', true],
    ['jp', true],
    ['gb', false],
    ['ca', false],
  ])(
    'uses the numeric keyboard if all postcodes of the country are numeric: %s %s',
    (country, isNumeric) =>
      expect(renderAddress(country).includes('inputMode="numeric"')).toBe(isNumeric),
  )

  it('warns about a stored postcode of an unusual shape', () => {
    expect(renderAddress('us', { postcode: '7870' })).toContain('Check the ZIP code.')
    expect(renderAddress('us', { postcode: '78701' })).not.toContain('Check the ZIP code.')
  })

  it('asks for the family name first where the language does', () =>
    expect(readLabels(renderAddress('us', {}, 'ja')).slice(1, 3)).toEqual(['姓', '名']))

  it('is translated to Arabic', () =>
    expect(readLabels(renderAddress('ae', {}, 'ar')).at(-1)).toBe('الإمارة'))
})

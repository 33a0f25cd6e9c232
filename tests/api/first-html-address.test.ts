import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { resolveNameOrder } from '@/domain/driver/name-order'
import { AddressFields } from '@/features/plan/address-fields'
import type { Fields } from '@/features/plan/plan-form'
import { toPlanForm } from '@/features/plan/plan-form'
import { renderMarkup } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'

/** The first HTML of the address fields for a parcel to this country. */
function renderAddress(country: string, parts = {}, language = 'en'): string {
  const shipping = { ...completeCheckout.shipping, state: '', postcode: '', ...parts, country }
  const state = { ...completeCheckout, shipping }
  const address = findAddressFormat(country)
  const register = ((name: string) => ({ name })) as unknown as Fields['register']
  const fields = {
    register,
    showValues: () => undefined,
    errorOf: () => undefined,
    values: toPlanForm(state, undefined, address),
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

const names = ['Country', 'Given names', 'Family name']

describe('the first HTML of the address form', () => {
  it.each([
    ['us', ['Street and house number', 'Flat', 'Town or city', 'State', 'ZIP code']],
    ['ca', ['Street and house number', 'Flat', 'Town or city', 'Province', 'Postal code']],
    ['gb', ['Street and house number', 'Flat', 'Town or city', 'Postcode']],
    ['de', ['Street and house number', 'Flat', 'Postcode', 'Town or city']],
    ['nl', ['Street', 'House number', 'Flat', 'Postcode', 'Town or city']],
    ['jp', ['Postcode', 'Prefecture', 'Town or city', 'Area, block and building number', 'Flat']],
    ['ae', ['Street and house number', 'Flat', 'Emirate']],
    ['in', ['Street and house number', 'Flat', 'Town or city', 'PIN code', 'State']],
    [
      'ie',
      [
        'Street and house number',
        'Neighbourhood',
        'Town or city',
        'County optional',
        'Eircode optional',
      ],
    ],
    ['au', ['Street and house number', 'Flat', 'Suburb or town', 'State', 'Postcode']],
    [
      'ro',
      [
        'Street and house number',
        'Flat',
        'Postcode',
        'Province or region optional',
        'Town or city',
      ],
    ],
  ])('has the fields of the country in its order: %s', (country, expected) => {
    const labels = readLabels(renderAddress(country)).map(label =>
      label.replace(/^(Flat|Neighbourhood), .*/, '$1'),
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
    expect(renderAddress('us', { postcode: '7870' })).toContain('This looks unlike a ZIP code')
    expect(renderAddress('us', { postcode: '78701' })).not.toContain('This looks unlike')
  })

  it('asks for the family name first where the language does', () =>
    expect(readLabels(renderAddress('us', {}, 'ja')).slice(1, 3)).toEqual(['姓', '名']))

  it('is translated to Arabic', () =>
    expect(readLabels(renderAddress('ae', {}, 'ar')).at(-1)).toBe('الإمارة'))
})

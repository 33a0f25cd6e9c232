import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { resolveNameOrder } from '@/domain/driver/name-order'
import { AddressFields } from '@/features/plan/address-fields'
import type { Fields } from '@/features/plan/fields'
import { toPlanForm } from '@/features/plan/plan-form'
import { renderMarkup } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'

/** The first HTML of the fields, for a checkout whose parcel goes there. */
function renderAddress(country: string, parts = {}, language = 'en'): string {
  const shipping = { ...completeCheckout.shipping, state: '', postcode: '', ...parts, country }
  const state = { ...completeCheckout, shipping }
  const address = findAddressFormat(country)
  const register = ((name: string) => ({ name })) as unknown as Fields['register']
  const fields = {
    register,
    setValue: () => undefined,
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

describe('the first HTML asks for an address', () => {
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
  ])('as it is written there: %s', (country, expected) => {
    const shown = readLabels(renderAddress(country)).map(label =>
      label.replace(/^(Flat|Neighbourhood), .*/, '$1'),
    )
    expect(shown).toEqual([...names, ...expected])
  })

  it('has the chosen state, by its name and its code', () =>
    expect(renderAddress('us', { state: 'texas' })).toContain(
      '<option value="TX" selected="">Texas (TX)</option>',
    ))

  it.each([
    ['de', true],
    ['jp', true],
    ['gb', false],
    ['ca', false],
  ])('shows digits alone where postcodes have nothing else: %s %s', (country, isNumeric) =>
    expect(renderAddress(country).includes('inputMode="numeric"')).toBe(isNumeric),
  )

  it('tells of a stored postcode that looks unlike the others', () => {
    expect(renderAddress('us', { postcode: '7870' })).toContain('This looks unlike a ZIP code')
    expect(renderAddress('us', { postcode: '78701' })).not.toContain('This looks unlike')
  })

  it('for the family name first where that is said first', () =>
    expect(readLabels(renderAddress('us', {}, 'ja')).slice(1, 3)).toEqual(['姓', '名']))

  it('in Arabic too', () =>
    expect(readLabels(renderAddress('ae', {}, 'ar')).at(-1)).toBe('الإمارة'))
})

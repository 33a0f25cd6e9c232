import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseUrlState,
  parseUrlStateFault,
  type UrlStateFault,
  urlStateFaults,
} from '@/domain/links/url-state'

const readState = (state: unknown) => parseUrlState(JSON.stringify(state))
const readFault = (state: unknown) => readState(state).fault

describe('a link’s state', () => {
  it('is read field by field', () => {
    const state = {
      travelItemsInCart: [
        { item_id: 1, quantity: 0 },
        { item_id: 2, quantity: 10 },
      ],
      selectedLicense: 40,
      urgent: { selected: false },
      destinations: ['ES', 'x-bali', 'X-Dubai', 'es'],
      userCountry: 'DE',
    }
    expect(readState(state)).toEqual({
      state: { ...state, destinations: ['es', 'x-bali', 'x-dubai'], userCountry: 'de' },
      fault: null,
    })
  })

  it.each([
    ['empty', {}],
    ['a plan alone', { selectedLicense: 45 }],
    ['no destination', { destinations: [] }],
  ])('may be %s', (_, state) => {
    expect(readState(state)).toEqual({ state, fault: null })
  })

  it('sets no price, total, status or unknown key', () => {
    const state = {
      selectedLicense: 41,
      urgent: { selected: true, total: 0, discount: 25, is_chosen: true },
      total: 0,
      status: 'paid',
      step: 5,
      coupon: { name: 'EVERYTHINGFREE', amount: 100 },
      productList: [{ id: 41, price: 0 }],
      travelItemsInCart: [{ item_id: 1, quantity: 1, price: 0 }],
    }
    expect(readState(state).state).toEqual({
      selectedLicense: 41,
      urgent: { selected: true },
      travelItemsInCart: [{ item_id: 1, quantity: 1 }],
    })
  })

  it.each<[UrlStateFault, string, unknown]>([
    ['travelItemsInCart', 'eleven of an item', [{ item_id: 1, quantity: 11 }]],
    ['travelItemsInCart', 'a negative quantity', [{ item_id: 1, quantity: -1 }]],
    ['travelItemsInCart', 'a fractional quantity', [{ item_id: 1, quantity: 1.5 }]],
    ['travelItemsInCart', 'a quantity as a string', [{ item_id: 1, quantity: '2' }]],
    ['travelItemsInCart', 'a quantity without an item', [{ quantity: 1 }]],
    ['travelItemsInCart', 'an item without its quantity', [{ item_id: 1 }]],
    [
      'travelItemsInCart',
      'a quantity that is not a number',
      [{ item_id: 1, quantity: Number.NaN }],
    ],
    ['travelItemsInCart', 'an item outside a list', { item_id: 1, quantity: 1 }],
    ['selectedLicense', 'an id that is not a plan', 46],
    ['selectedLicense', 'the lifetime plan', 62],
    ['selectedLicense', 'the summer lifetime plan', 96],
    ['selectedLicense', 'a plan as a string', '42'],
    ['selectedLicense', 'a fractional id', 42.5],
    ['selectedLicense', 'null', null],
    ['urgent', 'an object without `selected`', {}],
    ['urgent', '`selected` as a string', { selected: 'yes' }],
    ['urgent', 'a list', []],
    ['urgent', 'a boolean', true],
    ['destinations', 'a country that is none', ['es', 'zz']],
    ['destinations', 'an empty code', ['']],
    ['destinations', 'a code outside a list', 'es'],
    ['destinations', 'numbers', [1]],
    ['destinations', 'more than the maximum', Array(21).fill('es')],
    ['userCountry', 'a country that is none', 'zz'],
    ['userCountry', 'a place that is no country', 'x-bali'],
    ['userCountry', 'a script', '<script>alert(1)</script>'],
    ['userCountry', 'a header injection', 'de\r\nSet-Cookie: a=b'],
    ['userCountry', 'an object', {}],
  ])('is ignored as a whole with a wrong %s: %s', (field, _, value) => {
    const validState = { selectedLicense: 40, destinations: ['es'] }
    expect(readState({ ...validState, [field]: value })).toEqual({ state: {}, fault: field })
  })

  it.each([
    ['', '{', 'undefined', 'NaN', '42', '"es"', 'null', '[]', '[{"selectedLicense":40}]'],
    ['{"selectedLicense":40', "{'selectedLicense':40}", '\u0000', '<script>', '\r\n\r\n'],
  ])('is a JSON object, or is ignored', (...texts) => {
    for (const text of texts)
      expect(parseUrlState(text), text).toEqual({ state: {}, fault: 'json' })
  })

  it('cannot change a prototype', () => {
    const { state } = parseUrlState(
      '{"__proto__":{"selectedLicense":40},"constructor":{"urgent":1}}',
    )
    expect(state).toEqual({})
    expect(state.selectedLicense).toBeUndefined()
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype)
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), text => void parseUrlState(text)))
    fc.assert(fc.property(fc.jsonValue(), value => void readFault(value)))
  })
})

describe('the fault of a state', () => {
  it('has the documented message', () => {
    expect(urlStateFaults.destinations).toBe('invalid destination country code in query')
    expect(urlStateFaults.userCountry).toBe('invalid userCountry country code in query')
  })

  it.each([undefined, '', 'toString', '__proto__', '<script>', ['json']])(
    'is null for an unknown value: %j',
    value => expect(parseUrlStateFault(value)).toBeNull(),
  )
})

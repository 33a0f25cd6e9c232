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

describe('the state a link says', () => {
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
    ['nothing', {}],
    ['a plan alone', { selectedLicense: 45 }],
    ['no destination', { destinations: [] }],
  ])('may be %s', (_, state) => {
    expect(readState(state)).toEqual({ state, fault: null })
  })

  it('sets no price, no total, no status and nothing else it does not know', () => {
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
    ['travelItemsInCart', 'less than none', [{ item_id: 1, quantity: -1 }]],
    ['travelItemsInCart', 'a part of one', [{ item_id: 1, quantity: 1.5 }]],
    ['travelItemsInCart', 'a number in words', [{ item_id: 1, quantity: '2' }]],
    ['travelItemsInCart', 'a quantity of nothing', [{ quantity: 1 }]],
    ['travelItemsInCart', 'an item without its quantity', [{ item_id: 1 }]],
    ['travelItemsInCart', 'no number', [{ item_id: 1, quantity: Number.NaN }]],
    ['travelItemsInCart', 'one item without a list', { item_id: 1, quantity: 1 }],
    ['selectedLicense', 'an id that is no plan', 46],
    ['selectedLicense', 'the plan for life', 62],
    ['selectedLicense', 'the summer’s plan for life', 96],
    ['selectedLicense', 'a plan in words', '42'],
    ['selectedLicense', 'half a plan', 42.5],
    ['selectedLicense', 'no plan', null],
    ['urgent', 'no word whether it is selected', {}],
    ['urgent', 'a word that is neither', { selected: 'yes' }],
    ['urgent', 'a list', []],
    ['urgent', 'a bare word', true],
    ['destinations', 'a country that is none', ['es', 'zz']],
    ['destinations', 'an empty one', ['']],
    ['destinations', 'one without a list', 'es'],
    ['destinations', 'numbers', [1]],
    ['destinations', 'more than anybody drives through', Array(21).fill('es')],
    ['userCountry', 'a country that is none', 'zz'],
    ['userCountry', 'a place nobody lives in by law', 'x-bali'],
    ['userCountry', 'a script', '<script>alert(1)</script>'],
    ['userCountry', 'a line of a header', 'de\r\nSet-Cookie: a=b'],
    ['userCountry', 'an object', {}],
  ])('says nothing at all with wrong %s: %s', (field, _, value) => {
    const validState = { selectedLicense: 40, destinations: ['es'] }
    expect(readState({ ...validState, [field]: value })).toEqual({ state: {}, fault: field })
  })

  it.each([
    ['', '{', 'undefined', 'NaN', '42', '"es"', 'null', '[]', '[{"selectedLicense":40}]'],
    ['{"selectedLicense":40', "{'selectedLicense':40}", '\u0000', '<script>', '\r\n\r\n'],
  ])('is a JSON object, or is nothing', (...texts) => {
    for (const text of texts)
      expect(parseUrlState(text), text).toEqual({ state: {}, fault: 'json' })
  })

  it('reaches no prototype', () => {
    const { state } = parseUrlState(
      '{"__proto__":{"selectedLicense":40},"constructor":{"urgent":1}}',
    )
    expect(state).toEqual({})
    expect(state.selectedLicense).toBeUndefined()
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype)
  })

  it('is read to its end whatever it is', () => {
    fc.assert(fc.property(fc.string(), text => void parseUrlState(text)))
    fc.assert(fc.property(fc.jsonValue(), value => void readFault(value)))
  })
})

describe('the fault of such a state', () => {
  it('is told in the words of the specification', () => {
    expect(urlStateFaults.destinations).toBe('invalid destination country code in query')
    expect(urlStateFaults.userCountry).toBe('invalid userCountry country code in query')
  })

  it.each([undefined, '', 'toString', '__proto__', '<script>', ['json']])(
    'is none that an address makes up: %j',
    value => expect(parseUrlStateFault(value)).toBeNull(),
  )
})

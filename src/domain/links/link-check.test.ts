import { describe, expect, it } from 'vitest'
import { buildLinkParams, checkLinkParameters } from '@/domain/links/link-check'

/** The result for one parameter of a query. */
const checkOneParameter = (query: Record<string, string>, name = Object.keys(query)[0]) => {
  const parameter = checkLinkParameters(query).find(candidate => candidate.name === name)
  return [parameter?.isTaken, parameter?.says, parameter?.words]
}

describe('a link’s parameter', () => {
  it.each<[string, Record<string, string>, boolean, string, object]>([
    ['a coupon', { coupon: 'SPRING' }, true, 'coupon', {}],
    ['an empty value', { coupon: ' ' }, false, 'empty', {}],
    ['a token', { token: 'x' }, false, 'token', {}],
    ['plans', { products: '40, 42' }, true, 'products', { taken: '40, 42' }],
    [
      'plans and unknown ids',
      { products: '40,62,pizza' },
      true,
      'productsPartly',
      { taken: '40', others: '62, pizza' },
    ],
    ['no plan on sale', { products: '1' }, false, 'productsNone', {}],
    ['a campaign’s plan without its campaign', { products: '96' }, false, 'productsNone', {}],
    ['a flag', { 'simple-flow': '1' }, true, 'flagExpress', {}],
    ['a flag that is off', { 't-33770529': '0' }, false, 'off', {}],
    ['a renewal without a token', { renewal: '1' }, false, 'renewalAlone', {}],
    ['a partner', { 'partner-token': 'x' }, true, 'partner', {}],
    ['a click', { gclid: 'abc-1' }, true, 'click', {}],
    ['an invalid click', { offer_id: '<b>' }, false, 'clickNone', {}],
    ['an affiliate’s event', { cjevent: 'a1' }, true, 'cj', {}],
    ['an invalid event', { cjevent: 'a b' }, false, 'cjNone', {}],
    ['a utm parameter', { utm_source: 'news' }, true, 'landing', {}],
    ['an unknown parameter', { fbclid: 'x' }, false, 'unknown', {}],
    ['a variant without its second code', { convert_e: '100418' }, false, 'variantNone', {}],
  ])('is accepted or not, with its reason: %s', (_, query, isTaken, says, words) => {
    expect(checkOneParameter(query)).toEqual([isTaken, says, words])
  })

  it('is a renewal only with a token', () => {
    expect(checkOneParameter({ renewal: '1', token: 'x' })).toEqual([true, 'renewal', {}])
  })

  it('is a variant only with both codes', () => {
    const query = { convert_e: '100418', convert_v: '1004181' }
    const words = { experiment: 'STRIPE_PAYMENT_ELEMENT', variant: 'VARIANT_1' }
    for (const name of Object.keys(query))
      expect(checkOneParameter(query, name)).toEqual([true, 'variant', words])
  })

  it('depends on the rest of its link', () => {
    expect(checkOneParameter({ products: '96', 't-34374257': '1' })).toEqual([
      true,
      'products',
      { taken: '96' },
    ])
  })

  it.each([
    ['json', '{'],
    ['selectedLicense', '{"selectedLicense":7}'],
    ['travelItemsInCart', '{"travelItemsInCart":[{"item_id":1,"quantity":99}]}'],
    ['urgent', '{"urgent":true}'],
    ['destinations', '{"destinations":["xx"]}'],
    ['userCountry', '{"userCountry":"moon"}'],
  ])('state is ignored for one reason: %s', (fault, state) => {
    expect(checkOneParameter({ state })).toEqual([false, `stateFault.${fault}`, {}])
  })

  it('state is explained part by part', () => {
    const state = JSON.stringify({
      selectedLicense: 45,
      urgent: { selected: false },
      destinations: ['ES', 'it'],
      travelItemsInCart: [{ item_id: 7, quantity: 2 }],
      total: 1,
    })
    expect(checkOneParameter({ state })[2]).toEqual({
      parts: 'travelItemsInCart: 2 × 7; selectedLicense: 45; urgent: false; destinations: es, it',
    })
    expect(checkOneParameter({ state: '{"total":1}' })).toEqual([false, 'stateNothing', {}])
  })
})

describe('a link from the form', () => {
  const emptyParts = {
    coupon: '',
    products: '',
    plan: '',
    destinations: '',
    userCountry: '',
    urgent: '',
    flags: [],
    more: '',
  }

  it('has the entered parts, and all are accepted', () => {
    const params = buildLinkParams({
      coupon: 'SPRING',
      products: '42,45',
      plan: '45',
      destinations: 'es, it',
      userCountry: 'us',
      urgent: 'off',
      flags: ['simple-flow', 'made-up'],
      more: 'utm_source=news&gclid=a',
    })
    expect(Object.fromEntries(params)).toEqual({
      coupon: 'SPRING',
      products: '42,45',
      'simple-flow': '1',
      state:
        '{"selectedLicense":45,"urgent":{"selected":false},"destinations":["es","it"],"userCountry":"us"}',
      utm_source: 'news',
      gclid: 'a',
    })
    const parameters = checkLinkParameters(Object.fromEntries(params))
    expect(parameters.filter(({ isTaken }) => !isTaken)).toEqual([])
  })

  it('is empty without any input', () => {
    expect([...buildLinkParams(emptyParts)]).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { addressIssues, hasPostcode, hasState } from '@/domain/address'
import { emptyShipping, type Shipping } from '@/domain/customer'
import { address } from '@/domain/samples'

const messages = (change: Partial<Shipping>) =>
  addressIssues({ ...address, ...change }).map(({ message }) => message)

describe('a parcel', () => {
  it.each<[string, Partial<Shipping>]>([
    ['a whole address', {}],
    ['a country code in capitals', { country: 'US' }],
    ['a country without postcodes', { country: 'ae', state: '', postcode: '' }],
    ['a country without postcodes, in capitals', { country: 'AE', state: '', postcode: '' }],
    ['a country without states', { country: 'pt', state: '' }],
    [
      'letters of any script',
      { first_name: '太郎', city: 'Saint-Étienne', address: 'ул. Ленина, 1' },
    ],
    ['spaces around the answers', { city: ' Austin ', postcode: ' 78701 ' }],
  ])('arrives with %s', (_, change) => expect(messages(change)).toEqual([]))

  it.each<[string, Partial<Shipping>, string[]]>([
    ['no country', { country: '' }, ['shipping_country.missing']],
    ['a country nobody knows', { country: 'zz' }, ['shipping_country.unknown']],
    ['no first name', { first_name: ' ' }, ['shipping_first_name.missing']],
    ['no last name', { last_name: '' }, ['shipping_last_name.missing']],
    ['no street', { address: '' }, ['shipping_address.missing']],
    ['no city', { city: '' }, ['shipping_city.missing']],
    ['no postcode where there are some', { postcode: '' }, ['shipping_postcode.missing']],
    ['no state in the US', { state: '' }, ['shipping_state.missing']],
    ['no postcode in US capitals', { country: 'US', postcode: '' }, ['shipping_postcode.missing']],
    ['no state in US capitals', { country: 'US', state: '' }, ['shipping_state.missing']],
    ['a name longer than the label', { first_name: 'a'.repeat(61) }, ['shipping_first_name.long']],
    ['a street longer than the label', { address: 'a'.repeat(121) }, ['shipping_address.long']],
  ])('does not arrive with %s', (_, change, expected) => expect(messages(change)).toEqual(expected))

  it('asks for everything at once, each field once', () => {
    const fields = addressIssues(emptyShipping).map(({ field }) => field)
    expect([...fields].sort()).toEqual(
      ['address', 'city', 'country', 'first_name', 'last_name', 'postcode'].sort(),
    )
  })
})

describe('an address form', () => {
  it.each([
    ['us', true, true],
    ['ca', true, true],
    ['de', true, false],
    ['ae', false, false],
    ['hk', false, false],
  ])('for %s has a postcode: %s, a state: %s', (country, postcode, state) => {
    expect(hasPostcode(country)).toBe(postcode)
    expect(hasState(country)).toBe(state)
  })
})

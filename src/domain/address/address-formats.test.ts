import { describe, expect, it } from 'vitest'
import {
  type AddressFormat,
  buildAddressFormat,
  findState,
  formatStateLabel,
  isPlausiblePostcode,
} from '@/domain/address/address-format'
import { findAddressFormat } from '@/domain/address/address-formats'
import { fitAddress, listAddressIssues } from '@/domain/address/address-rules'
import { emptyShipping, type Shipping } from '@/domain/checkout/customer-schema'
import { address } from '../../../tests/support/sample-checkout'

const checkAddress = (address: Shipping) =>
  listAddressIssues(address, findAddressFormat(address.country))

const listMessages = (change: Partial<Shipping>) =>
  checkAddress({ ...address, ...change }).map(({ message }) => message)

describe('a parcel', () => {
  it.each<[string, Partial<Shipping>]>([
    ['a whole address', {}],
    ['a country code in capitals', { country: 'US' }],
    ['a country without postcodes', { country: 'ae', state: 'DU', postcode: '', city: '' }],
    ['a country without postcodes, in capitals', { country: 'AE', state: 'DU', postcode: '' }],
    ['a postcode of another shape', { country: 'gb', state: '', postcode: 'nowhere' }],
    [
      'a state that is not listed, where no tax depends on it',
      { country: 'au', state: 'Anything' },
    ],
    ['no postcode where it is optional', { country: 'ie', state: '', postcode: '' }],
    ['the house number after the street', { country: 'nl', address: 'Museumstraat 1' }],
    [
      'the house number in its own field',
      { country: 'nl', address: 'Museumstraat', street_number: '1' },
    ],
    ['a country without states', { country: 'pt', state: '' }],
    [
      'letters of any script',
      { first_name: '太郎', city: 'Saint-Étienne', address: 'ул. Ленина, 1' },
    ],
    ['spaces around the answers', { city: ' Austin ', postcode: ' 78701 ' }],
  ])('is accepted with %s', (_, change) => expect(listMessages(change)).toEqual([]))

  it.each<[string, Partial<Shipping>, string[]]>([
    ['no country', { country: '' }, ['shipping_country.missing']],
    ['an unknown country', { country: 'zz' }, ['shipping_country.unknown']],
    ['no first name', { first_name: ' ' }, ['shipping_first_name.missing']],
    ['no last name', { last_name: '' }, ['shipping_last_name.missing']],
    ['no street', { address: '' }, ['shipping_address.missing']],
    ['no city', { city: '' }, ['shipping_city.missing']],
    ['no postcode in a country that has them', { postcode: '' }, ['shipping_postcode.missing']],
    ['no state in the US', { state: '' }, ['shipping_state.missing']],
    ['no house number', { country: 'nl', address: 'Spui' }, ['shipping_street_number.missing']],
    ['no emirate', { country: 'ae', state: '' }, ['shipping_state.missing']],
    ['an unknown state, where the tax depends on it', { state: 'XX' }, ['shipping_state.unknown']],
    ['a postcode longer than the label', { postcode: '1'.repeat(21) }, ['shipping_postcode.long']],
    ['no postcode in US capitals', { country: 'US', postcode: '' }, ['shipping_postcode.missing']],
    ['no state in US capitals', { country: 'US', state: '' }, ['shipping_state.missing']],
    ['a name longer than the label', { first_name: 'a'.repeat(61) }, ['shipping_first_name.long']],
    ['a street longer than the label', { address: 'a'.repeat(121) }, ['shipping_address.long']],
  ])('is refused with %s', (_, change, expected) => expect(listMessages(change)).toEqual(expected))

  it('reports all missing fields together, each once', () => {
    const fields = checkAddress(emptyShipping).map(({ field }) => field)
    expect([...fields].sort()).toEqual(
      ['address', 'city', 'country', 'first_name', 'last_name', 'postcode'].sort(),
    )
  })
})

describe('an address form', () => {
  it('asks for everything in an unknown country', () =>
    expect(findAddressFormat('zz').fields).toEqual(['address', 'postcode', 'city', 'state']))

  it.each([
    ['us', 'Texas', 'Texas (TX)'],
    ['us', 'AE', 'Armed Forces (AE)'],
    ['jp', '13', '東京都 (Tokyo)'],
    ['jp', 'tokyo', '東京都 (Tokyo)'],
    ['ae', 'دبي', 'دبي (Dubai)'],
    ['hk', 'Kowloon', '九龍 (Kowloon)'],
    ['es', 'M', 'Madrid'],
    ['es', 'malaga', 'Málaga'],
    ['de', 'Bayern', undefined],
    ['us', '', undefined],
    ['us', 'Tex', undefined],
  ])('of %s lists %s as %s', (country, input, label) => {
    const format = findAddressFormat(country)
    const state = findState(format.states, input)
    expect(state && formatStateLabel(state, format, 'en')).toBe(label)
  })

  it.each([
    ['ae', 'ar', 'دبي'],
    ['ae', 'fa', 'دبي (Dubai)'],
    ['us', 'en', 'Texas (TX)'],
  ])('of %s has no Latin name for readers of its language: %s', (country, language, label) => {
    const format = findAddressFormat(country)
    const state = findState(format.states, country === 'ae' ? 'Dubai' : 'Texas')
    expect(state && formatStateLabel(state, format, language)).toBe(label)
  })

  it('accepts every postcode where the shape is unknown', () => {
    expect(isPlausiblePostcode('anything', findAddressFormat('kp'))).toBe(true)
    expect(isPlausiblePostcode('anything', buildAddressFormat('zz'))).toBe(true)
  })
})

describe('changing an address to another country keeps its fields', () => {
  const parts = {
    address: '12 Congress Avenue',
    street_number: '12',
    city: 'Austin',
    state: 'TX',
    postcode: '78701',
  }
  const fitParts = (format: AddressFormat, change = {}) => {
    const entries = Object.entries(fitAddress({ ...parts, ...change }, format))
    return Object.fromEntries(entries.filter(([, value]) => value !== ''))
  }
  const { address, city, postcode } = parts

  it.each([
    ['us', {}, { address, city, postcode, state: 'TX' }],
    ['us', { state: ' texas' }, { address, city, postcode, state: 'TX' }],
    ['ca', {}, { address, city, postcode, state: 'TX' }],
    ['de', {}, { address, city, postcode }],
    ['nl', {}, { address, city, postcode, street_number: '12' }],
    ['ae', {}, { address }],
    ['ae', { state: 'Dubai' }, { address, state: 'DU' }],
    ['au', {}, { address, city, postcode }],
    ['ro', {}, { address, city, postcode, state: 'TX' }],
  ])('%s %j', (country, change, expected) =>
    expect(fitParts(findAddressFormat(country), change)).toEqual(expected),
  )
})

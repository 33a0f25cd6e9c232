import { formatAddress } from 'localized-address-format'
import { describe, expect, it } from 'vitest'
import { hasDigitsOnly, isLikePostcode } from '@/domain/address/address-format'
import { addressFormatOf } from '@/domain/address/address-formats'
import { addressLines } from '@/domain/address/address-lines'
import { issuesIn } from '@/domain/address/address-rules'
import { emptyShipping, type Shipping } from '@/domain/checkout/customer-schema'
import { asianAddresses } from '../../../tests/support/address-cases-asia'
import { otherAddresses } from '../../../tests/support/address-cases-elsewhere'
import { europeanAddresses } from '../../../tests/support/address-cases-europe'

const addressIssues = (address: Shipping) => issuesIn(address, addressFormatOf(address.country))

const countries = { ...europeanAddresses, ...asianAddresses, ...otherAddresses }

const ana = { first_name: 'Ana', last_name: 'Silva' }

describe.each(Object.entries(countries))('an address in %s', (country, expected) => {
  const format = addressFormatOf(country)
  const address = { ...emptyShipping, ...ana, country, ...expected.address }

  it('is asked for in the order of the country, and in its words', () => {
    const form = format.fields.map(field =>
      format.required.includes(field) ? field : `(${field})`,
    )
    expect(form.join(' ')).toBe(expected.form)
    expect(format.names.postcode).toBe(expected.zip)
    expect([format.names.state, format.states.length]).toEqual(expected.state ?? [undefined, 0])
    expect(hasDigitsOnly(format)).toBe(expected.digits ?? false)
  })

  it('needs what no parcel arrives without', () => {
    expect(addressIssues(address)).toEqual([])
    const missing = addressIssues({ ...emptyShipping, ...ana, country })
    const messages = format.required.map(field => `shipping_${field}.missing`)
    expect(missing.map(({ message }) => message).sort()).toEqual(messages.sort())
  })

  it('has postcodes that look like others, and takes one that does not', () => {
    for (const postcode of expected.like ?? [])
      expect([postcode, isLikePostcode(postcode, format)]).toEqual([postcode, true])
    for (const postcode of expected.unlike ?? []) {
      expect([postcode, isLikePostcode(postcode, format)]).toEqual([postcode, false])
      expect(addressIssues({ ...address, postcode })).toEqual([])
    }
  })

  it('is written as its post writes it', () => {
    expect(addressLines(address, format, formatAddress)).toEqual(expected.lines)
  })
})

it('the table has thirty countries and more', () => {
  expect(Object.keys(countries).length).toBeGreaterThanOrEqual(30)
})

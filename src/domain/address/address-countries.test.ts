import { formatAddress } from 'localized-address-format'
import { describe, expect, it } from 'vitest'
import { hasDigitsOnly, isPlausiblePostcode } from '@/domain/address/address-format'
import { findAddressFormat } from '@/domain/address/address-formats'
import { formatAddressLines } from '@/domain/address/address-lines'
import { listAddressIssues } from '@/domain/address/address-rules'
import { emptyShipping, type Shipping } from '@/domain/checkout/customer-schema'
import { asianAddresses } from '../../../tests/support/address-cases-asia'
import { europeanAddresses } from '../../../tests/support/address-cases-europe'
import { otherAddresses } from '../../../tests/support/address-cases-other'

const checkAddress = (address: Shipping) =>
  listAddressIssues(address, findAddressFormat(address.country))

const countries = { ...europeanAddresses, ...asianAddresses, ...otherAddresses }

const recipient = { first_name: 'Ana', last_name: 'Silva' }

describe.each(Object.entries(countries))('an address in %s', (country, expected) => {
  const format = findAddressFormat(country)
  const address = { ...emptyShipping, ...recipient, country, ...expected.address }

  it('has the country’s fields, in its order and with its names', () => {
    const form = format.fields.map(field =>
      format.required.includes(field) ? field : `(${field})`,
    )
    expect(form.join(' ')).toBe(expected.form)
    expect(format.names.postcode).toBe(expected.zip)
    expect([format.names.state, format.states.length]).toEqual(expected.state ?? [undefined, 0])
    expect(hasDigitsOnly(format)).toBe(expected.digits ?? false)
  })

  it('requires what a parcel needs', () => {
    expect(checkAddress(address)).toEqual([])
    const issues = checkAddress({ ...emptyShipping, ...recipient, country })
    const messages = format.required.map(field => `shipping_${field}.missing`)
    expect(issues.map(({ message }) => message).sort()).toEqual(messages.sort())
  })

  it('recognises postcodes of its shape, and accepts others', () => {
    for (const postcode of expected.validPostcodes ?? [])
      expect([postcode, isPlausiblePostcode(postcode, format)]).toEqual([postcode, true])
    for (const postcode of expected.invalidPostcodes ?? []) {
      expect([postcode, isPlausiblePostcode(postcode, format)]).toEqual([postcode, false])
      expect(checkAddress({ ...address, postcode })).toEqual([])
    }
  })

  it('is formatted as the country’s post writes it', () => {
    expect(formatAddressLines(address, format, formatAddress)).toEqual(expected.lines)
  })
})

it('the table has at least thirty countries', () => {
  expect(Object.keys(countries).length).toBeGreaterThanOrEqual(30)
})

import { describe, expect, it } from 'vitest'
import { isPlausiblePostcode } from '@/domain/address/address-format'
import { findAddressFormat } from '@/domain/address/address-formats'
import { addressRows } from '@/domain/address/address-rows'
import * as listed from '@/domain/address/address-states'
import { countryCodes } from '@/domain/data/country-codes'
import { buildAddressRow, buildStateRows } from './address-sources'

describe('the address tables', () => {
  it('equal those built from the sources', () => {
    const rows = countryCodes.map(code => [code, buildAddressRow(code)])
    expect(addressRows).toEqual(Object.fromEntries(rows))
  })

  it('list the states of the sources', () => {
    const rows = countryCodes
      .map(code => [code, buildStateRows(code)] as const)
      .filter(([, states]) => states.length > 0)
    expect(listed.stateRows).toEqual(Object.fromEntries(rows))
  })

  it('mark every country that has a list of states', () => {
    const listing = countryCodes.filter(code => addressRows[code]?.lists)
    expect(listing).toEqual(Object.keys(listed.stateRows))
  })

  it.each(countryCodes)('include a street in %s and require no field that is missing', code => {
    const { fields, required } = findAddressFormat(code)
    expect(fields).toContain('address')
    expect(required).toContain('address')
    expect(required.filter(field => !fields.includes(field))).toEqual([])
    expect(new Set(fields).size).toBe(fields.length)
  })

  it.each(countryCodes.filter(code => addressRows[code]?.example))(
    'accept their own sample postcode in %s',
    code => {
      const format = findAddressFormat(code)
      expect(isPlausiblePostcode(format.postcode?.example ?? '', format)).toBe(true)
    },
  )

  it.each(Object.entries(listed.stateRows))(
    'have one code and one name per state of %s',
    (_, rows = []) => {
      expect(rows.filter(([code, name]) => !code || !name)).toEqual([])
      expect(new Set(rows.map(([code]) => code)).size).toBe(rows.length)
    },
  )
})

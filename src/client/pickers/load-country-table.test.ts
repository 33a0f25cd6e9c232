import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadCountryTable } from '@/client/pickers/load-country-table'
import { formatCountryName, setCountryTable } from '@/domain/data/country-names'
import { readCountryTables } from '../../../tests/support/country-setup'

const fetchMock = vi.fn<(address: string) => Promise<Response>>()
const listAddresses = () => fetchMock.mock.calls.map(([address]) => address)

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock.mockReset())
  vi.stubGlobal('navigator', { onLine: false })
  setCountryTable('fr', {})
})
afterEach(() => {
  readCountryTables()
})

it('the table of a language is loaded once, for all lists of a page', async () => {
  fetchMock.mockImplementation(async () => Response.json({ DE: 'Allemagne' }))
  await Promise.all([loadCountryTable('fr'), loadCountryTable('fr')])
  expect(formatCountryName('de', 'fr')).toBe('Allemagne')
  await loadCountryTable('fr')
  expect(listAddresses()).toEqual(['/checkouts/countries/fr.json'])
})

it('a table that is known is not loaded', async () => {
  await loadCountryTable('de')
  expect(listAddresses()).toEqual([])
})

it('after a failure, the next call tries again', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('network'))
  setCountryTable('it', {})
  await expect(loadCountryTable('it')).rejects.toThrow('could not be loaded')
  fetchMock.mockImplementation(async () => Response.json({ DE: 'Germania' }))
  await loadCountryTable('it')
  expect(formatCountryName('de', 'it')).toBe('Germania')
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchCountryNames } from '@/client/checkout/watch-country-names'
import { acceptServerState, createCheckoutStore } from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import { formatCountryName, setCountryTable } from '@/domain/data/country-names'
import { readCountryTables } from '../../../tests/support/country-setup'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const fetchMock = vi.fn<(address: string) => Promise<Response>>()
const page = { language: 'sv' }

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock.mockReset())
  setCountryTable('en', {})
  setCountryTable('sv', { US: 'USA', BR: 'Brasilien' })
})
afterEach(() => {
  readCountryTables()
})

const withDestinations = (destinations: string[], version = 1): WireCheckout => ({
  token: 't'.repeat(43),
  state: { ...completeCheckout, destinations },
  status: 'processing',
  currency: 'USD',
  order: null,
  version,
  quote: null,
})

it('a country that another tab has chosen gets its name', async () => {
  fetchMock.mockImplementation(async () =>
    Response.json({ JP: 'Japan', US: 'USA', BR: 'Brasilien' }),
  )
  const store = createCheckoutStore(withDestinations([]))
  const stop = watchCountryNames(store, page)
  expect(fetchMock).not.toHaveBeenCalled()
  const chosen = withDestinations(['jp'], 2)
  acceptServerState(store, chosen)
  await vi.waitFor(() => expect(formatCountryName('jp', 'sv')).toBe('Japan'))
  await vi.waitFor(() => expect(store.getState().checkout).not.toBe(chosen))
  expect(store.getState().checkout).toEqual(chosen)
  expect(fetchMock.mock.calls).toHaveLength(1)
  stop()
})

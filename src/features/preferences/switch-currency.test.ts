import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiClientError } from '@/client/api/api-client-error'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { switchCurrency } from '@/features/preferences/use-apply-preferences'

const buildCheckout = (currency: CurrencyCode, version: number): WireCheckout => ({
  token: 't',
  state: { ...emptyCheckout, currency },
  status: 'processing',
  currency,
  order: null,
  version,
  quote: null,
})

const buildRefusal = (code: string, extra: object = {}) =>
  new ApiClientError('refused', 409, { detail: code, code, ...extra })

interface Scenario {
  /** Response of the save call, or an error to throw. */
  response: WireCheckout | Error
  /** Checkout on the server when it is fetched afterwards. */
  serverCheckout?: WireCheckout
  isOnline?: boolean
}

/** Switches from dollars to yen in a scenario. */
async function runSwitch({ response, serverCheckout, isOnline = true }: Scenario) {
  vi.stubGlobal('navigator', { onLine: isOnline })
  const store = createCheckoutStore(buildCheckout('USD', 1))
  const repricingStates: boolean[] = []
  const sync = {
    refresh: async () => serverCheckout && store.setState({ checkout: serverCheckout }),
    run: async () => {
      repricingStates.push(store.getState().isRepricing)
      if (response instanceof Error) throw response
      return response
    },
  } as unknown as Sync
  const currenciesBeforeUpdate: CurrencyCode[] = []
  const stayed = await switchCurrency({ store, sync }, 'JPY', () =>
    currenciesBeforeUpdate.push(store.getState().checkout.currency),
  )
  expect(currenciesBeforeUpdate.every(currency => currency === 'USD')).toBe(true)
  expect([...repricingStates, store.getState().isRepricing]).toEqual([true, false])
  return { stayed, checkout: store.getState().checkout }
}

afterEach(() => vi.unstubAllGlobals())

describe('switching the currency', () => {
  it('shows the new prices once the server has all of them', async () => {
    const response = buildCheckout('JPY', 2)
    expect(await runSwitch({ response })).toEqual({
      stayed: null,
      checkout: response,
    })
  })

  it('also shows them if only the response was lost', async () => {
    const response = new ApiClientError('timeout', 0, { detail: 'timeout' })
    const serverCheckout = buildCheckout('JPY', 2)
    expect(await runSwitch({ response, serverCheckout })).toEqual({
      stayed: null,
      checkout: serverCheckout,
    })
  })

  it.each<[string, Scenario, string]>([
    ['a price is missing', { response: buildRefusal('currency') }, 'refused'],
    [
      'a payment is in progress',
      { response: buildRefusal('payment_in_progress') },
      'payment_in_progress',
    ],
    ['the order is paid', { response: buildRefusal('paid') }, 'paid'],
    ['the order is completed', { response: buildRefusal('closed') }, 'closed'],
    [
      'the server fails',
      { response: new ApiClientError('fault', 500, { detail: 'fault' }) },
      'refused',
    ],
    [
      'there is no network',
      { response: new ApiClientError('offline', 0, { detail: 'offline' }), isOnline: false },
      'offline',
    ],
  ])('leaves all prices as they were when %s', async (_, scenario, reason) => {
    const { stayed, checkout } = await runSwitch(scenario)
    expect([stayed, checkout.currency]).toEqual([reason, 'USD'])
  })

  it('adopts the checkout of a refusal', async () => {
    const serverCheckout = buildCheckout('USD', 2)
    const response = buildRefusal('currency', { checkout: serverCheckout })
    expect((await runSwitch({ response })).checkout).toEqual(serverCheckout)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '@/client/api/api-client'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { switchCurrency } from '@/features/preferences/switch-currency'

const checkout = (currency: CurrencyCode, version: number): WireCheckout => ({
  token: 't',
  state: { ...emptyCheckout, currency },
  status: 'processing',
  currency,
  order: null,
  version,
  quote: null,
})

const refused = (code: string, more: object = {}) =>
  new CallFailure('refused', 409, { detail: code, code, ...more })

interface Scene {
  /** What the saving call answers, or throws. */
  answer: WireCheckout | Error
  /** What the server has when it is asked afterwards. */
  fresh?: WireCheckout
  isOnline?: boolean
}

/** Switches from dollars to yen in a scene. */
async function switching({ answer, fresh, isOnline = true }: Scene) {
  vi.stubGlobal('navigator', { onLine: isOnline })
  const store = createCheckoutStore(checkout('USD', 1))
  const seen: boolean[] = []
  const sync = {
    refresh: async () => fresh && store.setState({ checkout: fresh }),
    run: async () => {
      seen.push(store.getState().isRepricing)
      if (answer instanceof Error) throw answer
      return answer
    },
  } as unknown as Sync
  const shownBefore: CurrencyCode[] = []
  const stayed = await switchCurrency({ store, sync }, 'JPY', () =>
    shownBefore.push(store.getState().checkout.currency),
  )
  expect(shownBefore.every(currency => currency === 'USD')).toBe(true)
  expect([...seen, store.getState().isRepricing]).toEqual([true, false])
  return { stayed, checkout: store.getState().checkout }
}

afterEach(() => vi.unstubAllGlobals())

describe('switching the currency', () => {
  it('shows the new prices once the server has them all', async () => {
    const answer = checkout('JPY', 2)
    expect(await switching({ answer })).toEqual({ stayed: null, checkout: answer })
  })

  it('shows them too when only the answer was lost on its way', async () => {
    const answer = new CallFailure('timeout', 0, { detail: 'timeout' })
    const fresh = checkout('JPY', 2)
    expect(await switching({ answer, fresh })).toEqual({ stayed: null, checkout: fresh })
  })

  it.each<[string, Scene, string]>([
    ['a price is missing', { answer: refused('currency') }, 'refused'],
    ['a payment is under way', { answer: refused('payment_in_progress') }, 'payment_in_progress'],
    ['the order is paid', { answer: refused('paid') }, 'paid'],
    ['the order is completed', { answer: refused('closed') }, 'closed'],
    ['the server fails', { answer: new CallFailure('fault', 500, { detail: 'fault' }) }, 'refused'],
    [
      'there is no network',
      { answer: new CallFailure('offline', 0, { detail: 'offline' }), isOnline: false },
      'offline',
    ],
  ])('leaves every price as it was when %s', async (_, scene, why) => {
    const { stayed, checkout } = await switching(scene)
    expect([stayed, checkout.currency]).toEqual([why, 'USD'])
  })

  it('takes over what the server says besides its no', async () => {
    const fresh = checkout('USD', 2)
    const answer = refused('currency', { checkout: fresh })
    expect((await switching({ answer })).checkout).toEqual(fresh)
  })
})

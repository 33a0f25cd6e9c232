import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stripLaunchParams } from '@/client/analytics/strip-launch-params'
import { loadThirdPartyScripts } from '@/client/analytics/third-party-scripts'
import {
  acceptServerState,
  type CheckoutStore,
  createCheckoutStore,
} from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { PageData } from '@/contract/page'
import { emptyCheckout } from '@/domain/checkout/checkout-state'

const checkout = (token: string): WireCheckout => ({
  token,
  state: emptyCheckout,
  status: 'processing',
  currency: 'USD',
  order: null,
  version: token ? 1 : 0,
  quote: null,
})
const startedCheckout = checkout('t'.repeat(43))

/** The addresses the page had when somebody’s script was loaded. */
let seenQueries: string[]
let address: URL
/** Each its own address: a script is loaded once in a tab. */
let scriptNumber = 0
beforeEach(() => {
  seenQueries = []
  scriptNumber += 1
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', {
    get href() {
      return address.href
    },
    get pathname() {
      return address.pathname
    },
    get search() {
      return address.search
    },
    hash: '',
  })
  vi.stubGlobal('history', {
    state: {},
    replaceState: (_state: object, _title: string, to: string) => {
      address = new URL(to, address)
    },
  })
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: () => seenQueries.push(address.search) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a page as the customer's browser does; answers with its store and what ends it. */
function open(search: string, launch: Record<string, string>, first = checkout('')) {
  address = new URL(`https://shop.example/checkouts/v2/driver-details/${search}`)
  const store: CheckoutStore = createCheckoutStore(first)
  const scripts = { gtm: `https://tags.example/${scriptNumber}.js` }
  const page = { checkout: first, launch, settings: { scripts } } as unknown as PageData
  const cleanups = [stripLaunchParams(store, page), loadThirdPartyScripts(store, page)]
  return { store, end: () => cleanups.map(cleanup => cleanup()) }
}

describe('what a link says', () => {
  it('leaves the address before any script of others sees it, and the rest stays', () => {
    const launch = { coupon: 'CART20', gclid: 'G1' }
    const { store } = open('?coupon=CART20&gclid=G1&utm_source=mail', launch)
    vi.advanceTimersByTime(60_000)
    expect(seenQueries).toEqual([])
    expect(address.search).toBe('?coupon=CART20&gclid=G1&utm_source=mail')
    acceptServerState(store, startedCheckout)
    expect(seenQueries).toEqual(['?utm_source=mail'])
    acceptServerState(store, { ...startedCheckout, version: 2 })
    expect(seenQueries).toHaveLength(1)
  })

  it('has left at once where the checkout has begun meanwhile', () => {
    open('?coupon=CART20', { coupon: 'CART20' }, startedCheckout)
    expect(seenQueries).toEqual([''])
  })

  it('that is nothing keeps no script waiting', () => {
    open('?utm_source=mail', {})
    expect(seenQueries).toEqual(['?utm_source=mail'])
  })

  it.each(['token', 'partner-token'])('and opens an order (%s) is seen by no script', name => {
    open(`?${name}=secret`, {})
    expect(seenQueries).toEqual([])
  })

  it('is left alone by a page that is gone', () => {
    const { store, end } = open('?coupon=CART20', { coupon: 'CART20' })
    end()
    acceptServerState(store, startedCheckout)
    expect([seenQueries, address.search]).toEqual([[], '?coupon=CART20'])
  })
})

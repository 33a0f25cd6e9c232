import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPassthroughQuery, stripLaunchParams } from '@/client/analytics/launch-cleanup'
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

/** The query of the address at each load of a third-party script. */
let seenQueries: string[]
let address: URL
/** Script URLs must differ: each loads once per tab. */
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

/** Opens a page; returns its store and its cleanup. */
function open(search: string, launch: Record<string, string>, first = checkout('')) {
  address = new URL(`https://shop.example/checkouts/v2/driver-details/${search}`)
  const store: CheckoutStore = createCheckoutStore(first)
  const scripts = { gtm: `https://tags.example/${scriptNumber}.js` }
  const page = { checkout: first, launch, settings: { scripts } } as unknown as PageData
  const cleanups = [stripLaunchParams(store, page), loadThirdPartyScripts(store, page)]
  return { store, end: () => cleanups.map(cleanup => cleanup()) }
}

describe('a launch parameter', () => {
  it('leaves the address before a third-party script loads; other parameters stay', () => {
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

  it('leaves the address immediately if the checkout already exists', () => {
    open('?coupon=CART20', { coupon: 'CART20' }, startedCheckout)
    expect(seenQueries).toEqual([''])
  })

  it('that is absent does not delay scripts', () => {
    open('?utm_source=mail', {})
    expect(seenQueries).toEqual(['?utm_source=mail'])
  })

  it.each(['token', 'partner-token'])('that opens an order (%s) prevents scripts', name => {
    open(`?${name}=secret`, {})
    expect(seenQueries).toEqual([])
  })

  it('stays in the address after the page is closed', () => {
    const { store, end } = open('?coupon=CART20', { coupon: 'CART20' })
    end()
    acceptServerState(store, startedCheckout)
    expect([seenQueries, address.search]).toEqual([[], '?coupon=CART20'])
  })
})

describe('a query parameter of another site', () => {
  it('is in the address of a step that was opened before this code had loaded', () => {
    address = new URL('https://shop.example/checkouts/v2/shipping/')
    const search = '?token=secret&coupon=CART20&utm_source=mail'
    const stop = keepPassthroughQuery({ launch: { coupon: 'CART20' } }, search)
    expect(address.search).toBe('?utm_source=mail')
    stop()
  })
})

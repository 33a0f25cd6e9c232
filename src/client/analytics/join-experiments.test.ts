import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinExperiments } from '@/client/analytics/join-experiments'
import { analyticsSink } from '@/client/analytics/track'
import { createApiClient } from '@/client/api/api-client'
import {
  acceptServerState,
  type CheckoutStore,
  createCheckoutStore,
} from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import type { PageData } from '@/contract/page'
import type { TagEvent } from '@/domain/analytics/analytics-events'
import { experiments, type Variants } from '@/domain/analytics/experiments'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { stubStorage } from '../../../tests/support/browser-storage'
import router from '../../../tests/support/router'

const token = 't'.repeat(43)
const checkout = (
  variants: Variants = {},
  overrides: Partial<WireCheckout> = {},
): WireCheckout => ({
  token,
  state: { ...emptyCheckout, variants },
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...overrides,
})

let store: CheckoutStore
/** Every set of variants sent to the server. */
let sentVariants: Variants[]
let trackedEvents: TagEvent[]
let browser: { convert?: object }
let storage: Map<string, string>
let cleanup: () => void

beforeEach(() => {
  vi.useFakeTimers()
  sentVariants = []
  trackedEvents = []
  browser = {}
  storage = stubStorage()
  analyticsSink.events = { push: event => trackedEvents.push(event) }
  router.pathname = '/v2/shipping'
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { variants } = JSON.parse(String(body))
    sentVariants.push(variants)
    const { state, version } = store.getState().checkout
    const updated = checkout({ ...state.variants, ...variants }, { version: version + 1 })
    return new Response(JSON.stringify(updated))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const script = 'https://tests.example/it.js'

interface PageOptions {
  testing?: string | null
  isMirror?: boolean
  first?: WireCheckout
}

function open({ testing = script, isMirror = false, first = checkout() }: PageOptions = {}): void {
  store = createCheckoutStore(first)
  const settings = { isMirror, scripts: { testing } }
  const sync: Pick<Sync, 'run' | 'flush'> = {
    run: createApiClient('demo', () => store.getState().checkout.token),
    flush: async () => true,
  }
  cleanup = joinExperiments({ store, sync: sync as Sync }, {
    settings,
    checkout: first,
  } as unknown as PageData)
}

const { CODE, VARIANT_1 } = experiments.AB_17_TRAVEL_WALLET
const walletVariant = { AB_17_TRAVEL_WALLET: 'VARIANT_1' }
const data = { currentData: { experiences: { [CODE]: { variation: { id: VARIANT_1 } } } } }
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const completeRouteChange = () => router.go(router.pathname)

describe('the testing service', () => {
  it('is polled every 500 ms', async () => {
    open()
    await advance(3_000)
    browser.convert = data
    await advance(499)
    expect(sentVariants).toEqual([])
    await advance(1)
    expect(sentVariants).toEqual([walletVariant])
    expect(store.getState().checkout.state.variants).toEqual(walletVariant)
  })

  it('is not waited for longer than 10 s: then the cookie’s variants count', async () => {
    vi.stubGlobal('document', { cookie: `a=b; _conv_v=exp%3A%7B${CODE}.%7Bv.${VARIANT_1}%7D%7D` })
    open()
    await advance(9_999)
    expect(sentVariants).toEqual([])
    await advance(1)
    expect(sentVariants).toEqual([walletVariant])
    browser.convert = data
    await advance(60_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not waited for if none is configured', async () => {
    vi.stubGlobal('document', { cookie: `_conv_sptest=${CODE}.${VARIANT_1}` })
    open({ testing: null })
    await advance(0)
    expect(sentVariants).toEqual([walletVariant])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is read again on every page', async () => {
    open()
    await advance(10_000)
    browser.convert = data
    router.pathname = '/v2/review'
    completeRouteChange()
    await advance(0)
    expect(sentVariants).toEqual([walletVariant])
    completeRouteChange()
    await advance(0)
    expect(sentVariants).toHaveLength(1)
  })

  it('assigns variants once a checkout exists', async () => {
    browser.convert = data
    open({ first: checkout({}, { token: '', version: 0 }) })
    await advance(60_000)
    expect(sentVariants).toEqual([])
    acceptServerState(store, checkout())
    await advance(0)
    expect(sentVariants).toEqual([walletVariant])
  })

  it.each(['/v2/payment', '/express/payment', '/thank-you'])(
    'assigns no variants on %s',
    async pathname => {
      router.pathname = pathname
      browser.convert = data
      open()
      await advance(60_000)
      expect(sentVariants).toEqual([])
    },
  )

  it('does not change a paid order', async () => {
    browser.convert = data
    open({ first: checkout({}, { status: 'paid' }) })
    await advance(0)
    expect(sentVariants).toEqual([])
  })

  it('is ignored on a mirror host', async () => {
    browser.convert = data
    open({ isMirror: true, first: checkout(walletVariant) })
    await advance(60_000)
    expect([sentVariants, trackedEvents]).toEqual([[], []])
  })

  it('is read again on the next page if the server call fails', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const server = fetch
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
    browser.convert = data
    open()
    await advance(0)
    expect(consoleError).toHaveBeenCalledOnce()
    vi.stubGlobal('fetch', server)
    completeRouteChange()
    await advance(0)
    expect(sentVariants).toEqual([walletVariant])
    consoleError.mockRestore()
  })
})

describe('a variant', () => {
  const event = {
    event: 'experiment',
    experiment: 'AB_17_TRAVEL_WALLET',
    variant: 'VARIANT_1',
    experiment_code: CODE,
    variant_code: VARIANT_1,
  }

  it('is tracked on the page that shows it, once per checkout', async () => {
    router.pathname = '/v2/driver-details'
    open({ testing: null, first: checkout(walletVariant) })
    await advance(0)
    expect(trackedEvents).toEqual([])
    router.pathname = '/v2/shipping'
    completeRouteChange()
    completeRouteChange()
    expect(trackedEvents).toEqual([event])
    cleanup()
    open({ testing: null, first: checkout(walletVariant) })
    expect(trackedEvents).toEqual([event])
    cleanup()
    open({ testing: null, first: checkout(walletVariant, { token: 'u'.repeat(43) }) })
    expect(trackedEvents).toEqual([event, event])
    expect(JSON.stringify(trackedEvents) + [...storage.values()].join()).not.toContain(token)
  })

  it('is not tracked if the shop does not know it', () => {
    open({
      testing: null,
      first: checkout({ AB_17_TRAVEL_WALLET: 'VARIANT_5', NOBODYS: 'VARIANT_1' }),
    })
    expect(trackedEvents).toEqual([])
  })
})

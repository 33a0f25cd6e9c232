import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinExperiments } from '@/client/analytics/join-experiments'
import { outlet } from '@/client/analytics/track'
import { send } from '@/client/api/api-client'
import { adopt, type CheckoutStore, createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import type { ServedPage } from '@/contract/page'
import type { TagEvent } from '@/domain/analytics/analytics-events'
import { experiments, type Variants } from '@/domain/analytics/experiments'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { stubStorage } from '../../../tests/support/browser-storage'
import router from '../../../tests/support/router'

const token = 't'.repeat(43)
const checkout = (variants: Variants = {}, more: Partial<WireCheckout> = {}): WireCheckout => ({
  token,
  state: { ...emptyCheckout, variants },
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...more,
})

let store: CheckoutStore
/** Every set of variants the server was sent. */
let sent: Variants[]
let told: TagEvent[]
let browser: { convert?: object }
let stored: Map<string, string>
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  told = []
  browser = {}
  stored = stubStorage()
  outlet.events = { push: event => told.push(event) }
  router.pathname = '/v2/shipping'
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { variants } = JSON.parse(String(body))
    sent.push(variants)
    const { state, version } = store.getState().checkout
    const after = checkout({ ...state.variants, ...variants }, { version: version + 1 })
    return new Response(JSON.stringify(after))
  })
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const script = 'https://tests.example/it.js'

interface Shop {
  testing?: string | null
  isMirror?: boolean
  first?: WireCheckout
}

function open({ testing = script, isMirror = false, first = checkout() }: Shop = {}): void {
  store = createCheckoutStore(first)
  const settings = { isMirror, scripts: { testing } }
  const sync: Pick<Sync, 'run' | 'flush'> = {
    run: ((call, sent) => send(call, 'demo', sent)) as Sync['run'],
    flush: async () => true,
  }
  end = joinExperiments({ store, sync: sync as Sync }, {
    settings,
    checkout: first,
  } as unknown as ServedPage)
}

const { CODE, VARIANT_1 } = experiments.AB_17_TRAVEL_WALLET
const wallet = { AB_17_TRAVEL_WALLET: 'VARIANT_1' }
const data = { currentData: { experiences: { [CODE]: { variation: { id: VARIANT_1 } } } } }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const arrive = () => router.go(router.pathname)

describe('the testing service', () => {
  it('is waited for, and looked for every 500 ms', async () => {
    open()
    await pass(3_000)
    browser.convert = data
    await pass(499)
    expect(sent).toEqual([])
    await pass(1)
    expect(sent).toEqual([wallet])
    expect(store.getState().checkout.state.variants).toEqual(wallet)
  })

  it('is not waited for longer than 10 s: what else is known counts then', async () => {
    vi.stubGlobal('document', { cookie: `a=b; _conv_v=exp%3A%7B${CODE}.%7Bv.${VARIANT_1}%7D%7D` })
    open()
    await pass(9_999)
    expect(sent).toEqual([])
    await pass(1)
    expect(sent).toEqual([wallet])
    browser.convert = data
    await pass(60_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not waited for at all where there is none', async () => {
    vi.stubGlobal('document', { cookie: `_conv_sptest=${CODE}.${VARIANT_1}` })
    open({ testing: null })
    await pass(0)
    expect(sent).toEqual([wallet])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is asked again with every page', async () => {
    open()
    await pass(10_000)
    browser.convert = data
    router.pathname = '/v2/review'
    arrive()
    await pass(0)
    expect(sent).toEqual([wallet])
    arrive()
    await pass(0)
    expect(sent).toHaveLength(1)
  })

  it('is heard once a checkout has begun', async () => {
    browser.convert = data
    open({ first: checkout({}, { token: '', version: 0 }) })
    await pass(60_000)
    expect(sent).toEqual([])
    adopt(store, checkout())
    await pass(0)
    expect(sent).toEqual([wallet])
  })

  it.each(['/v2/payment', '/express/payment', '/thank-you'])(
    'changes nothing any more on %s',
    async pathname => {
      router.pathname = pathname
      browser.convert = data
      open()
      await pass(60_000)
      expect(sent).toEqual([])
    },
  )

  it('changes no paid order', async () => {
    browser.convert = data
    open({ first: checkout({}, { status: 'paid' }) })
    await pass(0)
    expect(sent).toEqual([])
  })

  it('is not listened to on a mirror', async () => {
    browser.convert = data
    open({ isMirror: true, first: checkout(wallet) })
    await pass(60_000)
    expect([sent, told]).toEqual([[], []])
  })

  it('is not missed when the server cannot be told: the next page tries again', async () => {
    const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const server = fetch
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
    browser.convert = data
    open()
    await pass(0)
    expect(heard).toHaveBeenCalledOnce()
    vi.stubGlobal('fetch', server)
    arrive()
    await pass(0)
    expect(sent).toEqual([wallet])
    heard.mockRestore()
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

  it('is told where the customer meets it, once for a checkout', async () => {
    router.pathname = '/v2/driver-details'
    open({ testing: null, first: checkout(wallet) })
    await pass(0)
    expect(told).toEqual([])
    router.pathname = '/v2/shipping'
    arrive()
    arrive()
    expect(told).toEqual([event])
    end()
    open({ testing: null, first: checkout(wallet) })
    expect(told).toEqual([event])
    end()
    open({ testing: null, first: checkout(wallet, { token: 'u'.repeat(43) }) })
    expect(told).toEqual([event, event])
    expect(JSON.stringify(told) + [...stored.values()].join()).not.toContain(token)
  })

  it('is not told when the shop does not know it', () => {
    open({
      testing: null,
      first: checkout({ AB_17_TRAVEL_WALLET: 'VARIANT_5', NOBODYS: 'VARIANT_1' }),
    })
    expect(told).toEqual([])
  })
})

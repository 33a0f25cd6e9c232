import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendSignals } from '@/client/analytics/analytics-session'
import { outlet, track } from '@/client/analytics/track'
import {
  adopt,
  type CheckoutStore,
  change,
  createCheckoutStore,
} from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { ServedPage } from '@/contract/page'
import type { TagEvent } from '@/domain/analytics/analytics-events'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { stubStorage } from '../../../tests/support/browser-storage'
import router from '../../../tests/support/router'

const token = 't'.repeat(43)
const checkout = (more: Partial<WireCheckout> = {}): WireCheckout => ({
  token,
  state: emptyCheckout,
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...more,
})
const amounts = { plan: 49, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 0, total: 49 }
const order: WireCheckout['order'] = {
  id: '1001',
  status: 'paid',
  total: 49,
  refunded: 0,
  currency: 'USD',
  paid_at: '2030-01-01T00:00:00Z',
  charged: { ...amounts, currency: 'USD', plan_id: 45, coupon: null },
}
const paid = checkout({ status: 'paid', order })

interface Browser {
  dataLayer?: TagEvent[]
  _conv_q?: unknown[]
  google_tag_manager?: object
}
let browser: Browser
let store: CheckoutStore
let ends: (() => void)[]
/** What the tab remembers. */
let visit: Map<string, string>
let cookie: string

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage()
  visit = stubStorage('sessionStorage')
  browser = {}
  ends = []
  outlet.events = [] as TagEvent[]
  router.pathname = '/v2/driver-details'
  vi.stubGlobal('window', browser)
  cookie = ''
  vi.stubGlobal('document', {
    documentElement: { dir: 'ltr' },
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      cookie = text.includes('Max-Age=0') ? '' : text
    },
  })
  // The rest of it is Node's own business: other files of this worker measure their calls with it.
  const navigation = { responseStart: 120.4, domInteractive: 300.6 }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation] as never)
})
afterEach(() => {
  for (const end of ends) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Shop {
  gtm?: string | null
  isMirror?: boolean
}

function open(first = checkout(), { gtm = null, isMirror = false }: Shop = {}): void {
  store = createCheckoutStore(first)
  const settings = { isMirror, scripts: { gtm }, purchaseGoalId: '100201', promoCoupon: 'OURS' }
  ends.push(sendSignals(store, { settings, checkout: first } as unknown as ServedPage))
}

const { go } = router
/** The page goes, with all that it had heard; the tab stays. */
function reload(): void {
  for (const end of ends.splice(0)) end()
  delete browser.dataLayer
}
const told = (name: string) => (browser.dataLayer ?? []).filter(({ event }) => event === name)
const pages = () => told('virtual page').map(({ page }) => page)

describe('a visit', () => {
  it('is told page by page, each once, and beside the steps not at all', () => {
    open()
    go('/v2/driver-details')
    go('/help')
    go('/v2/shipping')
    go('/v2/driver-details')
    expect(pages()).toEqual(['/driver-details/', '/shipping/', '/driver-details/'])
  })

  it('begins with the choice of a permit once its checkout has begun', () => {
    open(checkout({ token: '', version: 0 }))
    expect(pages()).toEqual([])
    adopt(store, checkout())
    expect(pages()).toEqual(['/select-idp/', '/driver-details/'])
  })

  it('begins with it, too, where a link’s opening has begun the checkout, and does so once', () => {
    cookie = 'begun=1'
    open()
    expect(pages()).toEqual(['/select-idp/', '/driver-details/'])
    reload()
    open()
    expect(pages()).toEqual(['/driver-details/'])
  })

  it('tells how fast its first page came, and of no other', () => {
    open()
    go('/v2/shipping')
    expect(told('page timing')).toEqual([
      { event: 'page timing', page: '/driver-details/', first_byte: 120, readable: 301 },
    ])
    reload()
    router.pathname = '/v2/review'
    open()
    expect(pages()).toEqual(['/review/'])
    expect(told('page timing')).toEqual([])
  })

  it('that is reloaded before anybody listened loses nothing of what was done', async () => {
    const gtm = 'https://tags.example/gtm.js'
    open(checkout(), { gtm })
    track('begin payment', { method: 'stripe' })
    reload()
    open(checkout(), { gtm })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told('begin payment')).toHaveLength(1)
    expect(told('page timing')).toHaveLength(1)
  })

  it.each(['/404', '/[...path]'])('to an unknown address (%s) is told nowhere', pathname => {
    router.pathname = pathname
    open(checkout({ token: '', version: 0 }))
    adopt(store, checkout())
    expect(browser.dataLayer).toBeUndefined()
  })

  it('tells what was done before anybody listened', () => {
    track('coupon denied', { coupon: 'X', reason: 'unknown' })
    open()
    expect(told('coupon denied')).toHaveLength(1)
  })

  it('waits for the tag manager where there is one to come', async () => {
    open(checkout(), { gtm: 'https://tags.example/gtm.js' })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(browser.dataLayer).toBeUndefined()
    browser.google_tag_manager = {}
    await vi.advanceTimersByTimeAsync(1)
    expect(pages()).toEqual(['/driver-details/'])
  })

  it('to the mirror is told to nobody', () => {
    open(checkout(), { isMirror: true })
    track('coupon denied', { coupon: 'X', reason: 'unknown' })
    go('/v2/shipping')
    vi.runAllTimers()
    expect(browser).toEqual({})
  })
})

describe('a code that a link has brought', () => {
  const found = (name: string, more: object = {}) => ({
    name,
    saves: 0,
    code: 'expired' as const,
    ...more,
  })
  const having = (...coupons_found: ReturnType<typeof found>[]) =>
    checkout({ state: { ...emptyCheckout, coupons_found } })
  const denied = () => told('coupon denied').map(({ coupon, reason }) => [coupon, reason])

  it('and cannot be had is told once in a visit', () => {
    open(having(found('ENDED')))
    adopt(store, { ...having(found('ENDED')), version: 2 })
    expect(denied()).toEqual([['ENDED', 'expired']])
    reload()
    open(having(found('ENDED'), found('OTHER', { code: 'unknown' })))
    expect(denied()).toEqual([['OTHER', 'unknown']])
    visit.clear()
    reload()
    open(having(found('ENDED')))
    expect(denied()).toEqual([['ENDED', 'expired']])
  })

  it('is told when it is found to be refused later, too', () => {
    open()
    adopt(store, { ...having(found('ENDED')), version: 2 })
    expect(denied()).toEqual([['ENDED', 'expired']])
  })

  it('and looks like none is told without what it says', () => {
    open(having(found('ana@example.com')))
    expect(denied()).toEqual([['', 'expired']])
    expect([...visit.values()].join()).not.toContain('ana')
  })

  it.each([
    ['can be had', found('CART20', { code: null })],
    ['was typed', found('TYPED', { typed: true })],
    ['is the shop’s own', found('OURS')],
  ])('is not told where it %s', (_, coupon) => {
    open(having(coupon))
    expect(denied()).toEqual([])
  })

  it('is told no more once the order is paid', () => {
    open({ ...having(found('ENDED')), status: 'paid' })
    expect(denied()).toEqual([])
  })
})

describe('a plan', () => {
  it('is told when another one is chosen, and not when it is saved', () => {
    open()
    change(store, { selectedLicense: 40, planChanged: true })
    adopt(store, checkout({ state: { ...emptyCheckout, selectedLicense: 40, planChanged: true } }))
    expect(told('plan chosen').map(({ plan_id }) => plan_id)).toEqual([40])
  })
})

describe('a purchase', () => {
  const payIn = () => {
    open()
    track('begin payment', { method: 'stripe' })
  }

  it('is told on the thank-you page, after it, with the one goal', () => {
    payIn()
    adopt(store, { ...paid, version: 2 })
    expect(told('purchase')).toEqual([])
    go('/thank-you')
    expect(told('purchase')).toMatchObject([{ event_id: '1001', value: 49, plan_id: 45 }])
    expect(browser.dataLayer?.slice(-2).map(({ event }) => event)).toEqual([
      'virtual page',
      'purchase',
    ])
    expect(browser._conv_q).toEqual([['triggerConversion', '100201']])
  })

  it('is told once by two tabs that learn of it together', async () => {
    payIn()
    router.pathname = '/thank-you'
    const gtm = 'https://tags.example/gtm.js'
    open(paid, { gtm })
    open(paid, { gtm })
    expect(told('purchase')).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told('purchase')).toHaveLength(1)
    expect(browser._conv_q).toHaveLength(1)
  })

  it('is still told after a tab that died before anybody could hear it', async () => {
    payIn()
    router.pathname = '/thank-you'
    open(paid, { gtm: 'https://tags.example/gtm.js' })
    for (const end of ends) end()
    expect(told('purchase')).toEqual([])
    open(paid)
    expect(told('purchase')).toHaveLength(1)
  })

  it('is not told where nobody has paid', () => {
    router.pathname = '/thank-you'
    open(paid)
    expect(told('purchase')).toEqual([])
  })

  it('of a plan for life is told by itself, and reaches no goal again', () => {
    payIn()
    adopt(store, { ...paid, version: 2 })
    go('/thank-you')
    const second = { ...order, id: '1002', total: 154.9 }
    adopt(store, { ...paid, version: 3, lifetime: { offer: null, order: second } })
    expect(told('purchase').map(({ order_id, kind }) => [order_id, kind])).toEqual([
      ['1001', 'plan'],
      ['1002', 'lifetime'],
    ])
    expect(browser._conv_q).toHaveLength(1)
  })
})

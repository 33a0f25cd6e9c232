import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAnalytics } from '@/client/analytics/analytics-session'
import { analyticsSink, track } from '@/client/analytics/track'
import {
  acceptServerState,
  type CheckoutStore,
  createCheckoutStore,
  stageChange,
} from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { PageData } from '@/contract/page'
import type { TagEvent } from '@/domain/analytics/analytics-events'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { stubStorage } from '../../../tests/support/browser-storage'
import router from '../../../tests/support/router'

const token = 't'.repeat(43)
const checkout = (overrides: Partial<WireCheckout> = {}): WireCheckout => ({
  token,
  state: emptyCheckout,
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...overrides,
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
const paidCheckout = checkout({ status: 'paid', order })

interface Browser {
  dataLayer?: TagEvent[]
  _conv_q?: unknown[]
  google_tag_manager?: object
}
let browser: Browser
let store: CheckoutStore
let cleanups: (() => void)[]
/** sessionStorage of the tab. */
let tabStorage: Map<string, string>
let cookie: string

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage()
  tabStorage = stubStorage('sessionStorage')
  browser = {}
  cleanups = []
  analyticsSink.events = [] as TagEvent[]
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
  // Only this entry type is mocked: other test files of the same worker use `performance`.
  const navigation = { responseStart: 120.4, domInteractive: 300.6 }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation] as never)
})
afterEach(() => {
  for (const cleanup of cleanups) cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface PageOptions {
  gtm?: string | null
  isMirror?: boolean
}

function open(first = checkout(), { gtm = null, isMirror = false }: PageOptions = {}): void {
  store = createCheckoutStore(first)
  const settings = { isMirror, scripts: { gtm }, purchaseGoalId: '100201', promoCoupon: 'OURS' }
  cleanups.push(startAnalytics(store, { settings, checkout: first } as unknown as PageData))
}

const { go } = router
/** Reloads the page: its memory is lost, sessionStorage stays. */
function reload(): void {
  for (const cleanup of cleanups.splice(0)) cleanup()
  delete browser.dataLayer
}
const listEvents = (name: string) => (browser.dataLayer ?? []).filter(({ event }) => event === name)
const listPages = () => listEvents('virtual page').map(({ page }) => page)

describe('a visit', () => {
  it('tracks each step page once per view, and no page beside the steps', () => {
    open()
    go('/v2/driver-details')
    go('/help')
    go('/v2/shipping')
    go('/v2/driver-details')
    expect(listPages()).toEqual(['/driver-details/', '/shipping/', '/driver-details/'])
  })

  it('starts with the select page once the checkout is created', () => {
    open(checkout({ token: '', version: 0 }))
    expect(listPages()).toEqual([])
    acceptServerState(store, checkout())
    expect(listPages()).toEqual(['/select-idp/', '/driver-details/'])
  })

  it('starts with the select page, once, if a link created the checkout', () => {
    cookie = 'begun=1'
    open()
    expect(listPages()).toEqual(['/select-idp/', '/driver-details/'])
    reload()
    open()
    expect(listPages()).toEqual(['/driver-details/'])
  })

  it('tracks the load time of its first page only', () => {
    open()
    go('/v2/shipping')
    expect(listEvents('page timing')).toEqual([
      { event: 'page timing', page: '/driver-details/', first_byte: 120, readable: 301 },
    ])
    reload()
    router.pathname = '/v2/review'
    open()
    expect(listPages()).toEqual(['/review/'])
    expect(listEvents('page timing')).toEqual([])
  })

  it('loses no event if the page reloads before the tag manager loads', async () => {
    const gtm = 'https://tags.example/gtm.js'
    open(checkout(), { gtm })
    track('begin payment', { method: 'stripe' })
    reload()
    open(checkout(), { gtm })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(listEvents('begin payment')).toHaveLength(1)
    expect(listEvents('page timing')).toHaveLength(1)
  })

  it.each(['/404', '/[...path]'])('to an unknown address (%s) tracks nothing', pathname => {
    router.pathname = pathname
    open(checkout({ token: '', version: 0 }))
    acceptServerState(store, checkout())
    expect(browser.dataLayer).toBeUndefined()
  })

  it('tracks events that happened before analytics started', () => {
    track('coupon denied', { coupon: 'X', reason: 'unknown' })
    open()
    expect(listEvents('coupon denied')).toHaveLength(1)
  })

  it('waits for a configured tag manager', async () => {
    open(checkout(), { gtm: 'https://tags.example/gtm.js' })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(browser.dataLayer).toBeUndefined()
    browser.google_tag_manager = {}
    await vi.advanceTimersByTimeAsync(1)
    expect(listPages()).toEqual(['/driver-details/'])
  })

  it('to the mirror host tracks nothing', () => {
    open(checkout(), { isMirror: true })
    track('coupon denied', { coupon: 'X', reason: 'unknown' })
    go('/v2/shipping')
    vi.runAllTimers()
    expect(browser).toEqual({})
  })
})

describe('a coupon code from a link', () => {
  const foundCoupon = (name: string, overrides: object = {}) => ({
    name,
    saves: 0,
    code: 'expired' as const,
    ...overrides,
  })
  const checkoutWith = (...coupons_found: ReturnType<typeof foundCoupon>[]) =>
    checkout({ state: { ...emptyCheckout, coupons_found } })
  const listDenied = () => listEvents('coupon denied').map(({ coupon, reason }) => [coupon, reason])

  it('is tracked once per visit if it is refused', () => {
    open(checkoutWith(foundCoupon('ENDED')))
    acceptServerState(store, { ...checkoutWith(foundCoupon('ENDED')), version: 2 })
    expect(listDenied()).toEqual([['ENDED', 'expired']])
    reload()
    open(checkoutWith(foundCoupon('ENDED'), foundCoupon('OTHER', { code: 'unknown' })))
    expect(listDenied()).toEqual([['OTHER', 'unknown']])
    tabStorage.clear()
    reload()
    open(checkoutWith(foundCoupon('ENDED')))
    expect(listDenied()).toEqual([['ENDED', 'expired']])
  })

  it('is tracked if it is refused later', () => {
    open()
    acceptServerState(store, { ...checkoutWith(foundCoupon('ENDED')), version: 2 })
    expect(listDenied()).toEqual([['ENDED', 'expired']])
  })

  it('is tracked without its text if it does not look like a code', () => {
    open(checkoutWith(foundCoupon('ana@example.com')))
    expect(listDenied()).toEqual([['', 'expired']])
    expect([...tabStorage.values()].join()).not.toContain('ana')
  })

  it.each([
    ['can be used', foundCoupon('CART20', { code: null })],
    ['was typed', foundCoupon('TYPED', { typed: true })],
    ['is the shop’s own', foundCoupon('OURS')],
  ])('is not tracked if it %s', (_, coupon) => {
    open(checkoutWith(coupon))
    expect(listDenied()).toEqual([])
  })

  it('is not tracked after the order is paid', () => {
    open({ ...checkoutWith(foundCoupon('ENDED')), status: 'paid' })
    expect(listDenied()).toEqual([])
  })
})

describe('a plan', () => {
  it('is tracked when the customer chooses another one, and not again when it is saved', () => {
    open()
    stageChange(store, { selectedLicense: 40, planChanged: true })
    acceptServerState(
      store,
      checkout({ state: { ...emptyCheckout, selectedLicense: 40, planChanged: true } }),
    )
    expect(listEvents('plan chosen').map(({ plan_id }) => plan_id)).toEqual([40])
  })
})

describe('a purchase', () => {
  const startPayment = () => {
    open()
    track('begin payment', { method: 'stripe' })
  }

  it('is tracked on the thank-you page, after its page view, with the one conversion goal', () => {
    startPayment()
    acceptServerState(store, { ...paidCheckout, version: 2 })
    expect(listEvents('purchase')).toEqual([])
    go('/thank-you')
    expect(listEvents('purchase')).toMatchObject([{ event_id: '1001', value: 49, plan_id: 45 }])
    expect(browser.dataLayer?.slice(-2).map(({ event }) => event)).toEqual([
      'virtual page',
      'purchase',
    ])
    expect(browser._conv_q).toEqual([['triggerConversion', '100201']])
  })

  it('is tracked once if two tabs see it at the same time', async () => {
    startPayment()
    router.pathname = '/thank-you'
    const gtm = 'https://tags.example/gtm.js'
    open(paidCheckout, { gtm })
    open(paidCheckout, { gtm })
    expect(listEvents('purchase')).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(listEvents('purchase')).toHaveLength(1)
    expect(browser._conv_q).toHaveLength(1)
  })

  it('is tracked by the next tab if the first one closed before the tag manager loaded', async () => {
    startPayment()
    router.pathname = '/thank-you'
    open(paidCheckout, { gtm: 'https://tags.example/gtm.js' })
    for (const cleanup of cleanups) cleanup()
    expect(listEvents('purchase')).toEqual([])
    open(paidCheckout)
    expect(listEvents('purchase')).toHaveLength(1)
  })

  it('is not tracked in a browser that did not pay', () => {
    router.pathname = '/thank-you'
    open(paidCheckout)
    expect(listEvents('purchase')).toEqual([])
  })

  it('of a lifetime plan is a separate purchase and does not trigger the goal again', () => {
    startPayment()
    acceptServerState(store, { ...paidCheckout, version: 2 })
    go('/thank-you')
    const secondOrder = { ...order, id: '1002', total: 154.9 }
    acceptServerState(store, {
      ...paidCheckout,
      version: 3,
      lifetime: { offer: null, order: secondOrder },
    })
    expect(listEvents('purchase').map(({ order_id, kind }) => [order_id, kind])).toEqual([
      ['1001', 'plan'],
      ['1002', 'lifetime'],
    ])
    expect(browser._conv_q).toHaveLength(1)
  })
})

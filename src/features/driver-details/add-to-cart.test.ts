import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import { createApiClient } from '@/client/api/api-client'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { TagEvent } from '@/domain/analytics/analytics-events'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { trackAddToCart } from '@/features/driver-details/lazy-driver-rules'

let trackedEvents: TagEvent[]
let reportedErrors: string[]
let checkoutCount = 0

beforeEach(() => {
  trackedEvents = []
  reportedErrors = []
  analyticsSink.events = { push: event => trackedEvents.push(event) }
  vi.stubGlobal('document', { cookie: '', documentElement: { dir: 'rtl' } })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'error').mockImplementation(text => void reportedErrors.push(text))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function mockResponse(status: number, body: object): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
}

const email = 'ana@example.com'
const product = { id: 42, name: 'x', category: 'physical', years: 3, price: 69, oldPrice: null }

/** Each checkout is tracked once, so every call uses a new one. */
function trackNewCheckout(): Promise<void> {
  checkoutCount += 1
  const productList = [
    { ...product, show_at_checkout: true },
  ] as WireCheckout['state']['productList']
  const store = createCheckoutStore({
    token: `token-${checkoutCount}`,
    state: { ...emptyCheckout, token: `token-${checkoutCount}`, productList },
    status: 'processing',
    currency: 'USD',
    order: null,
    version: 1,
    quote: null,
  })
  return trackAddToCart(store, createApiClient('demo'), email)
}

const addToCartEvent = {
  event: 'add-to-cart',
  plan_id: 42,
  category: 'physical',
  years: 3,
  position: 1,
}

describe('the add-to-cart event', () => {
  it('contains the plan and the position of its card, but no personal data', async () => {
    mockResponse(200, { data: { event: 'add-to-cart' } })
    await trackNewCheckout()
    expect(trackedEvents).toEqual([addToCartEvent])
    expect(reportedErrors).toEqual([])
  })

  it('tracks the text of the response when the request is refused', async () => {
    mockResponse(429, { detail: 'Too many requests.', code: 'rate_limited' })
    await trackNewCheckout()
    expect(trackedEvents).toEqual([
      addToCartEvent,
      { event: 'tracking failed', failed: 'add-to-cart', error: 'Too many requests.' },
    ])
    expect(reportedErrors).toHaveLength(1)
    expect(JSON.stringify([trackedEvents, reportedErrors])).not.toContain(email)
  })

  it('is not reported as an error without a network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await trackNewCheckout()
    expect(trackedEvents.at(-1)).toEqual({
      event: 'tracking failed',
      failed: 'add-to-cart',
      error: 'offline',
    })
    expect(reportedErrors).toEqual([])
  })
})

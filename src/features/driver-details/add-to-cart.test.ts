import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outlet } from '@/client/analytics/track'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { TagEvent } from '@/domain/analytics/analytics-events'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { tellAddToCart } from '@/features/driver-details/lazy-driver-rules'

let told: TagEvent[]
let reported: string[]
let checkouts = 0

beforeEach(() => {
  told = []
  reported = []
  outlet.events = { push: event => told.push(event) }
  vi.stubGlobal('document', { cookie: '', documentElement: { dir: 'rtl' } })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'error').mockImplementation(text => void reported.push(text))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answer(status: number, body: object): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
}

const email = 'ana@example.com'
const product = { id: 42, name: 'x', category: 'physical', years: 3, price: 69, oldPrice: null }

/** Each checkout is told of once. */
function tell(): Promise<void> {
  checkouts += 1
  const productList = [
    { ...product, show_at_checkout: true },
  ] as WireCheckout['state']['productList']
  const store = createCheckoutStore({
    token: `token-${checkouts}`,
    state: { ...emptyCheckout, token: `token-${checkouts}`, productList },
    status: 'processing',
    currency: 'USD',
    order: null,
    version: 1,
    quote: null,
  })
  return tellAddToCart(store, 'demo', email)
}

const added = { event: 'add-to-cart', plan_id: 42, category: 'physical', years: 3, position: 1 }

describe('an order that is begun', () => {
  it('is told with its plan and the place of its card, and not whose it is', async () => {
    answer(200, { data: { event: 'add-to-cart' } })
    await tell()
    expect(told).toEqual([added])
    expect(reported).toEqual([])
  })

  it('that cannot be told to the shop is told of with the answer’s text', async () => {
    answer(429, { detail: 'Too many requests.', code: 'rate_limited' })
    await tell()
    expect(told).toEqual([
      added,
      { event: 'tracking failed', failed: 'add-to-cart', error: 'Too many requests.' },
    ])
    expect(reported).toHaveLength(1)
    expect(JSON.stringify([told, reported])).not.toContain(email)
  })

  it('is no fault of anybody’s where there is no network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await tell()
    expect(told.at(-1)).toEqual({
      event: 'tracking failed',
      failed: 'add-to-cart',
      error: 'offline',
    })
    expect(reported).toEqual([])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { emptyStoredState } from '@/domain/checkout/checkout-state'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { callRoute } from '../support/call-route'
import { driver } from '../support/sample-checkout'
import { withShop } from '../support/with-shop'

const popularRoute = '/backend/api/popular-countries/'

const dayMs = 86_400_000

const shop = withShop()
// Moves the sales of earlier tests out of the counted period.
afterEach(() => shop.advanceClock(40 * dayMs))

let batchCount = 0

interface SaleOptions {
  count: number
  destinations?: string[]
  licence?: string
  daysAgo?: number
  status?: 'paid' | 'fulfilled' | 'refunded' | 'pending'
}

async function recordSales({
  count,
  destinations = [],
  licence = 'nz',
  daysAgo = 1,
  status = 'paid',
}: SaleOptions) {
  const { db, now } = shop.backend
  const timestamp = new Date(now().getTime() - daysAgo * dayMs)
  batchCount += 1
  const ids = Array.from({ length: count }, (_, n) => `sold-${batchCount}-${n}`)
  const state = {
    ...emptyStoredState,
    destinations,
    customer: { ...driver, license_issued: licence },
  }
  await db.insert(checkouts).values(
    ids.map(id => ({
      id,
      tokenHash: id,
      version: 1,
      status: 'paid' as const,
      state,
      createdAt: timestamp,
      updatedAt: timestamp,
      expiresAt: timestamp,
    })),
  )
  await db.insert(orders).values(
    ids.map(id => ({
      id,
      checkoutId: id,
      kind: 'plan' as const,
      status,
      currency: 'USD',
      total: 100,
      createdAt: timestamp,
      paidAt: status === 'pending' ? null : timestamp,
    })),
  )
}

const readCounts = async () => (await callRoute(popularRoute)).body

describe('the counts of the popular countries', () => {
  it('are the paid orders that name them, rounded down', async () => {
    await recordSales({ count: 37, destinations: ['it', 'fr'] })
    await recordSales({ count: 20, licence: 'us' })
    expect(await readCounts()).toEqual({ source: 'orders', counts: { it: 30, fr: 30, us: 20 } })
  })

  it('count an order once if it names a country twice', async () => {
    await recordSales({ count: 25, destinations: ['us'], licence: 'us' })
    expect((await readCounts()).counts).toEqual({ us: 20 })
  })

  it.each<[string, SaleOptions]>([
    ['too few to stay anonymous', { count: 19, destinations: ['it'] }],
    ['older than a month', { count: 30, destinations: ['it'], daysAgo: 31 }],
    ['refunded', { count: 30, destinations: ['it'], status: 'refunded' }],
    ['never paid', { count: 30, destinations: ['it'], status: 'pending' }],
    ['for countries that are not listed', { count: 30, destinations: ['mt'] }],
  ])('exclude orders that are %s', async (_, orders) => {
    await recordSales(orders)
    expect((await readCounts()).counts).toEqual({})
  })

  it('are cached for a minute', async () => {
    await recordSales({ count: 30, destinations: ['it'] })
    expect((await readCounts()).counts).toEqual({ it: 30 })
    await recordSales({ count: 30, destinations: ['it'] })
    expect((await readCounts()).counts).toEqual({ it: 30 })
    shop.advanceClock(61_000)
    expect((await readCounts()).counts).toEqual({ it: 60 })
  })
})

describe('POPULAR_COUNTS=range', () => {
  withShop({ variables: { POPULAR_COUNTS: 'range' } })

  it('returns invented numbers, marked as such', async () => {
    const { source, counts } = await readCounts()
    expect(source).toBe('range')
    expect(Object.keys(counts)).toHaveLength(10)
    expect(counts.us).toBeGreaterThanOrEqual(400)
    expect(counts.us).toBeLessThanOrEqual(600)
  })
})

describe('POPULAR_COUNTS=off', () => {
  withShop({ variables: { POPULAR_COUNTS: 'off' } })

  it('returns no numbers', async () => {
    expect(await readCounts()).toEqual({ source: 'off', counts: {} })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimPurchase, recordPaymentStart, wasPaidHere } from '@/client/analytics/purchase-log'
import { stubStorage } from '../../../tests/support/browser-storage'

let storage: Map<string, string>
beforeEach(() => {
  storage = stubStorage()
})
afterEach(() => vi.unstubAllGlobals())

const token = 'secret-token-that-opens-a-checkout'

describe('a purchase', () => {
  it('is told once', () => {
    expect([claimPurchase('1001'), claimPurchase('1001')]).toEqual([true, false])
    expect(claimPurchase('1002')).toBe(true)
  })

  it('is told in the browser that has paid alone', () => {
    expect(wasPaidHere(token)).toBe(false)
    recordPaymentStart(token)
    recordPaymentStart(token)
    expect(wasPaidHere(token)).toBe(true)
    expect(wasPaidHere('another-token')).toBe(false)
    expect([...storage.values()].join()).not.toContain(token)
  })

  it('is rather not told than told twice where nothing can be kept', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
    })
    recordPaymentStart(token)
    expect(wasPaidHere(token)).toBe(false)
    expect(claimPurchase('1001')).toBe(false)
  })

  it('is kept in mind for a browser’s last orders only', () => {
    for (let order = 0; order < 40; order += 1) claimPurchase(String(order))
    expect(JSON.parse([...storage.values()][0] ?? '').told).toHaveLength(20)
  })

  it.each(['', 'x', '[]', '{"paying":1}'])('is told though what is kept reads %j', text => {
    storage.set('ida-checkout-purchases', text)
    expect(claimPurchase('1001')).toBe(true)
  })
})

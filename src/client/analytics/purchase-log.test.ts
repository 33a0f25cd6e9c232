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
  it('is tracked once', () => {
    expect([claimPurchase('1001'), claimPurchase('1001')]).toEqual([true, false])
    expect(claimPurchase('1002')).toBe(true)
  })

  it('is tracked only in the browser that paid', () => {
    expect(wasPaidHere(token)).toBe(false)
    recordPaymentStart(token)
    recordPaymentStart(token)
    expect(wasPaidHere(token)).toBe(true)
    expect(wasPaidHere('another-token')).toBe(false)
    expect([...storage.values()].join()).not.toContain(token)
  })

  it('is not tracked if nothing can be stored, rather than twice', () => {
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

  it('is remembered for the last 20 orders of a browser', () => {
    for (let order = 0; order < 40; order += 1) claimPurchase(String(order))
    expect(JSON.parse([...storage.values()][0] ?? '').told).toHaveLength(20)
  })

  it.each(['', 'x', '[]', '{"paying":1}'])('is tracked even if the stored value is %j', text => {
    storage.set('ida-checkout-purchases', text)
    expect(claimPurchase('1001')).toBe(true)
  })
})

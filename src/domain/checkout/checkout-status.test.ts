import { describe, expect, it } from 'vitest'
import {
  resolveReturnRoute,
  sessionCheckIntervalMs,
  tokenLifetimeMs,
} from '@/domain/checkout/checkout-status'

describe('a returning customer', () => {
  it.each([
    ['processing', 1, '/v2/driver-details/'],
    ['processing', 3, '/v2/shipping/'],
    ['processing', 5, '/v2/payment/'],
    ['processing', 0, '/v2/driver-details/'],
    ['processing', 99, '/v2/driver-details/'],
    ['paid', 6, '/thank-you/'],
    ['paid', 1, '/thank-you/'],
    ['completed', 6, '/v2/driver-details/'],
  ] as const)('with a %s checkout at step %d is sent to %s', (status, step, route) => {
    expect(resolveReturnRoute(status, step)).toBe(route)
  })

  it('keeps the answers for 30 days; the session is checked every 20 seconds', () => {
    expect(tokenLifetimeMs).toBe(30 * 24 * 60 * 60 * 1_000)
    expect(sessionCheckIntervalMs).toBe(20_000)
  })
})

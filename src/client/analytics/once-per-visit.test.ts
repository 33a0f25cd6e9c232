import { afterEach, expect, it, vi } from 'vitest'
import { isFirstTime } from '@/client/analytics/purchase-log'
import { stubStorage } from '../../../tests/support/browser-storage'

afterEach(() => vi.unstubAllGlobals())

it('is true once per visit for each name', () => {
  stubStorage('sessionStorage')
  expect([isFirstTime('one'), isFirstTime('two'), isFirstTime('one')]).toEqual([true, true, false])
})

it('is false if the browser cannot store anything', () => {
  expect(isFirstTime('one')).toBe(false)
})

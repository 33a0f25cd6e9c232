import { afterEach, expect, it, vi } from 'vitest'
import { isFirstTime } from '@/client/analytics/once-per-visit'
import { stubStorage } from '../../../tests/support/browser-storage'

afterEach(() => vi.unstubAllGlobals())

it('is the first time once in a visit, for each thing', () => {
  stubStorage('sessionStorage')
  expect([isFirstTime('one'), isFirstTime('two'), isFirstTime('one')]).toEqual([true, true, false])
})

it('is never the first time where nothing can be remembered', () => {
  expect(isFirstTime('one')).toBe(false)
})

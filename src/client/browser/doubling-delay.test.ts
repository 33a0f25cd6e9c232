import { expect, it } from 'vitest'
import { doublingDelayMs } from '@/client/browser/doubling-delay'

it('a retry waits 1 s, then twice as long each time, up to the maximum', () => {
  const delaysOf = (counts: number[], maxMs?: number) =>
    counts.map(count => doublingDelayMs(count, maxMs))
  expect(delaysOf([1, 2, 3, 4, 5, 6, 100])).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(delaysOf([1, 4, 5, 9], 8_000)).toEqual([1_000, 8_000, 8_000, 8_000])
})

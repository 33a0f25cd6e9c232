import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { places } from '@/server/photos/semaphore'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const bounds = { atOnce: 2, ofOne: 10, mostWaiting: 2, waitMs: 1_000 }

/** Pieces of work that end when told. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, work, end }
}

const busy = { code: 'unavailable', particulars: { issues: [{ message: 'photo.busy' }] } }

describe('places', () => {
  it('are given to so many at a time, and then in the order of asking', async () => {
    const { begun, work, end } = works()
    const within = places(bounds)
    const all = ['a', 'b', 'c', 'd'].map(name => within(work(name)))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    for (const name of ['c', 'd']) await end(name)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are refused when too many wait already', async () => {
    const { work } = works()
    const within = places(bounds)
    for (const name of ['a', 'b', 'c', 'd']) void within(work(name)).catch(() => undefined)
    await expect(within(work('e'))).rejects.toMatchObject(busy)
  })

  it('are waited for so long, and no longer', async () => {
    const { begun, work, end } = works()
    const within = places(bounds)
    for (const name of ['a', 'b']) void within(work(name))
    const late = within(work('c'))
    const told = expect(late).rejects.toMatchObject(busy)
    await vi.advanceTimersByTimeAsync(1_000)
    await told
    await end('a')
    void within(work('d'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b', 'd'])
  })

  it('are free again after work that failed', async () => {
    const within = places({ ...bounds, atOnce: 1, mostWaiting: 0 })
    const failing = () => Promise.reject(new Error('failed'))
    for (let tries = 0; tries < 3; tries += 1)
      await expect(within(failing)).rejects.toThrow('failed')
    expect(await within(async () => 'done')).toBe('done')
  })

  it('are not all taken by one caller', async () => {
    const { work, end } = works()
    const within = places({ ...bounds, ofOne: 1 })
    const first = within(work('a'), 'somebody')
    await expect(within(work('b'), 'somebody')).rejects.toMatchObject(busy)
    expect(await within(async () => 'c', 'another')).toBe('c')
    await end('a')
    expect(await first).toBe('a')
    expect(await within(async () => 'd', 'somebody')).toBe('d')
  })
})

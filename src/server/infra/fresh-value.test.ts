import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFreshValue } from '@/server/infra/fresh-value'

let reads: { answer: (value: string) => void; fail: () => void }[]
const read = () =>
  new Promise<string>((answer, reject) => {
    reads.push({ answer, fail: () => reject(new Error('no database')) })
  })

beforeEach(() => {
  reads = []
  vi.useFakeTimers({ toFake: ['performance'] })
})

afterEach(() => vi.useRealTimers())

const create = () => createFreshValue(read, 10_000)

/** A value that was just read. */
async function createRead() {
  const value = create()
  const first = value.get()
  reads[0]?.answer('old')
  await first
  return value
}

describe('a value', () => {
  it('is read once for callers at the same time', async () => {
    const value = create()
    const both = Promise.all([value.get(), value.get()])
    reads[0]?.answer('old')
    expect(await both).toEqual(['old', 'old'])
    expect(reads).toHaveLength(1)
  })

  it('is read in the background once it is half as old as allowed', async () => {
    const value = await createRead()
    vi.advanceTimersByTime(5_000)
    expect(await value.get()).toBe('old')
    expect(await value.get()).toBe('old')
    expect(reads).toHaveLength(2)
    reads[1]?.answer('new')
    await vi.waitFor(async () => expect(await value.get()).toBe('new'))
  })

  it('is waited for once it is too old', async () => {
    const value = await createRead()
    vi.advanceTimersByTime(10_000)
    const second = value.get()
    reads[1]?.answer('new')
    expect(await second).toBe('new')
  })

  it('stays if it cannot be read again in the background', async () => {
    const value = await createRead()
    vi.advanceTimersByTime(5_000)
    await value.get()
    reads[1]?.fail()
    expect(await value.get()).toBe('old')
  })

  it('that cannot be read is read again by the next caller', async () => {
    const value = create()
    const first = value.get()
    reads[0]?.fail()
    await expect(first).rejects.toThrow('no database')
    const second = value.get()
    reads[1]?.answer('new')
    expect(await second).toBe('new')
  })

  it('that was invalidated is read again, and does not come back from an earlier read', async () => {
    const value = await createRead()
    vi.advanceTimersByTime(5_000)
    await value.get()
    value.invalidate()
    const second = value.get()
    reads[1]?.answer('old')
    reads[2]?.answer('new')
    expect(await second).toBe('new')
    expect(await value.get()).toBe('new')
  })
})

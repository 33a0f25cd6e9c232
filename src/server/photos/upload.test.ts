import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSemaphore } from '@/server/photos/upload'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const bounds = { concurrency: 2, maxPerCaller: 10, maxQueued: 2, queueTimeoutMs: 1_000 }

/** Tasks that end on request. */
function createTasks() {
  const started: string[] = []
  const resolvers = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>(resolve => resolvers.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    resolvers.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { started, work, end }
}

function limitTasks(options: Parameters<typeof createSemaphore>[0]) {
  const { acquire, release } = createSemaphore(options)
  return async <T>(task: () => Promise<T>, caller?: string): Promise<T> => {
    await acquire(caller)
    return task().finally(() => release(caller))
  }
}

const busyError = { code: 'unavailable', details: { issues: [{ message: 'photo.busy' }] } }

describe('a semaphore', () => {
  it('runs a limited number of tasks at a time, and the others in order', async () => {
    const { started, work, end } = createTasks()
    const runLimited = limitTasks(bounds)
    const runs = ['a', 'b', 'c', 'd'].map(name => runLimited(work(name)))
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    for (const name of ['c', 'd']) await end(name)
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('refuses a task when too many are queued', async () => {
    const { work } = createTasks()
    const runLimited = limitTasks(bounds)
    for (const name of ['a', 'b', 'c', 'd']) void runLimited(work(name)).catch(() => undefined)
    await expect(runLimited(work('e'))).rejects.toMatchObject(busyError)
  })

  it('refuses a task that was queued too long', async () => {
    const { started, work, end } = createTasks()
    const runLimited = limitTasks(bounds)
    for (const name of ['a', 'b']) void runLimited(work(name))
    const lateRun = runLimited(work('c'))
    const rejection = expect(lateRun).rejects.toMatchObject(busyError)
    await vi.advanceTimersByTimeAsync(1_000)
    await rejection
    await end('a')
    void runLimited(work('d'))
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'b', 'd'])
  })

  it('frees the slot of a task that failed', async () => {
    const runLimited = limitTasks({ ...bounds, concurrency: 1, maxQueued: 0 })
    const failingTask = () => Promise.reject(new Error('failed'))
    for (let tries = 0; tries < 3; tries += 1)
      await expect(runLimited(failingTask)).rejects.toThrow('failed')
    expect(await runLimited(async () => 'done')).toBe('done')
  })

  it('does not give one caller all slots', async () => {
    const { work, end } = createTasks()
    const runLimited = limitTasks({ ...bounds, maxPerCaller: 1 })
    const firstRun = runLimited(work('a'), 'somebody')
    await expect(runLimited(work('b'), 'somebody')).rejects.toMatchObject(busyError)
    expect(await runLimited(async () => 'c', 'another')).toBe('c')
    await end('a')
    expect(await firstRun).toBe('a')
    expect(await runLimited(async () => 'd', 'somebody')).toBe('d')
  })
})

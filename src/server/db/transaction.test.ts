import { describe, expect, it } from 'vitest'
import { createTransactionRunner } from '@/server/db/transaction'

/** A pool that records what happens to its connections. */
function createFakePool() {
  const releases: ('back' | 'closed')[] = []
  const connection = {
    release: (isBroken?: Error | boolean) => void releases.push(isBroken ? 'closed' : 'back'),
  }
  return {
    releases,
    runTransaction: createTransactionRunner({ connect: async () => connection }),
  }
}

const createConflict = (code: string) =>
  Object.assign(new Error('failed query'), { cause: Object.assign(new Error('again'), { code }) })

describe('a transaction', () => {
  it('returns its connection', async () => {
    const { releases, runTransaction } = createFakePool()
    expect(await runTransaction(async () => 'done')).toBe('done')
    expect(releases).toEqual(['back'])
  })

  it('closes the connection it failed on, even at BEGIN', async () => {
    const { releases, runTransaction } = createFakePool()
    const transaction = runTransaction(() => Promise.reject(new Error('begin: connection lost')))
    await expect(transaction).rejects.toThrow('connection lost')
    expect(releases).toEqual(['closed'])
  })

  it.each(['40001', '40P01'])('is retried when the database asks for it (%s)', async code => {
    const { releases, runTransaction } = createFakePool()
    let attempts = 0
    const callback = async () => {
      attempts += 1
      if (attempts < 3) throw createConflict(code)
      return attempts
    }
    expect(await runTransaction(callback)).toBe(3)
    expect(releases).toEqual(['closed', 'closed', 'back'])
  })

  it('is retried 3 times at most, and never after another error', async () => {
    for (const [code, attempts] of [['40001', 4] as const, ['23505', 1] as const]) {
      const { releases, runTransaction } = createFakePool()
      await expect(runTransaction(() => Promise.reject(createConflict(code)))).rejects.toThrow()
      expect(releases).toHaveLength(attempts)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { transactionsOn } from '@/server/db/transaction'

/** A pool that writes down what becomes of its connections. */
function openPool() {
  const given: ('back' | 'closed')[] = []
  const connection = {
    release: (isBroken?: Error | boolean) => void given.push(isBroken ? 'closed' : 'back'),
  }
  return { given, inTransaction: transactionsOn({ connect: async () => connection }) }
}

const conflict = (code: string) =>
  Object.assign(new Error('failed query'), { cause: Object.assign(new Error('again'), { code }) })

describe('a transaction', () => {
  it('gives its connection back', async () => {
    const { given, inTransaction } = openPool()
    expect(await inTransaction(async () => 'done')).toBe('done')
    expect(given).toEqual(['back'])
  })

  it('closes the connection it failed on, from its first word on', async () => {
    const { given, inTransaction } = openPool()
    const failing = inTransaction(() => Promise.reject(new Error('begin: connection lost')))
    await expect(failing).rejects.toThrow('connection lost')
    expect(given).toEqual(['closed'])
  })

  it.each(['40001', '40P01'])('is made again when the database asks for it (%s)', async code => {
    const { given, inTransaction } = openPool()
    let tries = 0
    const work = async () => {
      tries += 1
      if (tries < 3) throw conflict(code)
      return tries
    }
    expect(await inTransaction(work)).toBe(3)
    expect(given).toEqual(['closed', 'closed', 'back'])
  })

  it('is not tried for ever, and never again for another reason', async () => {
    for (const [code, tries] of [['40001', 4] as const, ['23505', 1] as const]) {
      const { given, inTransaction } = openPool()
      await expect(inTransaction(() => Promise.reject(conflict(code)))).rejects.toThrow()
      expect(given).toHaveLength(tries)
    }
  })
})

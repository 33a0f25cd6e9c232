import { setTimeout as delay } from 'node:timers/promises'

/** The part of a pool that transactions need. */
interface ConnectionPool<C> {
  connect: () => Promise<C>
}

interface Connection {
  release: (error?: Error | boolean) => void
}

/** Serialization failure and deadlock: the rolled-back transaction is repeated as a whole. */
const retryableCodes = ['40001', '40P01']
const maxAttempts = 4
const backoffMs = 20

/**
 * Runs each transaction on a connection of its own. A connection that failed is closed, not
 * returned: it may hang, and such connections exhaust the pool. Conflicts are retried.
 */
export const createTransactionRunner =
  <C extends Connection>(pool: ConnectionPool<C>) =>
  async <T>(run: (connection: C) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await pool.connect()
      try {
        const result = await run(connection)
        connection.release()
        return result
      } catch (error) {
        connection.release(true)
        if (attempt === maxAttempts || !retryableCodes.includes(codeOf(error))) throw error
      }
      await delay(backoffMs * attempt)
    }
  }

/** The database's error code, which drizzle wraps. */
const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return cause?.code ?? code ?? ''
}

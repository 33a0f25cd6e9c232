import { setTimeout as delay } from 'node:timers/promises'

/** A pool, as far as a transaction needs one. */
interface ConnectionPool<C> {
  connect: () => Promise<C>
}

interface Connection {
  release: (error?: Error | boolean) => void
}

/** Serialisation failure, deadlock: the database asks for the whole transaction again, and nothing of it stands. */
const retryableCodes = ['40001', '40P01']
const maxAttempts = 4
const backoffMs = 20

/**
 * Runs transactions on connections of their own. One that failed is closed, not given back: it may hang,
 * and a pool that keeps such connections runs dry. Conflicts are tried again.
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

/** The database's code for an error, which drizzle wraps. */
const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return cause?.code ?? code ?? ''
}

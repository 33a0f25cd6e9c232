import { setTimeout as delay } from 'node:timers/promises'

/** The part of a pool that transactions need. */
interface ConnectionPool<C> {
  connect: () => Promise<C>
}

interface Connection {
  release: (error?: Error | boolean) => void
}

/** Serialization failure and deadlock: the database has rolled everything back. */
const retryableCodes = ['40001', '40P01']
const maxAttempts = 4
const backoffMs = 20

/**
 * Runs each transaction on a connection of its own. A connection that failed is closed, not
 * returned: it may hang, and such connections exhaust the pool. Conflicts are retried.
 */
export const createTransactionRunner =
  <C extends Connection>(pool: ConnectionPool<C>) =>
  <T>(run: (connection: C) => Promise<T>): Promise<T> =>
    retryConflicts(async () => {
      const connection = await pool.connect()
      try {
        const result = await run(connection)
        connection.release()
        return result
      } catch (error) {
        connection.release(true)
        throw error
      }
    })

/** Runs a transaction, or a statement outside of one, again while it conflicts with others. */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
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

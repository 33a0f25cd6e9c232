import { setTimeout as rest } from 'node:timers/promises'

/** A pool, as far as a transaction needs one. */
interface Connections<C> {
  connect: () => Promise<C>
}

interface Connection {
  release: (error?: Error | boolean) => void
}

/** Serialisation failure, deadlock: the database asks for the whole transaction again, and nothing of it stands. */
const askedAgain = ['40001', '40P01']
const mostTries = 4
const restMs = 20

/**
 * Runs transactions on connections of their own. One that failed is closed, not given back: it may hang,
 * and a pool that keeps such connections runs dry. Conflicts are tried again.
 */
export const transactionsOn =
  <C extends Connection>(pool: Connections<C>) =>
  async <T>(run: (connection: C) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const connection = await pool.connect()
      try {
        const result = await run(connection)
        connection.release()
        return result
      } catch (error) {
        connection.release(true)
        if (tries === mostTries || !askedAgain.includes(codeOf(error))) throw error
      }
      await rest(restMs * tries)
    }
  }

/** The database's code for an error, which drizzle wraps. */
const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return cause?.code ?? code ?? ''
}

import type { PGlite } from '@electric-sql/pglite'

type Serialize = typeof import('@electric-sql/pglite').protocol.serialize

/** Ends a pending exchange, rolls back and resets the session's settings. */
export const buildGoodbye = ({ query, sync }: Serialize): Uint8Array[] => [
  query('ROLLBACK'),
  sync(),
  query('ROLLBACK'),
  query('DISCARD ALL'),
]

const toMessageType = (name: string): number => name.charCodeAt(0)

/** Parse, Bind, Describe, Execute, Close, Flush: the database waits for Sync after any of them. */
const unsyncedTypes = new Set([...'PBDECH'].map(toMessageType))

type DataListener = (data: Uint8Array) => void

/** One connection of an operator's command. */
export interface PgliteSession {
  /** Whether a request is still unanswered. */
  isWaiting: () => boolean
  /** Closes immediately and for good. */
  close: () => void
  /** The queue that pglite-socket expects, for one session. */
  queue: {
    enqueue: (handlerId: number, message: Uint8Array, onData: DataListener) => Promise<number>
    clearQueueForHandler: () => void
    clearTransactionIfNeeded: () => Promise<void>
  }
}

/**
 * pglite-socket's queue separates its clients from each other, but not from this process: their
 * statements would join a transaction that the shop has open. Here a session takes turns with the
 * shop's transactions and statements, and holds its turn until its own transaction ends. It checks
 * and releases the turn without an await between, so that nothing runs in between.
 */
export function createSession(client: PGlite, goodbye: Uint8Array[]): PgliteSession {
  let release: (() => void) | undefined
  let isAwaitingSync = false
  let isClosed = false
  let pendingCount = 0
  let previous: Promise<unknown> = Promise.resolve()

  const acquireTurn = () =>
    new Promise<void>((resolve, reject) => {
      const holdTurn = (finish: () => void) => {
        release = finish
        resolve()
      }
      client._runExclusiveTransaction(() => new Promise<void>(holdTurn)).catch(reject)
    })
  const releaseTurn = () => {
    release?.()
    release = undefined
  }
  const send = (message: Uint8Array, onRawData: DataListener) =>
    client.execProtocolRawStream(message, { onRawData })
  const reset = () => {
    // The messages are executed when the calls return; only the disk is still awaited.
    for (const message of goodbye) send(message, () => undefined).catch(() => undefined)
    releaseTurn()
  }
  const close = () => {
    if (isClosed) return
    isClosed = true
    if (release) reset()
    else void acquireTurn().then(reset, () => undefined)
  }

  async function processMessage(message: Uint8Array, onData: DataListener): Promise<void> {
    const [type = 0] = message
    if (isClosed) return
    if (type === toMessageType('X')) throw new Error('The visitor says that it leaves.')
    if (message.length < 5) throw new Error('This is no message of a PostgreSQL client.')
    if (!release) await acquireTurn()
    if (isClosed) return reset()
    isAwaitingSync = unsyncedTypes.has(type) || (isAwaitingSync && type !== toMessageType('S'))
    await send(message, onData)
    if (!(isClosed || isAwaitingSync || client.isInTransaction())) releaseTurn()
  }

  return {
    isWaiting: () => pendingCount > 0,
    close,
    queue: {
      /** In order: a later message never overtakes an earlier one. */
      async enqueue(_, message, onData) {
        pendingCount += 1
        const processing = previous.then(() => processMessage(message, onData))
        previous = processing.catch(close)
        await processing.finally(() => {
          pendingCount -= 1
        })
        return 0
      },
      clearQueueForHandler: close,
      clearTransactionIfNeeded: async () => close(),
    },
  }
}

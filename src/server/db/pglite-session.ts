import type { PGlite } from '@electric-sql/pglite'

type Serialize = typeof import('@electric-sql/pglite').protocol.serialize

/** What was half done or half said is undone, and what was set in the session is forgotten. */
export const farewellIn = ({ query, sync }: Serialize): Uint8Array[] => [
  query('ROLLBACK'),
  sync(),
  query('ROLLBACK'),
  query('DISCARD ALL'),
]

const letter = (name: string): number => name.charCodeAt(0)

/** Parse, Bind, Describe, Execute, Close, Flush: the database waits for Sync after any of them. */
const halfSaid = new Set([...'PBDECH'].map(letter))

type Hear = (answer: Uint8Array) => void

/** One connection of an operator's command. */
export interface Visitor {
  /** Whether it has asked for something and not yet been answered. */
  isWaiting: () => boolean
  /** At once, and for good. */
  leave: () => void
  /** As pglite-socket's own, for one visitor. */
  queue: {
    enqueue: (of: number, message: Uint8Array, hear: Hear) => Promise<number>
    clearQueueForHandler: () => void
    clearTransactionIfNeeded: () => Promise<void>
  }
}

/**
 * The queue of pglite-socket keeps its visitors apart, but not from the process itself: their statements would become
 * part of a transaction that the shop has open. Here each takes its turn among the shop's transactions and statements,
 * and keeps it until what it began is over. Looking and giving the turn away is one step, so that nobody comes between.
 */
export function visitorOf(client: PGlite, farewell: Uint8Array[]): Visitor {
  let giveBack: (() => void) | undefined
  let isHalfSaid = false
  let hasLeft = false
  let waiting = 0
  let before: Promise<unknown> = Promise.resolve()

  const takeTurn = () =>
    new Promise<void>((taken, failed) => {
      const hold = (done: () => void) => {
        giveBack = done
        taken()
      }
      client._runExclusiveTransaction(() => new Promise<void>(hold)).catch(failed)
    })
  const endTurn = () => {
    giveBack?.()
    giveBack = undefined
  }
  const say = (message: Uint8Array, onRawData: Hear) =>
    client.execProtocolRawStream(message, { onRawData })
  const undo = () => {
    // Said when the call comes back; what is still awaited is the disk.
    for (const words of farewell) say(words, () => undefined).catch(() => undefined)
    endTurn()
  }
  const leave = () => {
    if (hasLeft) return
    hasLeft = true
    if (giveBack) undo()
    else void takeTurn().then(undo, () => undefined)
  }

  async function answer(message: Uint8Array, hear: Hear): Promise<void> {
    const [kind = 0] = message
    if (hasLeft) return
    if (kind === letter('X')) throw new Error('The visitor says that it leaves.')
    if (message.length < 5) throw new Error('This is no message of a PostgreSQL client.')
    if (!giveBack) await takeTurn()
    if (hasLeft) return undo()
    isHalfSaid = halfSaid.has(kind) || (isHalfSaid && kind !== letter('S'))
    await say(message, hear)
    if (!(hasLeft || isHalfSaid || client.isInTransaction())) endTurn()
  }

  return {
    isWaiting: () => waiting > 0,
    leave,
    queue: {
      /** In the order asked: a later message never overtakes an earlier one. */
      async enqueue(_, message, hear) {
        waiting += 1
        const answered = before.then(() => answer(message, hear))
        before = answered.catch(leave)
        await answered.finally(() => {
          waiting -= 1
        })
        return 0
      },
      clearQueueForHandler: leave,
      clearTransactionIfNeeded: async () => leave(),
    },
  }
}

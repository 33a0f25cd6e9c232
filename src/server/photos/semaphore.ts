import type { Failure } from '@/server/infra/api-error'
import { wrongPhoto } from '@/server/photos/photo-errors'

interface Bounds {
  /** So much is done at a time. */
  atOnce: number
  /** Of it, so much for one caller. */
  ofOne: number
  /** So many wait for their turn, */
  mostWaiting: number
  /** and no longer than this. */
  waitMs: number
}

/** Lets only so much happen in this process at once. What finds no place is `unavailable` and told to come back. */
export function places({ atOnce, ofOne, mostWaiting, waitMs }: Bounds) {
  let taken = 0
  const takenBy = new Map<string, number>()
  const waiting = new Set<() => void>()

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(busy())
      }, waitMs)
      waiting.add(begin)
    })

  const enter = async (): Promise<void> => {
    if (taken >= atOnce) {
      if (waiting.size >= mostWaiting) throw busy()
      // Whoever leaves hands the place over, so that nobody slips in between.
      return turn()
    }
    taken += 1
  }

  const leave = (): void => {
    const [next] = waiting
    if (next) next()
    else taken -= 1
  }

  return async <T>(work: () => Promise<T>, who = ''): Promise<T> => {
    const own = takenBy.get(who) ?? 0
    if (own >= ofOne) throw busy()
    takenBy.set(who, own + 1)
    try {
      await enter()
      return await work().finally(leave)
    } finally {
      const left = (takenBy.get(who) ?? 1) - 1
      if (left > 0) takenBy.set(who, left)
      else takenBy.delete(who)
    }
  }
}

const busy = (): Failure => wrongPhoto('busy')

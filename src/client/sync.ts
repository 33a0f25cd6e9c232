import type { QueryClient } from '@tanstack/react-query'
import { CallFailure, type Sent, send } from '@/client/call'
import { notify } from '@/client/notifications'
import { report } from '@/client/report'
import { keepDraft, keptDraft } from '@/client/storage'
import { adopt, type CheckoutStore, change, forget, hasUnsaved, wireChange } from '@/client/store'
import type { Call, Infer, Schema } from '@/contract/call'
import {
  createCheckout,
  readCheckout,
  saveCheckout,
  type WireCheckout,
  wireCheckout,
} from '@/contract/checkout'
import type { StateChange } from '@/domain/changes'

/** Typing rests this long before it is saved. */
const restMs = 600
/** First wait before a failed save is tried again; doubled each time up to the longest. */
const retryMs = 1_000
const longestRetryMs = 30_000

/** The one way in which this tab's changes reach the server: one call after the other. */
export interface Sync {
  /** Changes the checkout here at once, and on the server soon. */
  change: (change: StateChange) => void
  /** Saves all there is to save now; false when it could not be. */
  flush: () => Promise<boolean>
  /** Makes a call of the checkout after everything before it. The next page brings the fresh checkout. */
  run: <Q extends Schema, B extends Schema, A extends Schema>(
    call: Call<Q, B, A>,
    sent?: Sent<Infer<Q>, Infer<B>>,
  ) => Promise<Infer<A>>
  /** Reads the server's copy. */
  refresh: () => Promise<void>
  /** Begins to listen to the browser; the answer ends it. */
  start: () => () => void
}

export function createSync(store: CheckoutStore, queries: QueryClient, apiKey: string): Sync {
  let rest: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('checkout')

  /** react-query runs calls of one scope one after the other, and holds them back while offline. */
  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    queries
      .getMutationCache()
      .build<T, Error, void, unknown>(queries, {
        mutationFn: work,
        scope: { id: 'checkout' },
        networkMode: 'always',
      })
      .execute()

  const took = (checkout: WireCheckout) => {
    adopt(store, checkout)
    failures = 0
    keepDraft(checkout.token, store.getState().dirty)
    store.setState(state => ({ saving: hasUnsaved(state) ? 'saving' : 'saved' }))
    channel?.postMessage({ version: checkout.version, isPaid: checkout.status === 'paid' })
  }

  /** Sends what is dirty once; newer changes wait for the next turn. */
  const push = async (keepalive = false): Promise<void> => {
    const { dirty, checkout } = store.getState()
    if (!hasUnsaved(store.getState())) return
    store.setState({ saving: 'saving' })
    const state = wireChange(dirty)
    const answer = checkout.token
      ? await send(saveCheckout, apiKey, {
          params: { token: checkout.token },
          body: { version: checkout.version, state },
          keepalive,
        })
      : await send(createCheckout, apiKey, { body: { state }, keepalive })
    forget(store, dirty)
    took(answer)
  }

  /** Sends until nothing is dirty. A copy that was behind is brought up to date and sent again. */
  const pushAll = async (): Promise<boolean> => {
    for (let turn = 0; turn < 8 && hasUnsaved(store.getState()); turn += 1) {
      try {
        await push()
      } catch (error) {
        if (!(error instanceof CallFailure) || !recovered(error)) return false
      }
    }
    return !hasUnsaved(store.getState())
  }

  /** Whether a failed save can be sent again at once. */
  const recovered = (failure: CallFailure): boolean => {
    const fresh = wireCheckout.safeParse(failure.refusal.checkout)
    if (failure.code === 'stale' && fresh.success) {
      adopt(store, fresh.data)
      return true
    }
    settleFailure(failure)
    return false
  }

  const settleFailure = (failure: CallFailure): void => {
    if (failure.kind === 'refused') {
      refusedSave(failure)
      return
    }
    store.setState({ saving: failure.kind === 'fault' ? 'failed' : 'offline' })
    if (failure.kind === 'fault') report('saving', failure)
    failures += 1
    schedule(Math.min(retryMs * 2 ** (failures - 1), longestRetryMs))
  }

  const refusedSave = (failure: CallFailure): void => {
    if (failure.code === 'not_found') {
      store.setState({ isExpired: true, saving: 'failed' })
      return
    }
    // What the server will never take must not block what comes after it.
    store.setState({ dirty: {}, saving: 'failed' })
    notify(store, `save.${failure.code ?? 'fault'}`, { durationMs: 8_000 })
    void refresh()
  }

  const schedule = (afterMs: number): void => {
    clearTimeout(rest)
    rest = setTimeout(() => void flush(), afterMs)
  }

  const flush = (): Promise<boolean> => {
    clearTimeout(rest)
    return hasUnsaved(store.getState()) ? queued(pushAll) : queued(async () => true)
  }

  const refresh = async (): Promise<void> => {
    const { token } = store.getState().checkout
    if (!token) return
    try {
      adopt(store, await send(readCheckout, apiKey, { params: { token } }))
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'not_found')
        store.setState({ isExpired: true })
    }
  }

  const run: Sync['run'] = (call, sent) =>
    queued(async () => {
      const answer = await send(call, apiKey, sent)
      const { version } = answer as { version?: number }
      if (version) channel?.postMessage({ version })
      return answer
    }) as never

  const start = (): (() => void) => {
    const { token } = store.getState().checkout
    const draft = keptDraft(token)
    if (Object.keys(draft).length > 0) changeAndSave(draft)
    const leave = () => {
      if (hasUnsaved(store.getState())) void push(true).catch(() => undefined)
    }
    const online = () => void flush()
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', online)
    if (channel) channel.onmessage = ({ data }) => followOther(data)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', online)
      channel?.close()
    }
  }

  /** Another tab has saved something: its copy is read when it is newer than ours. */
  const followOther = (data: { version?: number }): void => {
    if ((data.version ?? 0) > store.getState().checkout.version) void refresh()
  }

  const changeAndSave = (changed: StateChange): void => {
    change(store, changed)
    keepDraft(store.getState().checkout.token, store.getState().dirty)
    schedule(restMs)
  }

  return { change: changeAndSave, flush, run, refresh, start }
}

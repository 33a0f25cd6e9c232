import type { QueryClient } from '@tanstack/react-query'
import { CallFailure, type Sent, send } from '@/client/api/api-client'
import { report } from '@/client/api/report-error'
import {
  adopt,
  type CheckoutStore,
  change,
  forget,
  hasUnsaved,
  visibleState,
  wireChange,
} from '@/client/store/checkout-store'
import { keepDraft, keptDraft } from '@/client/store/draft-storage'
import { notify } from '@/client/store/notifications'
import type { Call, Infer, Schema } from '@/contract/call'
import {
  createCheckout,
  readCheckout,
  saveCheckout,
  type WireChange,
  type WireCheckout,
  wireCheckout,
} from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { answersOf, isSame, type StateChange, withoutFields } from '@/domain/checkout/state-change'

/** Typing rests this long before it is saved. */
const restMs = 600
/** First wait before a failed save is tried again; doubled each time up to the longest. */
const retryMs = 1_000
const longestRetryMs = 30_000
/** A save that is behind this often in a row waits for its next turn. */
const mostTurns = 8
const noticeMs = 8_000

/** How a save behaves when the page is left. */
type Manner = Pick<Sent<unknown, unknown>, 'keepalive' | 'signal'>

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
  /** Starts another checkout with the answers of one that has expired; false when it could not be stored. */
  startOver: () => Promise<boolean>
  /** Begins to listen to the browser; the answer ends it. */
  start: () => () => void
}

/** What the parts of a page share: one of each for a tab. */
export interface Runtime {
  store: CheckoutStore
  sync: Sync
}

/** The sync of one tab. `launch` is what a checkout that is still to begin takes from the address. */
export const createSync = (
  store: CheckoutStore,
  queries: QueryClient,
  apiKey: string,
  launch: Record<string, string> = {},
): Sync => new CheckoutSync(store, queries, apiKey, launch)

class CheckoutSync implements Sync {
  private rest: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private channel = typeof window === 'undefined' ? null : new BroadcastChannel('checkout')

  constructor(
    private store: CheckoutStore,
    private queries: QueryClient,
    private apiKey: string,
    private launch: Record<string, string>,
  ) {}

  change = (changed: StateChange): void => {
    change(this.store, changed)
    this.keep()
    this.schedule(restMs)
  }

  flush = (): Promise<boolean> => {
    clearTimeout(this.rest)
    return this.queued(() => this.pushAll())
  }

  run: Sync['run'] = (call, sent) =>
    this.queued(async () => {
      const answer = await send(call, this.apiKey, sent).catch(async error => {
        // Another tab or device was at the end already: this one finds out where the order stands.
        if (error instanceof CallFailure && error.code === 'paid') await this.refresh()
        throw error
      })
      this.tellTabs((answer as { version?: number }).version)
      return answer as never
    })

  refresh = async (): Promise<void> => {
    const { token } = this.store.getState().checkout
    if (!token) return
    try {
      adopt(this.store, await send(readCheckout, this.apiKey, { params: { token } }))
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'not_found') this.expire()
    }
  }

  startOver = (): Promise<boolean> => {
    const { checkout } = this.store.getState()
    const state = visibleState(this.store.getState())
    this.store.setState({
      checkout: { ...checkout, token: '', version: 0, state: { ...state, ...unstored(state) } },
      dirty: answersOf(state),
      isExpired: false,
    })
    return this.flush()
  }

  start = (): (() => void) => {
    const draft = keptDraft(this.store.getState().checkout.token)
    if (Object.keys(draft).length > 0) this.change(draft)
    if (!this.store.getState().checkout.token) void this.queued(() => this.begin())
    const leave = () => {
      // A checkout that is only just being started is not started a second time.
      if (this.store.getState().checkout.token)
        void this.push({ keepalive: true }).catch(() => undefined)
    }
    const online = () => void this.flush()
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', online)
    if (this.channel) this.channel.onmessage = ({ data }) => this.followOther(data)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', online)
      if (this.channel) this.channel.onmessage = null
    }
  }

  /** react-query runs calls of one scope one after the other. */
  private queued<T>(work: () => Promise<T>): Promise<T> {
    const call = { mutationFn: work, scope: { id: 'checkout' }, networkMode: 'always' } as const
    return this.queries
      .getMutationCache()
      .build<T, Error, void, unknown>(this.queries, call)
      .execute()
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.rest)
    this.rest = setTimeout(() => void this.flush(), afterMs)
  }

  /** Sends until nothing is dirty. A copy that was behind is brought up to date and sent again. */
  private async pushAll(): Promise<boolean> {
    for (let turn = 0; turn < mostTurns && hasUnsaved(this.store.getState()); turn += 1) {
      try {
        await this.push()
      } catch (error) {
        if (!(error instanceof CallFailure) || !this.isRecovered(error)) return false
      }
    }
    return !hasUnsaved(this.store.getState())
  }

  /**
   * A first visit starts its checkout; where that fails, the first save starts it. Who leaves meanwhile may
   * be opening another order's link: the answer must not bring its cookie after the link's.
   */
  private begin = async (): Promise<void> => {
    if (this.store.getState().checkout.token) return
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    window.addEventListener('beforeunload', leave)
    await this.send({ signal: leaving.signal }).catch(() => undefined)
    window.removeEventListener('beforeunload', leave)
  }

  /** Sends what is dirty once; newer changes wait for the next turn. */
  private async push(how: Manner = {}): Promise<void> {
    if (!hasUnsaved(this.store.getState())) return
    this.store.setState({ saving: 'saving' })
    await this.send(how)
  }

  private async send(how: Manner): Promise<void> {
    const { dirty, checkout } = this.store.getState()
    const answer = await this.save(checkout, wireChange(dirty), how)
    // The other way round, what was saved would be gone for a moment, and forms would show it gone.
    adopt(this.store, answer)
    forget(this.store, dirty)
    this.took(answer)
  }

  private save({ token, version }: WireCheckout, state: WireChange, how: Manner) {
    // On the way out nobody is left to be told that another save was first.
    const body = how.keepalive ? { state } : { version, state }
    return token
      ? send(saveCheckout, this.apiKey, { params: { token }, body, ...how })
      : send(createCheckout, this.apiKey, { body: { state, launch: this.launch }, ...how })
  }

  private took(checkout: WireCheckout): void {
    adopt(this.store, checkout)
    this.failures = 0
    this.keep()
    this.store.setState(state => ({ saving: hasUnsaved(state) ? 'saving' : 'saved' }))
    this.tellTabs(checkout.version)
  }

  /** Whether a failed save can be sent again at once. */
  private isRecovered(failure: CallFailure): boolean {
    const { checkout, issues = [] } = failure.refusal
    const fresh = wireCheckout.safeParse(checkout)
    if (fresh.success) adopt(this.store, fresh.data)
    if (failure.code === 'stale' && fresh.success) return true
    // A coupon that may not be tried now is refused by its field, too.
    if (issues.length > 0) {
      this.leaveOut(issues.map(({ field }) => field.replace(/^state\./, '')))
      return true
    }
    if (isFinal(failure)) this.giveUp(failure)
    else this.tryLater(failure)
    return false
  }

  private tryLater(failure: CallFailure): void {
    this.store.setState({ saving: failure.status === 0 ? 'offline' : 'failed' })
    if (failure.kind === 'fault') report('saving', failure)
    this.failures += 1
    this.schedule(Math.min(retryMs * 2 ** (this.failures - 1), longestRetryMs))
  }

  /** What the server will never take must not keep it from what it will. */
  private leaveOut(fields: string[]): void {
    this.store.setState(({ dirty }) => ({ dirty: withoutFields(dirty, fields) }))
    this.keep()
    const { coupon } = this.store.getState()
    // What becomes of a code is said where it was given.
    if (coupon.state === 'applied' && isSame(fields, ['coupon'])) return
    notify(this.store, 'save.unprocessable', { durationMs: noticeMs })
  }

  private giveUp(failure: CallFailure): void {
    if (failure.code === 'not_found') {
      this.expire()
      return
    }
    const { code = 'fault' } = failure
    const refused = { code, change: this.store.getState().dirty }
    this.store.setState({ dirty: {}, saving: 'failed', refused })
    this.keep()
    notify(this.store, `save.${code}`, { durationMs: noticeMs })
    void this.refresh()
  }

  private expire(): void {
    this.store.setState({ isExpired: true, saving: 'failed' })
  }

  /** Unsent changes outlive a reload. */
  private keep(): void {
    const { checkout, dirty } = this.store.getState()
    keepDraft(checkout.token, dirty)
  }

  private tellTabs(version: number | undefined): void {
    if (version) this.channel?.postMessage({ version })
  }

  /** Another tab has saved something: its copy is read when it is newer than ours. */
  private followOther({ version = 0 }: { version?: number }): void {
    if (version > this.store.getState().checkout.version) void this.refresh()
  }
}

/** Whether the server will never take what was sent. What a proxy, or a moment of haste, refused may pass later. */
const isFinal = ({ kind, code }: CallFailure): boolean =>
  kind === 'refused' && code !== undefined && !['rate_limited', 'unavailable'].includes(code)

/** Driver and address of a checkout that is gone are not stored under their ids any more. */
const unstored = ({ customer, shipping }: CheckoutState) => ({
  step: 1,
  customer: { ...customer, id: null },
  shipping: { ...shipping, id: null },
})

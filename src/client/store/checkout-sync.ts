import type { ApiClient, RequestOptions } from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'
import { loadForCall } from '@/client/api/lazy-api-client'
import { report } from '@/client/api/report-error'
import { doublingDelayMs } from '@/client/browser/doubling-delay'
import {
  acceptServerState,
  type CheckoutStore,
  hasUnsaved,
  optimisticState,
  stageChange,
} from '@/client/store/checkout-store'
import { readDraft, writeDraft } from '@/client/store/draft-storage'
import { notify } from '@/client/store/notifications'
import type { SubmittedStep, WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import {
  isSame,
  pickAnswers,
  type StateChange,
  withoutFields,
} from '@/domain/checkout/state-change'

/** Debounce of saves while typing. */
const debounceMs = 600
/**
 * Attempts of one flush; after that many stale responses in a row the save waits for the next one.
 */
const maxAttempts = 8
const noticeDurationMs = 8_000
/** Text key of the notice that another tab has changed the total. */
const elsewhereText = 'save.elsewhere'

/** Sends this tab's changes to the server, one call at a time. */
export interface Sync {
  /** Changes the checkout locally now, and on the server after the debounce. */
  change: (change: StateChange) => void
  /**
   * Saves all unsaved changes now, and in the same call the answers of a submitted step; false if
   * that failed. Throws `step_refused` with the issues of the step's answers, once they are saved.
   * `onSubmitted` runs as soon as the server has all of it, before its response is read.
   */
  flush: (submits?: SubmittedStep, onSubmitted?: () => void) => Promise<boolean>
  /** Makes a call after all queued ones. Does not update the store from the response. */
  run: ApiClient
  /** Reads the server's copy into the store. */
  refresh: () => Promise<void>
  /** Starts a new checkout with the answers of an expired one; false if it could not be saved. */
  startOver: () => Promise<boolean>
  /**
   * Attaches the browser listeners; returns the cleanup. A checkout that does not exist yet is created
   * at once, or without `beginsCheckout` by the first change.
   */
  start: (options: { beginsCheckout: boolean }) => () => void
}

/** The calls of the sync, with the schemas that check their responses. */
const loadContract = () =>
  loadForCall(import(/* webpackChunkName: "calls" */ '@/contract/checkout'))

/** Shared by all components of a page; one per tab. */
export interface Runtime {
  store: CheckoutStore
  sync: Sync
  /** The backend's calls, with the key of the page and the token of the checkout. */
  api: ApiClient
}

/** The sync of one tab. `launch`: the link's parameters for a checkout that does not exist yet. */
export const createSync = (
  store: CheckoutStore,
  api: ApiClient,
  launch: Record<string, string> = {},
): Sync => new CheckoutSync(store, api, launch)

interface SendOptions extends RequestOptions {
  submits?: SubmittedStep | undefined
  onSubmitted?: (() => void) | undefined
}

class CheckoutSync implements Sync {
  private saveTimer: ReturnType<typeof setTimeout> | undefined
  private failureCount = 0
  /** Settles with the last queued call. */
  private queue: Promise<unknown> = Promise.resolve()
  private channel = typeof window === 'undefined' ? null : new BroadcastChannel('checkout')

  constructor(
    private store: CheckoutStore,
    private api: ApiClient,
    private launch: Record<string, string>,
  ) {}

  change = (stateChange: StateChange): void => {
    stageChange(this.store, stateChange)
    this.storeDraft()
    this.schedule(debounceMs)
  }

  flush: Sync['flush'] = (submits, onSubmitted) => {
    clearTimeout(this.saveTimer)
    return this.enqueue(() => this.pushAll({ submits, onSubmitted }))
  }

  run: Sync['run'] = (call, ...rest) => {
    // When the call's turn comes, the checkout may be another one.
    const { token } = this.store.getState().checkout
    const options = [{ token, ...rest[0] }] as unknown as typeof rest
    return this.enqueue(async () => {
      const result = await this.api(call, ...options).catch(async error => {
        // Paid in another tab, sent or refunded meanwhile: read the order's state.
        if (error instanceof ApiClientError && /^(paid|closed|refunded)$/.test(error.code ?? ''))
          await this.refresh()
        throw error
      })
      this.broadcastVersion((result as { version?: number }).version)
      return result
    })
  }

  refresh = async (): Promise<void> => {
    if (!this.store.getState().checkout.token) return
    try {
      const { readCheckout } = await loadContract()
      acceptServerState(this.store, await this.api(readCheckout))
    } catch (error) {
      if (error instanceof ApiClientError && error.code === 'not_found') this.markExpired()
    }
  }

  startOver = (): Promise<boolean> => {
    const { checkout } = this.store.getState()
    const state = optimisticState(this.store.getState())
    this.store.setState({
      checkout: {
        ...checkout,
        token: '',
        version: 0,
        state: { ...state, ...withoutStoredIds(state) },
      },
      dirty: pickAnswers(state),
      isExpired: false,
    })
    return this.flush()
  }

  start: Sync['start'] = ({ beginsCheckout }) => {
    const draft = readDraft(this.store.getState().checkout.token)
    if (Object.keys(draft).length > 0) this.change(draft)
    const isNew = !this.store.getState().checkout.token
    if (isNew && beginsCheckout) void this.enqueue(() => this.startCheckout())
    // A page that is being left can only send with loaded code.
    else void loadContract().catch(() => undefined)
    const handlePageHide = () => {
      // A pending creation must not be sent a second time.
      const state = this.store.getState()
      if (state.checkout.token && hasUnsaved(state))
        void this.push({ keepalive: true }).catch(() => undefined)
    }
    const handleOnline = () => void this.flush()
    window.addEventListener('pagehide', handlePageHide)
    window.addEventListener('online', handleOnline)
    if (this.channel) this.channel.onmessage = ({ data }) => this.handleBroadcast(data)
    return () => {
      window.removeEventListener('pagehide', handlePageHide)
      window.removeEventListener('online', handleOnline)
      if (this.channel) this.channel.onmessage = null
    }
  }

  private enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.queue.then(task)
    this.queue = result.catch(() => undefined)
    return result
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.saveTimer)
    this.saveTimer = setTimeout(() => void this.flush(), delayMs)
  }

  /**
   * Sends until nothing is dirty and the step is submitted. A stale copy is updated and the changes
   * are sent again.
   */
  private async pushAll(
    submission: Pick<SendOptions, 'submits' | 'onSubmitted'>,
  ): Promise<boolean> {
    const { submits } = submission
    let isSubmitted = submits === undefined
    const isDone = () => isSubmitted && !hasUnsaved(this.store.getState())
    for (let attempt = 0; attempt < maxAttempts && !isDone(); attempt += 1) {
      try {
        // A checkout is created without a step.
        const isStored = this.store.getState().checkout.token !== ''
        await this.push(isStored && !isSubmitted ? submission : {})
        isSubmitted ||= isStored
      } catch (error) {
        if (!(error instanceof ApiClientError)) return false
        if (submits && isStepRefused(error)) throw error
        if (!this.tryRecover(error)) return false
      }
    }
    return isDone()
  }

  /**
   * A first visit creates its checkout; if that fails, the first save does. Leaving the page aborts
   * it: the customer may be opening another order's link, whose cookie a late response would
   * overwrite.
   */
  private startCheckout = async (): Promise<void> => {
    if (this.store.getState().checkout.token) return
    const controller = new AbortController()
    const abort = () => controller.abort()
    window.addEventListener('beforeunload', abort)
    await this.send({ signal: controller.signal }).catch(() => undefined)
    window.removeEventListener('beforeunload', abort)
  }

  /** Sends the dirty changes once; newer ones wait for the next attempt. */
  private async push(options: SendOptions): Promise<void> {
    this.store.setState({ saving: 'saving' })
    await this.send(options)
  }

  private async send(options: SendOptions): Promise<void> {
    const { dirty, checkout } = this.store.getState()
    try {
      this.acceptSaved(await this.save(checkout, dirty, options), dirty)
    } catch (error) {
      // The answers of a refused step are saved.
      const savedCheckout = isStepRefused(error) && error.refusal.checkout
      if (savedCheckout) this.acceptSaved(savedCheckout, dirty)
      throw error
    }
  }

  private acceptSaved(checkout: WireCheckout, sentChange: StateChange): void {
    acceptServerState(this.store, checkout, sentChange)
    this.failureCount = 0
    this.storeDraft()
    this.store.setState(state => ({ saving: hasUnsaved(state) ? 'saving' : 'saved' }))
    this.broadcastVersion(checkout.version)
  }

  private async save(
    { token, version }: WireCheckout,
    state: StateChange,
    { submits, onSubmitted, ...options }: SendOptions,
  ) {
    const { createCheckout, saveCheckout } = await loadContract()
    // On page hide a stale response could not be handled: send no version.
    const body = options.keepalive ? { state } : { version, state, ...(submits && { submits }) }
    return token
      ? this.api(saveCheckout, {
          body,
          onAccepted: () => this.store.getState().dirty === state && onSubmitted?.(),
          ...options,
        })
      : this.api(createCheckout, { body: { state, launch: this.launch }, ...options })
  }

  /** Whether a failed save can be sent again immediately. */
  private tryRecover(error: ApiClientError): boolean {
    const { issues = [], checkout } = error.refusal
    if (checkout) acceptServerState(this.store, checkout)
    if (error.code === 'stale' && checkout) return true
    // A rate-limited coupon is refused by its field, too.
    if (issues.length > 0) {
      this.dropFields(issues.map(({ field }) => field.replace(/^state\./, '')))
      return true
    }
    if (isFinal(error)) this.discardChanges(error)
    else this.retryLater(error)
    return false
  }

  private retryLater(error: ApiClientError): void {
    this.store.setState({ saving: error.status === 0 ? 'offline' : 'failed' })
    if (error.kind === 'fault') report('saving', error)
    this.failureCount += 1
    this.schedule(doublingDelayMs(this.failureCount))
  }

  /** Drops refused fields, so that the others can be saved. */
  private dropFields(fields: string[]): void {
    this.store.setState(({ dirty }) => ({ dirty: withoutFields(dirty, fields) }))
    this.storeDraft()
    const { coupon } = this.store.getState()
    // The coupon form shows the result of its own code.
    if (coupon.state === 'applied' && isSame(fields, ['coupon'])) return
    notify(this.store, 'save.unprocessable', { durationMs: noticeDurationMs })
  }

  private discardChanges(error: ApiClientError): void {
    if (error.code === 'not_found') {
      this.markExpired()
      return
    }
    const { code = 'fault' } = error
    const refusal = { code, change: this.store.getState().dirty }
    this.store.setState({ dirty: {}, saving: 'failed', refused: refusal })
    this.storeDraft()
    notify(this.store, `save.${code}`, { durationMs: noticeDurationMs })
    void this.refresh()
  }

  private markExpired(): void {
    this.store.setState({ isExpired: true, saving: 'failed' })
  }

  /** Stores unsent changes, so that they survive a reload. */
  private storeDraft(): void {
    const { checkout, dirty } = this.store.getState()
    writeDraft(checkout.token, dirty)
  }

  private broadcastVersion(version: number | undefined): void {
    if (version) this.channel?.postMessage({ version })
  }

  /**
   * Another tab has saved: reads the server's copy if it is newer. A notice of a new total stays until
   * it is closed or the order is paid, because this tab is usually in the background.
   */
  private async handleBroadcast({ version = 0 }: { version?: number }): Promise<void> {
    const { checkout } = this.store.getState()
    if (version <= checkout.version) return
    await this.refresh()
    const { checkout: newer, notifications } = this.store.getState()
    const isTotalNew = newer.quote?.total !== checkout.quote?.total
    const isShown = notifications.some(({ text }) => text === elsewhereText)
    if (isTotalNew && !isShown) notify(this.store, elsewhereText, { endsOncePaid: true })
  }
}

/**
 * Whether the server will never accept the change. A refusal by a proxy, by a rate limit or during
 * an outage is temporary.
 */
const isFinal = ({ kind, code }: ApiClientError): boolean =>
  kind === 'refused' && code !== undefined && !['rate_limited', 'unavailable'].includes(code)

const isStepRefused = (error: unknown): error is ApiClientError =>
  error instanceof ApiClientError && error.code === 'step_refused'

/** Driver and address of an expired checkout have no stored ids any more. */
const withoutStoredIds = ({ customer, shipping }: CheckoutState) => ({
  step: 1,
  customer: { ...customer, id: null },
  shipping: { ...shipping, id: null },
})

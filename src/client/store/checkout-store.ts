import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { WireChange, WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { orderOf, quoteOf } from '@/domain/checkout/quote-of-state'
import {
  applyChange,
  mergeChange,
  type StateChange,
  subtractChange,
} from '@/domain/checkout/state-change'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Coupon, CouponRefusal } from '@/domain/pricing/coupon'
import type { Minor } from '@/domain/pricing/money'
import { type Quote, toTravelLine } from '@/domain/pricing/quote'

/** How saving stands: nothing to save, on its way, waiting for the network, or refused. */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'failed'

export interface Notification {
  id: string
  /** A key of the texts, with what it needs. */
  text: string
  values?: Record<string, string>
}

/** Where a code was given: the answer is told there. */
export type CouponPlace = 'box' | 'found' | 'deal'

/** A coupon with its terms in one currency, and what it takes off this order. */
export interface CouponSaving {
  coupon: Coupon
  saves: Minor
}

/**
 * How the last discount code of this tab stands (SPEC 4). `choice`: a code was typed that saves less than
 * the current one, and the customer decides.
 */
export type CouponCheck =
  | { state: 'none' }
  | { state: 'loading'; place: CouponPlace; name: string }
  | ({ state: 'applied'; applied: CouponSaving; previous: CouponSaving | null } & CouponCheckScope)
  | ({ state: 'choice'; current: CouponSaving; candidate: CouponSaving } & CouponCheckScope)
  | ({ state: 'error'; name: string; message: CouponMessage } & CouponErrorDetails &
      CouponCheckScope)
  | { state: 'removed'; coupon: Coupon; currency: CurrencyCode }

/** What the sentence of a refused code needs besides its name. */
export interface CouponErrorDetails {
  /** Until a code may be tried again. */
  minutes?: number
  /** Those the code has a discount in. */
  currencies?: string | undefined
}

/** Where something is said of a code, and of which price: with another price it is over. */
interface CouponCheckScope {
  place: CouponPlace
  quote: Quote | null
}

/** Why a code was not applied: it is refused, it cannot be now, or the check itself failed (SPEC 8). */
export type CouponMessage = CouponRefusal | 'rate_limited' | 'payment_in_progress' | 'failed'

export interface ClientState {
  /** What the server last said. Its token is empty until something has been saved. */
  checkout: WireCheckout
  /** What the customer has changed since, and the server has not heard yet. */
  dirty: StateChange
  saving: SaveStatus
  /** What the server has just refused for good, and why; null once something is changed again. */
  refused: { code: string; change: StateChange } | null
  isExpired: boolean
  /** SPEC 4: on until start-up is finished. */
  isLoading: boolean
  /** SPEC 4: on while a change of currency is under way; the old prices stand until all new ones are there. */
  isRepricing: boolean
  coupon: CouponCheck
  /** Photos the server does not have yet. */
  uploads: PhotoUploads
  /** What the customer has put away since the page came. */
  dismissed: string[]
  notifications: (Notification & { leaving: boolean })[]
}

export type CheckoutStore = StoreApi<ClientState>

/** One store for one request or tab, filled with what the server said. */
export const createCheckoutStore = (checkout: WireCheckout): CheckoutStore =>
  createStore<ClientState>(() => ({
    checkout,
    dirty: {},
    saving: 'saved',
    refused: null,
    isExpired: false,
    isLoading: true,
    isRepricing: false,
    coupon: { state: 'none' },
    uploads: {},
    dismissed: [],
    notifications: [],
  }))

/** Changes the state here and now; sending it is the sync's business. */
export const stageChange = (store: CheckoutStore, change: StateChange): void =>
  store.setState(({ dirty }) => ({ dirty: mergeChange(dirty, change), refused: null }))

/** Takes the server's copy when it is newer; what the customer has changed since stays on top of it. */
export const acceptServerState = (store: CheckoutStore, checkout: WireCheckout): void =>
  store.setState(previousState => {
    const { token, version } = previousState.checkout
    // What was meant for one order is never put on another.
    if (token && token !== checkout.token) return { checkout, dirty: {} }
    return token !== checkout.token || checkout.version >= version ? { checkout } : {}
  })

/** Forgets the parts of what was sent that have not changed again on the way. */
export const clearSent = (store: CheckoutStore, sentChange: StateChange): void =>
  store.setState(({ dirty }) => ({ dirty: subtractChange(dirty, sentChange) }))

/** The checkout as the customer sees it: the server's copy under what is not saved yet. */
export const optimisticState = memoize(
  ({ checkout, dirty }: ClientState): CheckoutState => applyChange(checkout.state, dirty),
)

/** The price the customer sees, in minor units. */
export const optimisticQuote = memoize((state: ClientState): Quote | null =>
  quoteOf(optimisticState(state)),
)

/** The travel items the customer sees, with what so many of each cost, in minor units. */
export const optimisticTravel = memoize(state => {
  const order = orderOf(optimisticState(state))
  return order?.plan.isPhysical ? order.travel.map(toTravelLine) : []
})

export const hasUnsaved = ({ dirty }: ClientState): boolean => Object.keys(dirty).length > 0

/** What is dirty as it travels. */
export const toWireChange = (dirty: StateChange): WireChange => dirty as WireChange

/** The same answer for the same checkout and changes, so that nothing renders twice for it. */
function memoize<T>(derive: (state: ClientState) => T): (state: ClientState) => T {
  const cache = new WeakMap<WireCheckout, { dirty: StateChange; result: T }>()
  return state => {
    const cached = cache.get(state.checkout)
    if (cached?.dirty === state.dirty) return cached.result
    const result = derive(state)
    cache.set(state.checkout, { dirty: state.dirty, result })
    return result
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { orderOf, quoteOf } from '@/domain/checkout/quote-of-state'
import {
  applyChange,
  isSame,
  type StateChange,
  subtractChange,
} from '@/domain/checkout/state-change'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { CouponRefusal } from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import type { Minor } from '@/domain/pricing/money'
import { type Quote, toTravelLine } from '@/domain/pricing/quote'

/** State of saving: nothing to save, in flight, waiting for the network, or failed. */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'failed'

export interface Notification {
  id: string
  /** Text key, with its values. */
  text: string
  values?: Record<string, string>
  /** Concerns an order that can be changed: the payment ends it. */
  endsOncePaid?: boolean
}

/** Where a code was entered: its result is shown there. */
export type CouponPlace = 'box' | 'found' | 'deal'

/** A coupon with its terms in one currency, and its savings on this order in minor units. */
export interface CouponSaving {
  coupon: Coupon
  saves: Minor
}

/**
 * State of this tab's last discount code. `choice`: a typed code saves less than the current one,
 * and the customer decides.
 */
export type CouponCheck =
  | { state: 'none' }
  | { state: 'loading'; place: CouponPlace; name: string }
  | ({ state: 'applied'; applied: CouponSaving; previous: CouponSaving | null } & CouponCheckScope)
  | ({ state: 'choice'; current: CouponSaving; candidate: CouponSaving } & CouponCheckScope)
  | ({ state: 'error'; name: string; message: CouponMessage } & CouponErrorDetails &
      CouponCheckScope)
  | { state: 'removed'; coupon: Coupon; currency: CurrencyCode }

/** Values for the text of a refused code. */
export interface CouponErrorDetails {
  /** Minutes until another code can be tried. */
  minutes?: number
  /** The currencies in which the code has a discount. */
  currencies?: string | undefined
}

/** Where a result is shown, and the price it is about: with another price it is stale. */
interface CouponCheckScope {
  place: CouponPlace
  quote: Quote | null
}

/** Why a code was not applied: it is refused, it cannot be used now, or the check failed. */
export type CouponMessage = CouponRefusal | 'rate_limited' | 'payment_in_progress' | 'failed'

export interface ClientState {
  /** The latest server copy. Its token is empty until the first save. */
  checkout: WireCheckout
  /** Local changes that the server does not have yet. */
  dirty: StateChange
  saving: SaveStatus
  /** The last change that the server finally refused, and the code; null after another change. */
  refused: { code: string; change: StateChange } | null
  isExpired: boolean
  /** True until startup is finished. */
  isLoading: boolean
  /** True during a change of currency; the old prices stay until all new ones are available. */
  isRepricing: boolean
  coupon: CouponCheck
  /** Photos not yet on the server. */
  uploads: PhotoUploads
  /** What the customer dismissed since the page load. */
  dismissed: string[]
  notifications: (Notification & { leaving: boolean })[]
}

export type CheckoutStore = StoreApi<ClientState>

/** One store per request or tab, with the server's checkout. */
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

/** Changes the state locally; the sync sends it. */
export const stageChange = (store: CheckoutStore, change: StateChange): void =>
  store.setState(({ dirty }) => ({ dirty: applyChange(dirty, change), refused: null }))

/**
 * Takes the server's copy unless it is older; unsaved changes stay on top of it. The sent changes
 * are saved with it, except those that changed again meanwhile.
 */
export const acceptServerState = (
  store: CheckoutStore,
  checkout: WireCheckout,
  sentChange?: StateChange,
): void =>
  store.setState(clientState => {
    const { token, version } = clientState.checkout
    const { dirty } = clientState
    // Changes of one order must never be applied to another.
    if (token && token !== checkout.token) return { checkout, dirty: {} }
    const isOutdated = token !== '' && checkout.version < version
    return {
      ...(!isOutdated && { checkout: keepSameParts(optimisticState(clientState), checkout) }),
      ...(sentChange && { dirty: subtractChange(dirty, sentChange) }),
    }
  })

/** Keeps the objects that the customer already sees: an answer that confirms them renders nothing. */
function keepSameParts(shown: CheckoutState, checkout: WireCheckout): WireCheckout {
  const parts = Object.entries(checkout.state).map(([name, part]) => {
    const shownPart = shown[name as keyof CheckoutState]
    return [name, isSame(shownPart, part) ? shownPart : part]
  })
  return { ...checkout, state: Object.fromEntries(parts) as CheckoutState }
}

/** The checkout that the customer sees: the server's copy with the unsaved changes. */
export const optimisticState = memoize(
  ({ checkout, dirty }: ClientState): CheckoutState => applyChange(checkout.state, dirty),
)

/** The price that the customer sees, in minor units. */
export const optimisticQuote = memoize(
  (state: ClientState): Quote | null => quoteOf(optimisticState(state)),
  isSame,
)

/** The travel items that the customer sees, with line totals in minor units. */
export const optimisticTravel = memoize(state => {
  const order = orderOf(optimisticState(state))
  return order?.plan.isPhysical ? order.travel.map(toTravelLine) : []
}, isSame)

export const hasUnsaved = ({ dirty }: ClientState): boolean => Object.keys(dirty).length > 0

/**
 * Returns the same object for the same checkout and changes, and for other changes that make no
 * difference to `isUnchanged`, to avoid renders.
 */
function memoize<T>(
  derive: (state: ClientState) => T,
  isUnchanged: (previous: T, next: T) => boolean = Object.is,
): (state: ClientState) => T {
  const cache = new WeakMap<WireCheckout, { dirty: StateChange; result: T }>()
  return state => {
    const cached = cache.get(state.checkout)
    if (cached?.dirty === state.dirty) return cached.result
    const derived = derive(state)
    const result = cached && isUnchanged(cached.result, derived) ? cached.result : derived
    cache.set(state.checkout, { dirty: state.dirty, result })
    return result
  }
}

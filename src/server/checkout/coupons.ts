import { hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState, StoredState } from '@/domain/checkout/checkout-state'
import { orderOf } from '@/domain/checkout/quote-of-state'
import type { StateChange } from '@/domain/checkout/state-change'
import {
  type CouponConditions,
  type CouponRefusal,
  resolveCouponRefusal,
} from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { toMajor } from '@/domain/pricing/money'
import { type Order, pickCoupon, savingOf } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { ApiError } from '@/server/infra/api-error'
import { couponField } from '@/server/limits/coupon-guess-limit'

// Every rule about which coupon counts. `domain/pricing` computes what a coupon saves.

/**
 * The coupon conditions that are not in the catalog. `hasBoughtBefore` needs a query of the
 * orders, so it is optional.
 */
export type CouponContext = Pick<CouponConditions, 'nowMs' | 'isReserved'> &
  Partial<Pick<CouponConditions, 'hasBoughtBefore'>>

/** A state with the catalog's plans, prices and tax; its coupon is still a name without terms. */
export type PricedState = Omit<CheckoutState, 'coupon'> & Pick<StoredState, 'coupon'>

/** The inputs of a coupon check besides the state. */
export interface CouponDeps {
  catalog: Catalog
  couponContext: CouponContext
}

/** The coupon conditions of a checkout. The coupon of a payment, active or made, stays valid. */
export const couponContextOf = (
  row: Pick<CheckoutRow, 'activeAttemptId' | 'status'>,
  now: Date,
): CouponContext => ({
  nowMs: now.getTime(),
  isReserved: row.activeAttemptId !== null || row.status !== 'processing',
})

/** The parts of an order that a coupon is checked against; the plan is the one that counts. */
type CouponSubject = Pick<
  StoredState,
  'coupon' | 'currency' | 'selectedLicense' | 'category' | 'travelItemsInCart' | 'partnerToken'
>

/** The terms of a coupon for an order, or the code of its refusal. */
export function evaluateCoupon(
  state: CouponSubject,
  name: string,
  { catalog, couponContext }: CouponDeps,
): { coupon: Coupon | null; code: CouponRefusal | null } {
  const knownCoupon = catalog.coupon(name, state.currency)
  const code = resolveCouponRefusal(knownCoupon, {
    nowMs: couponContext.nowMs,
    // Looked up when a coupon is applied and at payment.
    hasBoughtBefore: couponContext.hasBoughtBefore ?? false,
    isReserved: couponContext.isReserved && state.coupon?.name === knownCoupon?.name,
    plan: { id: state.selectedLicense, isPhysical: hasParcel(state.category) },
    travel: state.travelItemsInCart.map(({ item_id }) => item_id),
    isPartnerOrder: state.partnerToken !== null,
  })
  return { coupon: code ? null : (knownCoupon?.terms ?? null), code }
}

/** For a coupon refused for its currency: the currencies that it has, `EUR, PLN`. */
export const buildCurrencyHint = (
  { name, code }: { name: string; code: CouponRefusal | null },
  catalog: Catalog,
) => (code === 'currency' ? { currencies: catalog.couponCurrencies(name).join(', ') } : {})

/**
 * The state with the chosen coupon's terms or its refusal, and the saving or refusal of every found
 * coupon.
 */
export function deriveCoupons(state: PricedState, deps: CouponDeps): CheckoutState {
  const { coupon: chosenCoupon, coupon_refused, coupons_found } = state
  const evaluation = chosenCoupon && evaluateCoupon(state, chosenCoupon.name, deps)
  const refusal =
    chosenCoupon && evaluation?.code
      ? { name: chosenCoupon.name, code: evaluation.code }
      : coupon_refused
  return {
    ...state,
    coupon: evaluation?.coupon ?? null,
    coupon_refused: refusal && { ...refusal, ...buildCurrencyHint(refusal, deps.catalog) },
    coupon_expired: refusal?.code === 'expired',
    coupons_found: coupons_found.map(foundCoupon => {
      const { coupon, code: currentCode } = evaluateCoupon(state, foundCoupon.name, deps)
      // `new_customers` was checked in the database when the coupon was found.
      const code = currentCode ?? (foundCoupon.code === 'new_customers' ? foundCoupon.code : null)
      const saving = coupon && !code ? calculateSaving(state, coupon) : { saves: 0 }
      const entry = { ...foundCoupon, ...saving, name: coupon?.name ?? foundCoupon.name, code }
      return { ...entry, ...buildCurrencyHint(entry, deps.catalog) }
    }),
  }
}

/** The saving of a coupon in major units; `on_delivery` if it is on a guessed delivery only. */
function calculateSaving(state: PricedState, coupon: Coupon) {
  const savings = listComparisonOrders(state).map(order => savingOf(order, coupon))
  const saving = savings.find(amount => amount > 0) ?? 0
  return {
    saves: toMajor(saving, state.currency),
    ...(saving > 0 && savings[0] === 0 && { on_delivery: true }),
  }
}

/**
 * The orders that coupons are compared on, without a coupon. While the country of the delivery is
 * guessed, an order without it comes first: a certain saving is better than an estimated one.
 */
function listComparisonOrders(state: PricedState): Order[] {
  const isGuess = !state.shipping.country && !state.customer.id
  const candidates = [...(isGuess ? [{ ...state, selectedShippingMethod: null }] : []), state]
  return candidates.flatMap(candidate => orderOf({ ...candidate, coupon: null }) ?? [])
}

/**
 * The best of these coupons (docs/product.md, Coupons). Estimated delivery counts only if no coupon
 * saves without it. A coupon that saves no more than `current` does not replace it.
 */
export function findBestCoupon(
  state: PricedState,
  names: string[],
  deps: CouponDeps,
  current: Coupon | null = null,
): Coupon | null {
  const coupons = names.flatMap(name => evaluateCoupon(state, name, deps).coupon ?? [])
  for (const order of listComparisonOrders(state)) {
    const bestCoupon = pickCoupon(order, coupons)
    if (bestCoupon && current && savingOf(order, bestCoupon) <= savingOf(order, current))
      return current
    if (bestCoupon) return bestCoupon
  }
  return current
}

/** A coupon that can no longer be used. */
interface LostCoupon {
  name: string
  code: CouponRefusal
}

type CouponChoice = Pick<
  StoredState,
  'coupon' | 'coupon_is_own' | 'coupon_refused' | 'coupons_found'
>

/**
 * The coupon that applies after a change. A coupon that can no longer be used is replaced by the
 * best found one and joins the found coupons, so that it can apply again later. A coupon that the
 * customer chose stays while it can be used; one that the customer removed does not return.
 * `knownLostCoupon` is a coupon that the caller knows to be unusable.
 */
export function chooseCoupon(
  state: PricedState,
  deps: CouponDeps,
  knownLostCoupon?: LostCoupon,
): CouponChoice {
  // A payment in progress does not lose its coupon.
  if (deps.couponContext.isReserved) return pickChoice(state)
  const findRefusal = (coupon: { name: string } | null): LostCoupon | null => {
    if (!coupon) return null
    if (coupon.name === knownLostCoupon?.name) return knownLostCoupon
    const { code } = evaluateCoupon(state, coupon.name, deps)
    return code && { name: coupon.name, code }
  }
  const lostCoupon = findRefusal(state.coupon)
  const coupons_found = addLostCoupon(state.coupons_found, lostCoupon).map(foundCoupon => ({
    ...foundCoupon,
    code: findRefusal(foundCoupon)?.code ?? null,
  }))
  if (state.coupon_is_own && !lostCoupon) return { ...pickChoice(state), coupons_found }
  const names = coupons_found
    .filter(({ name, code }) => !code && !state.coupons_removed.includes(name))
    .map(({ name }) => name)
  const current =
    state.coupon && !lostCoupon ? evaluateCoupon(state, state.coupon.name, deps).coupon : null
  return {
    coupon: toStoredCoupon(findBestCoupon(state, names, deps, current)),
    coupon_is_own: false,
    coupon_refused: lostCoupon ?? findRefusal(state.coupon_refused),
    coupons_found,
  }
}

const pickChoice = ({
  coupon,
  coupon_is_own,
  coupon_refused,
  coupons_found,
}: CouponChoice): CouponChoice => ({ coupon, coupon_is_own, coupon_refused, coupons_found })

/** A coupon is stored by its name: its terms come from the catalog each time. */
export const toStoredCoupon = (coupon: { name: string } | null): StoredState['coupon'] =>
  coupon && { name: coupon.name }

function addLostCoupon(
  foundCoupons: CheckoutState['coupons_found'],
  lostCoupon: LostCoupon | null,
) {
  if (!lostCoupon || foundCoupons.some(({ name }) => name === lostCoupon.name)) return foundCoupons
  return [...foundCoupons, { name: lostCoupon.name, saves: 0, code: null, typed: true }]
}

/**
 * The state with the coupon of the change, or without the removed coupon. Throws `unprocessable`
 * with the reason for a coupon that cannot be used: `coupon.expired`.
 */
export function applyCoupon(
  state: StoredState,
  { coupon: requestedCoupon = null, coupon_is_own = true }: StateChange,
  deps: CouponDeps,
): StoredState {
  const baseState = { ...state, coupon_is_own, coupon_refused: null }
  const removedCoupon = state.coupon ?? state.coupon_refused
  if (requestedCoupon === null)
    return { ...baseState, coupon: null, coupons_removed: appendName(state, removedCoupon?.name) }
  const { coupon, code } = evaluateCoupon(state, requestedCoupon.name, deps)
  if (!coupon)
    throw new ApiError('unprocessable', {
      issues: [{ field: couponField, message: `coupon.${code}` }],
    })
  return {
    ...baseState,
    coupon: toStoredCoupon(coupon),
    coupons_removed: removeName(state, coupon.name),
  }
}

const removeName = ({ coupons_removed }: StoredState, name: string): string[] =>
  coupons_removed.filter(removedName => removedName !== name)

const appendName = (state: StoredState, name: string | undefined): string[] =>
  name === undefined ? state.coupons_removed : [...removeName(state, name), name]

import { isKnownState } from '@/domain/address/address-formats'
import { hasParcel, isOffered, toPlanFormat } from '@/domain/catalog/plans'
import type { CheckoutState, StoredState } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { canPreselectExtras, licenceCountryOf, residenceOf } from '@/domain/checkout/residence'
import {
  applyChange,
  chooseCategory,
  isSame,
  type StateChange,
} from '@/domain/checkout/state-change'
import { findStepByNumber } from '@/domain/checkout/steps'
import { listTripStartIssues } from '@/domain/checkout/trip-start'
import { type PermitTable, toDestinationsChange } from '@/domain/destinations/permit-verdict'
import { listUnstorableFields } from '@/domain/input/storable'
import { withoutEmptyClicks } from '@/domain/links/click-tracking'
import { resolveNextStep } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { applyPickup } from '@/server/checkout/apply-pickup'
import { applyTravelCart } from '@/server/checkout/apply-travel-cart'
import {
  applyCoupon,
  type CouponDeps,
  chooseCoupon,
  couponContextOf,
  deriveCoupons,
} from '@/server/checkout/coupons'
import { applyCurrency } from '@/server/checkout/currency'
import { derivePrices, resolvePlan } from '@/server/checkout/derive-state'
import { fillFullAddress } from '@/server/checkout/full-address'
import { applyPhone } from '@/server/checkout/normalise-phone'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import { listUnknownChoices } from '@/server/checkout/unknown-choices'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { ApiError } from '@/server/infra/api-error'
import { toIsoDate } from '@/server/infra/clock'

/** The inputs of a change besides the state. */
export interface ChangeContext extends CouponDeps {
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  /** The country validity table; empty while it is unknown. */
  permits: PermitTable
}

/** The part of a checkout that a change needs; its row need not exist yet. */
export type CheckoutSnapshot = Pick<CheckoutRow, 'state' | 'activeAttemptId' | 'status'>

/** Loads the inputs of a change: catalog, server date, coupon conditions and permits. */
export async function buildChangeContext(
  { row }: { row: CheckoutSnapshot },
  { db, now, permits }: Backend,
  catalog: Catalog,
  { coupon, customer }: StateChange,
): Promise<ChangeContext> {
  const { state } = row
  const email = customer?.email ?? state.customer.email
  const namedCoupons = [coupon, state.coupon, state.coupon_refused, ...state.coupons_found]
  const names = namedCoupons.flatMap(entry => entry?.name ?? [])
  const isReturningBuyer = await hasBoughtBefore(db, { catalog, names, email })
  const couponContext = { ...couponContextOf(row, now()), hasBoughtBefore: isReturningBuyer }
  return { catalog, today: toIsoDate(now()), couponContext, permits: (await permits()).table }
}

/** What a change leads to: the state to store, and the same with prices and coupon terms. */
export interface ChangedState {
  stored: StoredState
  derived: CheckoutState
}

/**
 * The state after a change, with every rule of the checkout applied. Throws `unprocessable` for
 * text that cannot be stored and for values that the shop does not offer, `currency` when the new
 * currency lacks a price.
 */
export function applyCheckoutChange(
  state: StoredState,
  requestedChange: StateChange,
  context: ChangeContext,
): ChangedState {
  const issues = [
    ...listUnstorableFields(requestedChange),
    ...listUnknownChoices(state, requestedChange, context.catalog),
    ...listTripStartIssues(requestedChange.trip_start, state.trip_start, context.today).map(
      issue => ({ ...issue, field: `state.${issue.field}` }),
    ),
  ]
  if (issues.length > 0) throw new ApiError('unprocessable', { issues })
  const change = applyRecommendedPlan(state, withoutEmptyClicks(requestedChange), context)
  const { step, coupon, coupon_is_own, ...answers } = resolvePlanChange(state, change, context)
  const answeredState = applyChange(state, answers)
  assertPlanOffered(answeredState, requestedChange)
  const ruledState = rules.reduce(
    (nextState, { concerns, apply }) =>
      concerns(nextState, change) ? apply(nextState, change, context) : nextState,
    answeredState,
  )
  const hasPriceBefore = isGiven(change.currency) || ruledState.currencyData !== null
  const nextState = hasPriceBefore ? applyCurrency(state, ruledState, context) : ruledState
  return advance(withBestCoupon(nextState, context), step, context)
}

/** A consequence of an answer. `concerns` is false for a change that the rule cannot alter. */
interface ChangeRule {
  concerns: (state: StoredState, change: StateChange) => boolean
  apply: (state: StoredState, change: StateChange, context: ChangeContext) => StoredState
}

/** In this order: a rule sees what the rules before it decided. */
const rules: ChangeRule[] = [
  { concerns: () => true, apply: settlePlan },
  { concerns: (_, { customer, dialCode }) => isGiven(customer, dialCode), apply: applyPhone },
  { concerns: (_, { customer }) => isGiven(customer), apply: reconcileHomeState },
  {
    concerns: (_, { urgent, userCountry, customer, approval_documents }) =>
      isGiven(
        urgent,
        userCountry,
        customer?.country_of_residence,
        customer?.license_issued,
        approval_documents,
      ),
    apply: clearPreselectedExtras,
  },
  { concerns: ({ category }) => !hasParcel(category), apply: clearDelivery },
  {
    concerns: ({ partner, shipping, category }) =>
      hasParcel(category) && Boolean(partner ?? shipping.pickup_point),
    apply: applyPickup,
  },
  { concerns: (_, { shipping }) => isGiven(shipping), apply: fillFullAddress },
  { concerns: (_, { coupon }) => isGiven(coupon), apply: applyCoupon },
  {
    concerns: ({ travel_items, travelItemsAside }, { travelItemsInCart }) =>
      isGiven(travelItemsInCart) || travel_items.length + travelItemsAside.length > 0,
    apply: applyTravelCart,
  },
]

const isGiven = (...values: unknown[]): boolean => values.some(value => value !== undefined)

/** Chooses the coupon and derives the state once: a coupon does not change the other prices. */
function withBestCoupon(state: StoredState, context: ChangeContext): ChangedState {
  const pricedState = derivePrices(state, context.catalog)
  const choice = chooseCoupon(pricedState, context)
  const chosenState = { ...pricedState, ...choice }
  return {
    stored: { ...state, ...choice },
    derived: deriveCoupons(chosenState, context),
  }
}

/** Limits the requested step to the steps whose predecessors are complete. */
function advance(
  { stored, derived }: ChangedState,
  requestedStep: number | undefined,
  { today, permits }: ChangeContext,
): ChangedState {
  if (requestedStep === undefined) return { stored, derived }
  const step = resolveNextStep(findStepByNumber(requestedStep - 1), derived, today, permits)
  return { stored: { ...stored, step }, derived: { ...derived, step, completedStep: step - 1 } }
}

/**
 * New destinations, or another country of the licence, can recommend another plan. A plan in the
 * same change wins.
 */
function applyRecommendedPlan(
  state: StoredState,
  change: StateChange,
  { permits }: ChangeContext,
): StateChange {
  const changedState = applyChange(state, change)
  const isSameJourney =
    isSame(changedState.destinations, state.destinations) &&
    licenceCountryOf(changedState) === licenceCountryOf(state)
  if (isSameJourney) return change
  const { acknowledgements, ...plan } = toDestinationsChange(changedState, permits)
  const isChosen = change.selectedLicense !== undefined || change.category !== undefined
  return { ...(!isChosen && plan), ...change, ...(acknowledgements && { acknowledgements }) }
}

/** A category without a plan selects the plan of that category with the same number of years. */
function resolvePlanChange(
  state: StoredState,
  change: StateChange,
  { catalog }: ChangeContext,
): StateChange {
  const { category, selectedLicense } = change
  const isCategoryChoice = category === 'physical' || category === 'digital'
  if (!isCategoryChoice || selectedLicense !== undefined) return change
  const plan = resolvePlan(state, catalog)
  return toPlanFormat(plan) === category ? change : { ...change, ...chooseCategory(plan, category) }
}

/**
 * Throws `unprocessable` for an id that is no plan (40 to 45 are), for the lifetime plan without
 * its campaign, and for a plan that the link excludes.
 */
function assertPlanOffered(state: StoredState, { selectedLicense }: StateChange): void {
  if (selectedLicense === undefined || isOffered(selectedLicense, state)) return
  throw new ApiError('unprocessable', {
    issues: [{ field: 'state.selectedLicense', message: 'selectedLicense.unknown' }],
  })
}

/**
 * Stores the category of the plan that counts, and replaces a selected plan that the link excludes,
 * such as the default, by one that it names.
 */
function settlePlan(state: StoredState, _: StateChange, { catalog }: ChangeContext): StoredState {
  const { selectedLicense, category } = resolvePlan(state, catalog)
  const isExcluded = !isOffered(state.selectedLicense, state)
  return { ...state, category, ...(isExcluded && { selectedLicense }) }
}

/**
 * A digital permit is taxed by the driver's state, if there is one. Throws `unprocessable` for a
 * new state that the country does not have; a stored state is cleared when the country changes.
 */
function reconcileHomeState(
  state: StoredState,
  { customer: customerChange }: StateChange,
): StoredState {
  const { customer } = state
  if (!customer.state || isKnownState(customer.country_of_residence, customer.state)) return state
  if (!customerChange?.state) return { ...state, customer: { ...customer, state: '' } }
  throw new ApiError('unprocessable', {
    issues: [{ field: 'state.customer.state', message: 'state.unknown' }],
  })
}

/**
 * Deselects a preselected extra where the law forbids preselection (docs/product.md, Urgent): the
 * residence is often known only after the extra was preselected. Also when the customer postpones
 * the photos, without which nothing can be urgent.
 */
function clearPreselectedExtras(
  state: StoredState,
  { urgent: urgentChange, approval_documents: photoChange }: StateChange,
): StoredState {
  const { urgent } = state
  const isCustomerChoice = urgentChange?.selected !== undefined && urgentChange.is_chosen !== false
  if (isCustomerChoice) return { ...state, urgent: { ...urgent, is_chosen: true } }
  const isPreticked = urgent.selected && !urgent.is_chosen
  const mayStay = canPreselectExtras(residenceOf(state)) && !photoChange?.add_later
  if (!isPreticked || mayStay) return state
  return { ...state, urgent: { ...urgent, selected: false } }
}

/** A digital plan has no parcel: clears the address, the shipping method and the travel items. */
function clearDelivery(state: StoredState): StoredState {
  return {
    ...state,
    shipping: emptyShipping,
    full_address: '',
    selectedShippingMethod: null,
    travelItemsInCart: [],
  }
}

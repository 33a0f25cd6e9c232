import type { WireChange } from '@/contract/checkout'
import { isKnownState } from '@/domain/address/state-codes'
import { findPlan, hasParcel, isOffered, toPlanFormat } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { canPreselectExtras } from '@/domain/checkout/preselection-policy'
import {
  applyChange,
  chooseCategory,
  isSame,
  type StateChange,
} from '@/domain/checkout/state-change'
import { findStepByNumber } from '@/domain/checkout/steps'
import { toDestinationsChange } from '@/domain/destinations/permit-verdict'
import { withoutEmptyClicks } from '@/domain/links/click-tracking'
import { resolveNextStep } from '@/domain/step-access'
import type { Catalog } from '@/server/catalog/catalog'
import { applyCoupon } from '@/server/checkout/apply-coupon'
import { applyPickup } from '@/server/checkout/apply-pickup'
import { applyTravelCart } from '@/server/checkout/apply-travel-cart'
import { applyBestCoupon } from '@/server/checkout/best-coupon'
import type { ChangeContext } from '@/server/checkout/change-context'
import { applyCurrency } from '@/server/checkout/currency'
import { deriveState } from '@/server/checkout/derive-state'
import { applyPhone } from '@/server/checkout/normalise-phone'
import { ApiError } from '@/server/infra/api-error'
import { listUnstorableFields } from '@/server/infra/validate-storable'

/**
 * The stored state after a change, with every rule of the checkout applied. Throws `unprocessable`
 * for text that cannot be stored and for values that the shop does not offer, `currency` when the
 * new currency lacks a price.
 */
export function applyCheckoutChange(
  state: CheckoutState,
  requestedChange: StateChange | WireChange,
  context: ChangeContext,
): CheckoutState {
  const issues = listUnstorableFields(requestedChange)
  if (issues.length > 0) throw new ApiError('unprocessable', { issues })
  const change = applyRecommendedPlan(
    state,
    withoutEmptyClicks(requestedChange as StateChange),
    context,
  )
  const { step, coupon, coupon_is_own, ...answers } = resolvePlanChange(state, change, context)
  assertPlanOffered(applyChange(state, answers), requestedChange)
  const answeredState = applyPhone(
    replaceExcludedPlan(applyChange(state, answers), context),
    answers,
  )
  const residentState = clearPreselectedExtras(reconcileHomeState(answeredState, answers), answers)
  const deliveryState = applyPickup(
    clearDelivery(residentState, context.catalog),
    answers,
    context.catalog,
  )
  const couponState = applyCoupon(
    deliveryState,
    { coupon, ...(coupon_is_own === false && { coupon_is_own }) },
    context,
  )
  const pricedState = applyCurrency(state, applyTravelCart(couponState, answers, context), context)
  const nextState = applyBestCoupon(pricedState, context)
  if (step === undefined) return nextState
  // The requested step is limited to the steps whose predecessors are complete.
  const { catalog, couponContext, today, permits } = context
  const derived = deriveState(nextState, catalog, couponContext)
  return {
    ...nextState,
    step: resolveNextStep(findStepByNumber(step - 1), derived, today, permits),
  }
}

/** New destinations can recommend another plan. A plan in the same change wins. */
function applyRecommendedPlan(
  state: CheckoutState,
  change: StateChange,
  { permits }: ChangeContext,
): StateChange {
  const { destinations } = change
  if (!destinations || isSame(destinations, state.destinations)) return change
  const changedState = applyChange(state, change)
  const { acknowledgements, ...plan } = toDestinationsChange(changedState, destinations, permits)
  const isChosen = change.selectedLicense !== undefined || change.category !== undefined
  return { ...(!isChosen && plan), ...change, ...(acknowledgements && { acknowledgements }) }
}

/** A category without a plan selects the plan of that category with the same number of years. */
function resolvePlanChange(
  state: CheckoutState,
  change: StateChange,
  { catalog, couponContext }: ChangeContext,
): StateChange {
  const { category, selectedLicense } = change
  const isCategoryChoice = category === 'physical' || category === 'digital'
  if (!isCategoryChoice || selectedLicense !== undefined) return change
  const derived = deriveState(state, catalog, couponContext)
  return toPlanFormat(derived) === category
    ? change
    : { ...change, ...chooseCategory(derived, category) }
}

/**
 * Throws `unprocessable` for an id that is no plan (40 to 45 are), for the lifetime plan without
 * its campaign, and for a plan that the link excludes.
 */
function assertPlanOffered(
  state: CheckoutState,
  { selectedLicense }: StateChange | WireChange,
): void {
  if (selectedLicense === undefined || isOffered(selectedLicense, state)) return
  throw new ApiError('unprocessable', {
    issues: [{ field: 'state.selectedLicense', message: 'selectedLicense.unknown' }],
  })
}

/** Replaces a selected plan that the link excludes, such as the default, by one that it names. */
function replaceExcludedPlan(
  state: CheckoutState,
  { catalog, couponContext }: ChangeContext,
): CheckoutState {
  if (isOffered(state.selectedLicense, state)) return state
  const { selectedLicense } = deriveState(state, catalog, couponContext)
  return { ...state, selectedLicense }
}

/**
 * A digital permit is taxed by the driver's state, if there is one. Throws `unprocessable` for a
 * new state that the country does not have; a stored state is cleared when the country changes.
 */
function reconcileHomeState(
  state: CheckoutState,
  { customer: customerChange }: StateChange,
): CheckoutState {
  const { customer } = state
  if (!customer.state || isKnownState(customer.country_of_residence, customer.state)) return state
  if (!customerChange?.state) return { ...state, customer: { ...customer, state: '' } }
  throw new ApiError('unprocessable', {
    issues: [{ field: 'state.customer.state', message: 'state.unknown' }],
  })
}

/**
 * Deselects a preselected extra where the law forbids preselection (docs/product.md, Urgent): the
 * residence is often known only after the extra was preselected.
 */
function clearPreselectedExtras(
  state: CheckoutState,
  { urgent: urgentChange }: StateChange,
): CheckoutState {
  const { customer, urgent, userCountry } = state
  const isCustomerChoice = urgentChange?.selected !== undefined && urgentChange.is_chosen !== false
  if (isCustomerChoice) return { ...state, urgent: { ...urgent, is_chosen: true } }
  const residence = customer.country_of_residence || customer.license_issued || userCountry
  const isPreticked = urgent.selected && !urgent.is_chosen
  if (!isPreticked || canPreselectExtras(residence)) return state
  return { ...state, urgent: { ...urgent, selected: false } }
}

/** A digital plan has no parcel: clears the address, the shipping method and the travel items. */
function clearDelivery(state: CheckoutState, catalog: Catalog): CheckoutState {
  const plan = findPlan(catalog.products(state.currency), state.selectedLicense)
  if (!plan || hasParcel(plan.category)) return state
  return {
    ...state,
    shipping: emptyShipping,
    selectedShippingMethod: null,
    travelItemsInCart: [],
  }
}

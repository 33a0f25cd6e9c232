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
 * The stored state after a change, with the rules that keep it whole. Throws `unprocessable` for what the
 * shop does not offer.
 */
export function applyCheckoutChange(
  state: CheckoutState,
  requestedChange: StateChange | WireChange,
  context: ChangeContext,
): CheckoutState {
  const issues = listUnstorableFields(requestedChange)
  if (issues.length > 0) throw new ApiError('unprocessable', { issues })
  const change = applyJourney(state, withoutEmptyClicks(requestedChange as StateChange), context)
  const { step, coupon, coupon_is_own, ...answers } = resolvePlanChange(state, change, context)
  assertPlanOffered(applyChange(state, answers), requestedChange)
  const answeredState = applyPhone(limitPlan(applyChange(state, answers), context), answers)
  const residentState = clearPretickedExtras(reconcileHomeState(answeredState, answers), answers)
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
  // The saved step is asked for, and granted as far as everything before it is there.
  const { catalog, couponContext, today, permits } = context
  const derived = deriveState(nextState, catalog, couponContext)
  return {
    ...nextState,
    step: resolveNextStep(findStepByNumber(step - 1), derived, today, permits),
  }
}

/** New destinations may ask for another plan. What the same change says itself counts more. */
function applyJourney(
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

/** A category that comes without a plan means its plan of as many years. */
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

/** Lifetime without its offer is no plan (SPEC 9: ids 40 to 45), nor is what the customer's link leaves out. */
function assertPlanOffered(
  state: CheckoutState,
  { selectedLicense }: StateChange | WireChange,
): void {
  if (selectedLicense === undefined || isOffered(selectedLicense, state)) return
  throw new ApiError('unprocessable', {
    issues: [{ field: 'state.selectedLicense', message: 'selectedLicense.unknown' }],
  })
}

/** A plan that the link leaves out, such as the default, makes way for one that it names. */
function limitPlan(state: CheckoutState, { catalog, couponContext }: ChangeContext): CheckoutState {
  if (isOffered(state.selectedLicense, state)) return state
  const { selectedLicense } = deriveState(state, catalog, couponContext)
  return { ...state, selectedLicense }
}

/**
 * A digital permit is taxed by the driver's state (SPEC 9), where one is told: it must be one of the
 * country's. One that was right elsewhere goes with the country.
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

/** Where the driver lives is first known from the answers: an extra nobody has asked for may not stay ticked there. */
function clearPretickedExtras(
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

/** SPEC 4: saving the digital category clears shipping, and with it what only a parcel can carry. */
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

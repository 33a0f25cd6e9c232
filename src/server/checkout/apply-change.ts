import type { WireChange } from '@/contract/checkout'
import { isStateOf } from '@/domain/address/state-codes'
import { formatOf, hasParcel, isOffered, planById } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { mayPreselectExtras } from '@/domain/checkout/preselection-policy'
import {
  applyChange,
  chooseCategory,
  isSame,
  type StateChange,
} from '@/domain/checkout/state-change'
import { stepByNumber } from '@/domain/checkout/steps'
import { withDestinations } from '@/domain/destinations/permit-verdict'
import { withoutEmptyClicks } from '@/domain/links/click-tracking'
import { stepAfter } from '@/domain/step-access'
import type { Catalog } from '@/server/catalog/catalog'
import { withCoupon } from '@/server/checkout/apply-coupon'
import { withPickup } from '@/server/checkout/apply-pickup'
import { withCart } from '@/server/checkout/apply-travel-cart'
import { withBestCoupon } from '@/server/checkout/best-coupon'
import type { Context } from '@/server/checkout/change-context'
import { withCurrency } from '@/server/checkout/currency'
import { filled } from '@/server/checkout/derive-state'
import { withPhone } from '@/server/checkout/normalise-phone'
import { Failure } from '@/server/infra/api-error'
import { unstorable } from '@/server/infra/validate-storable'

/**
 * The stored state after a change, with the rules that keep it whole. Throws `unprocessable` for what the
 * shop does not offer.
 */
export function changed(
  state: CheckoutState,
  asked: StateChange | WireChange,
  context: Context,
): CheckoutState {
  const issues = unstorable(asked)
  if (issues.length > 0) throw new Failure('unprocessable', { issues })
  const change = withJourney(state, withoutEmptyClicks(asked as StateChange), context)
  const { step, coupon, coupon_is_own, ...answers } = withPlan(state, change, context)
  refuseNotOffered(applyChange(state, answers), asked)
  const answered = withPhone(withinLimits(applyChange(state, answers), context), answers)
  const said = withoutPretickedExtras(withHomeState(answered, answers), answers)
  const merged = withPickup(withoutDelivery(said, context.catalog), answers, context.catalog)
  const chosen = withCoupon(
    merged,
    { coupon, ...(coupon_is_own === false && { coupon_is_own }) },
    context,
  )
  const priced = withCurrency(state, withCart(chosen, answers, context), context)
  const next = withBestCoupon(priced, context)
  if (step === undefined) return next
  // The saved step is asked for, and granted as far as everything before it is there.
  const { catalog, moment, today, permits } = context
  const whole = filled(next, catalog, moment)
  return { ...next, step: stepAfter(stepByNumber(step - 1), whole, today, permits) }
}

/** New destinations may ask for another plan. What the same change says itself counts more. */
function withJourney(state: CheckoutState, change: StateChange, { permits }: Context): StateChange {
  const { destinations } = change
  if (!destinations || isSame(destinations, state.destinations)) return change
  const before = applyChange(state, change)
  const { acknowledgements, ...plan } = withDestinations(before, destinations, permits)
  const isChosen = change.selectedLicense !== undefined || change.category !== undefined
  return { ...(!isChosen && plan), ...change, ...(acknowledgements && { acknowledgements }) }
}

/** A category that comes without a plan means its plan of as many years. */
function withPlan(
  state: CheckoutState,
  change: StateChange,
  { catalog, moment }: Context,
): StateChange {
  const { category, selectedLicense } = change
  const isChoice = category === 'physical' || category === 'digital'
  if (!isChoice || selectedLicense !== undefined) return change
  const before = filled(state, catalog, moment)
  return formatOf(before) === category ? change : { ...change, ...chooseCategory(before, category) }
}

/** Lifetime without its offer is no plan (SPEC 9: ids 40 to 45), nor is what the customer's link leaves out. */
function refuseNotOffered(
  state: CheckoutState,
  { selectedLicense }: StateChange | WireChange,
): void {
  if (selectedLicense === undefined || isOffered(selectedLicense, state)) return
  throw new Failure('unprocessable', {
    issues: [{ field: 'state.selectedLicense', message: 'selectedLicense.unknown' }],
  })
}

/** A plan that the link leaves out, such as the default, makes way for one that it names. */
function withinLimits(state: CheckoutState, { catalog, moment }: Context): CheckoutState {
  if (isOffered(state.selectedLicense, state)) return state
  const { selectedLicense } = filled(state, catalog, moment)
  return { ...state, selectedLicense }
}

/**
 * A digital permit is taxed by the driver's state (SPEC 9), where one is told: it must be one of the
 * country's. One that was right elsewhere goes with the country.
 */
function withHomeState(state: CheckoutState, { customer: asked }: StateChange): CheckoutState {
  const { customer } = state
  if (!customer.state || isStateOf(customer.country_of_residence, customer.state)) return state
  if (!asked?.state) return { ...state, customer: { ...customer, state: '' } }
  throw new Failure('unprocessable', {
    issues: [{ field: 'state.customer.state', message: 'state.unknown' }],
  })
}

/** Where the driver lives is first known from the answers: an extra nobody has asked for may not stay ticked there. */
function withoutPretickedExtras(
  state: CheckoutState,
  { urgent: asked }: StateChange,
): CheckoutState {
  const { customer, urgent, userCountry } = state
  const isOwnWord = asked?.selected !== undefined && asked.is_chosen !== false
  if (isOwnWord) return { ...state, urgent: { ...urgent, is_chosen: true } }
  const home = customer.country_of_residence || customer.license_issued || userCountry
  const isPreticked = urgent.selected && !urgent.is_chosen
  if (!isPreticked || mayPreselectExtras(home)) return state
  return { ...state, urgent: { ...urgent, selected: false } }
}

/** SPEC 4: saving the digital category clears shipping, and with it what only a parcel can carry. */
function withoutDelivery(state: CheckoutState, catalog: Catalog): CheckoutState {
  const plan = planById(catalog.products(state.currency), state.selectedLicense)
  if (!plan || hasParcel(plan.category)) return state
  return {
    ...state,
    shipping: emptyShipping,
    selectedShippingMethod: null,
    travelItemsInCart: [],
  }
}

import type { WireChange } from '@/contract/checkout'
import { applyChange, chooseCategory, isSame, type StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { emptyShipping } from '@/domain/customer'
import { type PermitTable, withDestinations } from '@/domain/permits'
import { isOffered, planById } from '@/domain/plans'
import { stepAfter } from '@/domain/progress'
import { stepByNumber } from '@/domain/steps'
import type { Catalog } from '@/server/catalog'
import { withCoupon } from '@/server/coupons'
import { withCurrency } from '@/server/currency'
import { Failure } from '@/server/failures'
import { withPhone } from '@/server/phone'
import { filled, type Moment } from '@/server/present'
import { unstorable } from '@/server/storable'
import { withCart } from '@/server/travel'

/** What a change is held against besides the state. */
export interface Context {
  catalog: Catalog
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  moment: Moment
  /** The country validity table; empty while it is unknown. */
  permits: PermitTable
}

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
  const change = withJourney(state, asked as StateChange, context)
  const { step, coupon, coupon_refused, ...answers } = withPlan(state, change, context)
  refuseNotOffered(state, answers)
  const said = withPhone(applyChange(state, answers), answers)
  const merged = withoutDelivery(said, context.catalog)
  const next = withCurrency(
    state,
    withCart(withCoupon(merged, { coupon, coupon_refused }, context), answers, context),
    context,
  )
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
  return before.category === category ? change : { ...change, ...chooseCategory(before, category) }
}

/** Lifetime without its offer is no plan (SPEC 9: ids 40 to 45). */
function refuseNotOffered({ campaigns }: CheckoutState, { selectedLicense }: StateChange): void {
  if (selectedLicense === undefined || isOffered(selectedLicense, campaigns)) return
  throw new Failure('unprocessable', {
    issues: [{ field: 'state.selectedLicense', message: 'selectedLicense.unknown' }],
  })
}

/** SPEC 4: saving the digital category clears shipping, and with it what only a parcel can carry. */
function withoutDelivery(state: CheckoutState, catalog: Catalog): CheckoutState {
  const plan = planById(catalog.products(state.currency), state.selectedLicense)
  if (!plan || plan.category === 'physical') return state
  return {
    ...state,
    shipping: emptyShipping,
    selectedShippingMethod: null,
    travelItemsInCart: [],
  }
}

import { listParcelIssues } from '@/domain/address/address-formats'
import { findPlan, hasParcel } from '@/domain/catalog/plans'
import { type CheckoutState, documentTypes } from '@/domain/checkout/checkout-state'
import {
  findExpressStep,
  findStep,
  findStepByNumber,
  lastStep,
  paymentStep,
  type Step,
  type StepId,
  steps,
} from '@/domain/checkout/steps'
import {
  listAcknowledgementIssues,
  listJourneyIssues,
  type PermitTable,
} from '@/domain/destinations/permit-verdict'
import { listDriverIssues } from '@/domain/driver/driver-rules'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { isPhoneMissing } from '@/domain/phone/phone-rules'

// Apart from the steps themselves: every page lists those, and only the server holds answers against all rules.

/** Nothing is known of any country, and nothing about one is asked. */
const emptyPermitTable: PermitTable = new Map()

const hasDriver = (state: CheckoutState, today: string, permits: PermitTable): boolean =>
  state.customer.id !== null &&
  listDriverIssues(state.customer, today).length === 0 &&
  listJourneyIssues(state, permits).length === 0

const hasPhotos = ({ approval_documents: { add_later, images } }: CheckoutState): boolean =>
  add_later || documentTypes.every(type => images.some(image => image.type === type))

const hasPlan = (state: CheckoutState, _today: string, permits: PermitTable): boolean => {
  const plan = findPlan(state.productList, state.selectedLicense)
  if (!plan || listAcknowledgementIssues(state, permits, plan).length > 0) return false
  return !hasParcel(plan.category) || hasDelivery(state)
}

const hasDelivery = (state: CheckoutState): boolean =>
  state.shipping.id !== null &&
  listParcelIssues(state, state.shipping).length === 0 &&
  state.selectedShippingMethod !== null &&
  !isPhoneMissing(state)

/** Whether this is the express checkout, which asks everything on one page and has no review. */
export const isExpress = ({ campaigns }: Pick<CheckoutState, 'campaigns'>): boolean =>
  campaigns.includes('simple_flow')

/** Looking the order over leaves no other trace than having gone on. */
const isReviewed = (state: CheckoutState): boolean => isExpress(state) || state.step > 4

const isPaid = ({ step }: CheckoutState): boolean => step > 5

/**
 * Whether the customer has given what each step asks for. `today` is `yyyy-mm-dd`; `permits` is the country
 * validity table.
 */
const isComplete: Record<
  StepId,
  (state: CheckoutState, today: string, permits: PermitTable) => boolean
> = {
  'driver-details': hasDriver,
  'upload-photos': hasPhotos,
  shipping: hasPlan,
  review: isReviewed,
  payment: isPaid,
  'thank-you': isPaid,
}

/** The first step the customer still has to fill in. */
export const findFirstIncomplete = (
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): Step =>
  steps.find(({ id }) => !isComplete[id as StepId](state, today, permits)) ??
  findStepByNumber(lastStep)

/** The furthest step that may be shown: nothing before it is missing. Never further than the saved one. */
export const findFurthestOpen = (
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): Step =>
  findStepByNumber(
    Math.min(Math.max(1, state.step), findFirstIncomplete(state, today, permits).number),
  )

/** Whether the step may be shown: nothing before it is missing. */
export const canOpen = (
  step: Step,
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): boolean => step.number <= findFurthestOpen(state, today, permits).number

/** The saved step after going on from `from`: it never goes back, and never past something missing. */
export function resolveNextStep(
  from: Step,
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): number {
  const advancedState = {
    ...state,
    step: Math.max(state.step, Math.min(from.number + 1, paymentStep)),
  }
  return Math.max(
    state.step,
    Math.min(advancedState.step, findFirstIncomplete(advancedState, today, permits).number),
  )
}

/** The page on which this checkout has one of the six steps: the express checkout has them on two, and the last. */
export function findStepPage(number: number, state: Pick<CheckoutState, 'campaigns'>): Step {
  if (!isExpress(state) || number >= lastStep) return findStepByNumber(number)
  return findExpressStep(number < paymentStep ? 'info' : 'express-payment')
}

/** The first and the last of the six steps that a page holds. */
export const resolveStepRange = (id: Step['id']): { first: number; last: number } => {
  if (id === 'info') return { first: 1, last: paymentStep - 1 }
  if (id === 'express-payment') return { first: paymentStep, last: paymentStep }
  const { number } = findStep(id)
  return { first: number, last: number }
}

/** Why a customer is led back: the last part of the `common` text `notice.back.<reason>`. */
export type BackReason =
  | 'driver'
  | 'country'
  | 'photos'
  | 'printed'
  | 'plan'
  | 'address'
  | 'pickup'
  | 'phone'

/** What has come to miss on a step that the customer had gone on from; null when nothing has. */
export function resolveBackReason(
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): BackReason | null {
  const { number, id } = findFirstIncomplete(state, today, permits)
  if (number >= state.step) return null
  if (id === 'driver-details') return resolveDriverReason(state, today, permits)
  if (id === 'upload-photos') return 'photos'
  return id === 'shipping' ? resolvePlanReason(state, permits) : null
}

/** All answers may be right, and a country of the journey asks for another word about it. */
const resolveDriverReason = (
  state: CheckoutState,
  today: string,
  permits: PermitTable,
): BackReason =>
  listDriverIssues(state.customer, today).length === 0 &&
  listJourneyIssues(state, permits).length > 0
    ? 'country'
    : 'driver'

function resolvePlanReason(state: CheckoutState, permits: PermitTable): BackReason {
  const plan = findPlan(state.productList, state.selectedLicense)
  if (!plan) return 'plan'
  if (listAcknowledgementIssues(state, permits, plan).length > 0) return 'printed'
  if (listParcelIssues(state, state.shipping).length === 0 && isPhoneMissing(state)) return 'phone'
  return findPickupPartner(state) ? 'pickup' : 'address'
}

import { listParcelIssues } from '@/domain/address/address-formats'
import { findPlan, hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
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
import { documentTypes } from '@/domain/data/document-types'
import {
  listAcknowledgementIssues,
  listJourneyIssues,
  type PermitTable,
} from '@/domain/destinations/permit-verdict'
import { listDriverIssues } from '@/domain/driver/driver-rules'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { isPhoneMissing } from '@/domain/phone/phone-rules'

// Separate from checkout/steps.ts: every page imports the steps, only the server needs all rules.

/** No rules about any country, so no acknowledgements are required. */
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

/** The review step leaves no answer but the saved step. */
const isReviewed = (state: CheckoutState): boolean => isExpress(state) || state.step > 4

const isPaid = ({ step }: CheckoutState): boolean => step > 5

/**
 * Whether each step is complete. `today` is `yyyy-mm-dd`; `permits` is the country validity table.
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

/** The first step that is not complete, or the last step. */
export const findFirstIncomplete = (
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): Step =>
  steps.find(({ id }) => !isComplete[id as StepId](state, today, permits)) ??
  findStepByNumber(lastStep)

/**
 * The furthest step that may be shown: all steps before it are complete, and it is not past the
 * saved step.
 */
export const findFurthestOpen = (
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): Step =>
  findStepByNumber(
    Math.min(Math.max(1, state.step), findFirstIncomplete(state, today, permits).number),
  )

/**
 * Whether the step may be shown: all steps before it are complete, and it is not past the saved
 * step.
 */
export const canOpen = (
  step: Step,
  state: CheckoutState,
  today: string,
  permits = emptyPermitTable,
): boolean => step.number <= findFurthestOpen(state, today, permits).number

/**
 * The step to save after `from` is submitted: never below the saved step, never past an incomplete
 * one.
 */
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

/**
 * The page of a step number in this checkout: express has one page for 1 to 4, one for 5 and the
 * shared last page.
 */
export function findStepPage(number: number, state: Pick<CheckoutState, 'campaigns'>): Step {
  if (!isExpress(state) || number >= lastStep) return findStepByNumber(number)
  return findExpressStep(number < paymentStep ? 'info' : 'express-payment')
}

/** The first and last step number that a page contains. */
export const resolveStepRange = (id: Step['id']): { first: number; last: number } => {
  if (id === 'info') return { first: 1, last: paymentStep - 1 }
  if (id === 'express-payment') return { first: paymentStep, last: paymentStep }
  const { number } = findStep(id)
  return { first: number, last: number }
}

/** Why a customer is sent back: the last part of the `common` text key `notice.back.<reason>`. */
export type BackReason =
  | 'driver'
  | 'country'
  | 'photos'
  | 'printed'
  | 'plan'
  | 'address'
  | 'pickup'
  | 'phone'

/** Why a step before the saved one is incomplete again; null if none is. */
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

/** All answers may be valid while a destination needs an acknowledgement. */
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

import { addressIssues } from '@/domain/address'
import { type CheckoutState, documentTypes } from '@/domain/checkout'
import { driverIssues } from '@/domain/driver'
import { journeyIssues, type PermitTable } from '@/domain/permits'
import { planById } from '@/domain/plans'
import { lastStep, paymentStep, type Step, type StepId, stepByNumber, steps } from '@/domain/steps'

// Apart from the steps themselves: every page lists those, and only the server holds answers against all rules.

/** Nothing is known of any country, and nothing about one is asked. */
const noTable: PermitTable = new Map()

const hasDriver = (state: CheckoutState, today: string, permits: PermitTable): boolean =>
  state.customer.id !== null &&
  driverIssues(state.customer, today).length === 0 &&
  journeyIssues(state, permits).length === 0

const hasPhotos = ({ approval_documents: { add_later, images } }: CheckoutState): boolean =>
  add_later || documentTypes.every(type => images.some(image => image.type === type))

const hasPlan = (state: CheckoutState): boolean => {
  const plan = planById(state.productList, state.selectedLicense)
  return plan !== undefined && (plan.category !== 'physical' || hasDelivery(state))
}

const hasDelivery = ({ shipping, selectedShippingMethod }: CheckoutState): boolean =>
  shipping.id !== null && addressIssues(shipping).length === 0 && selectedShippingMethod !== null

/** Looking the order over leaves no other trace than having gone on. */
const isReviewed = ({ step }: CheckoutState): boolean => step > 4

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
export const firstIncomplete = (state: CheckoutState, today: string, permits = noTable): Step =>
  steps.find(({ id }) => !isComplete[id as StepId](state, today, permits)) ?? stepByNumber(lastStep)

/** The furthest step that may be shown: nothing before it is missing. Never further than the saved one. */
export const furthestOpen = (state: CheckoutState, today: string, permits = noTable): Step =>
  stepByNumber(Math.min(Math.max(1, state.step), firstIncomplete(state, today, permits).number))

/** Whether the step may be shown: nothing before it is missing. */
export const canOpen = (
  step: Step,
  state: CheckoutState,
  today: string,
  permits = noTable,
): boolean => step.number <= furthestOpen(state, today, permits).number

/** The saved step after going on from `from`: it never goes back, and never past something missing. */
export function stepAfter(
  from: Step,
  state: CheckoutState,
  today: string,
  permits = noTable,
): number {
  const gone = { ...state, step: Math.max(state.step, Math.min(from.number + 1, paymentStep)) }
  return Math.max(state.step, Math.min(gone.step, firstIncomplete(gone, today, permits).number))
}

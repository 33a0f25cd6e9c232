import { addressIssues } from '@/domain/address'
import type { CheckoutState } from '@/domain/checkout'
import { documentTypes } from '@/domain/checkout'
import { driverIssues } from '@/domain/driver'
import { planById } from '@/domain/plans'

export type StepId =
  | 'driver-details'
  | 'upload-photos'
  | 'shipping'
  | 'review'
  | 'payment'
  | 'thank-you'

/** One step of the checkout. Title, heading and description are keys of the `common` texts. */
export interface Step {
  id: StepId | 'info' | 'express-payment'
  number: number
  route: string
  title: string
  heading: string
  description: string
  /** The virtual page path told to analytics (SPEC 2). */
  analyticsPath: string
  /** Whether the customer has given what this step asks for. `today` is `yyyy-mm-dd`. */
  isComplete: (state: CheckoutState, today: string) => boolean
}

const hasDriver = (state: CheckoutState, today: string): boolean =>
  state.customer.id !== null && driverIssues(state.customer, today).length === 0

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

const texts = (id: string) => ({
  title: `steps.${id}.title`,
  heading: `steps.${id}.heading`,
  description: `steps.${id}.description`,
})

/** The six steps (SPEC 2). */
export const steps: readonly Step[] = [
  {
    id: 'driver-details',
    number: 1,
    route: '/v2/driver-details/',
    ...texts('driver-details'),
    analyticsPath: '/driver-details/',
    isComplete: hasDriver,
  },
  {
    id: 'upload-photos',
    number: 2,
    route: '/v2/upload-photos/',
    ...texts('upload-photos'),
    analyticsPath: '/verify-identity/',
    isComplete: hasPhotos,
  },
  {
    id: 'shipping',
    number: 3,
    route: '/v2/shipping/',
    ...texts('shipping'),
    analyticsPath: '/shipping/',
    isComplete: hasPlan,
  },
  {
    id: 'review',
    number: 4,
    route: '/v2/review/',
    ...texts('review'),
    analyticsPath: '/review/',
    isComplete: isReviewed,
  },
  {
    id: 'payment',
    number: 5,
    route: '/v2/payment/',
    ...texts('payment'),
    analyticsPath: '/payment/',
    isComplete: isPaid,
  },
  {
    id: 'thank-you',
    number: 6,
    route: '/thank-you/',
    ...texts('thank-you'),
    analyticsPath: '/completed/',
    isComplete: isPaid,
  },
]

/** The express checkout: 01 info and docs, 02 payment (SPEC 2). */
export const expressSteps: readonly Step[] = [
  {
    id: 'info',
    number: 1,
    route: '/express/info/',
    ...texts('info'),
    analyticsPath: '/driver-details/',
    isComplete: (state, today) => hasDriver(state, today) && hasPhotos(state),
  },
  {
    id: 'express-payment',
    number: 2,
    route: '/express/payment/',
    ...texts('express-payment'),
    analyticsPath: '/payment/',
    isComplete: isPaid,
  },
]

export const paymentStep = 5
export const lastStep = 6

export const stepById = (id: StepId): Step => steps.find(step => step.id === id) as Step
export const stepByNumber = (number: number): Step => steps[number - 1] ?? (steps[0] as Step)

/** The first step the customer still has to fill in. */
export const firstIncomplete = (state: CheckoutState, today: string): Step =>
  steps.find(step => !step.isComplete(state, today)) ?? stepByNumber(lastStep)

/** The furthest step that may be shown: nothing before it is missing. Never further than the saved one. */
export const furthestOpen = (state: CheckoutState, today: string): Step =>
  stepByNumber(Math.min(Math.max(1, state.step), firstIncomplete(state, today).number))

/** Whether the step may be shown: nothing before it is missing. */
export const canOpen = (step: Step, state: CheckoutState, today: string): boolean =>
  step.number <= furthestOpen(state, today).number

/** The saved step after going on from `from`: it never goes back, and never past something missing. */
export function stepAfter(from: Step, state: CheckoutState, today: string): number {
  const gone = { ...state, step: Math.max(state.step, Math.min(from.number + 1, paymentStep)) }
  return Math.max(state.step, Math.min(gone.step, firstIncomplete(gone, today).number))
}

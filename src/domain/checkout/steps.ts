export type StepId =
  | 'driver-details'
  | 'upload-photos'
  | 'shipping'
  | 'review'
  | 'payment'
  | 'thank-you'

/** The pages of the express checkout. */
export type ExpressStepId = 'info' | 'express-payment'

type StepTextKey<Part extends string> = `steps.${StepId | ExpressStepId}.${Part}`

/** One step of the checkout. Title, heading and description are keys of the `common` texts. */
export interface Step {
  id: StepId | ExpressStepId
  number: number
  route: string
  title: StepTextKey<'title'>
  heading: StepTextKey<'heading'>
  description: `steps.${Exclude<StepId | ExpressStepId, 'info'>}.description`
}

const createStep = (id: Step['id'], number: number, route: string): Step => ({
  id,
  number,
  route,
  title: `steps.${id}.title`,
  heading: `steps.${id}.heading`,
  // Both first steps say what is sold.
  description: `steps.${id === 'info' ? 'driver-details' : id}.description`,
})

/** The six steps of the normal checkout (docs/product.md, Steps). */
export const steps: readonly Step[] = [
  createStep('driver-details', 1, '/v2/driver-details/'),
  createStep('upload-photos', 2, '/v2/upload-photos/'),
  createStep('shipping', 3, '/v2/shipping/'),
  createStep('review', 4, '/v2/review/'),
  createStep('payment', 5, '/v2/payment/'),
  createStep('thank-you', 6, '/thank-you/'),
]

/** The express checkout: steps 1 to 4 on one page, then the payment. */
export const expressSteps: readonly Step[] = [
  createStep('info', 1, '/express/info/'),
  createStep('express-payment', 2, '/express/payment/'),
]

export const paymentStep = 5
export const lastStep = 6

export const findStep = (id: StepId): Step => steps.find(step => step.id === id) as Step
/** The step of a number; the first step for an unknown one. */
export const findStepByNumber = (number: number): Step => steps[number - 1] ?? (steps[0] as Step)
export const findExpressStep = (id: ExpressStepId): Step =>
  expressSteps.find(step => step.id === id) as Step

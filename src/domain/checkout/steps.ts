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

const buildTextKeys = (id: Step['id']): Pick<Step, 'title' | 'heading' | 'description'> => ({
  title: `steps.${id}.title`,
  heading: `steps.${id}.heading`,
  // Both first steps say what is sold.
  description: `steps.${id === 'info' ? 'driver-details' : id}.description`,
})

/** The six steps of the normal checkout (docs/product.md, Steps). */
export const steps: readonly Step[] = [
  {
    id: 'driver-details',
    number: 1,
    route: '/v2/driver-details/',
    ...buildTextKeys('driver-details'),
  },
  {
    id: 'upload-photos',
    number: 2,
    route: '/v2/upload-photos/',
    ...buildTextKeys('upload-photos'),
  },
  {
    id: 'shipping',
    number: 3,
    route: '/v2/shipping/',
    ...buildTextKeys('shipping'),
  },
  {
    id: 'review',
    number: 4,
    route: '/v2/review/',
    ...buildTextKeys('review'),
  },
  {
    id: 'payment',
    number: 5,
    route: '/v2/payment/',
    ...buildTextKeys('payment'),
  },
  {
    id: 'thank-you',
    number: 6,
    route: '/thank-you/',
    ...buildTextKeys('thank-you'),
  },
]

/** The express checkout: steps 1 to 4 on one page, then the payment. */
export const expressSteps: readonly Step[] = [
  {
    id: 'info',
    number: 1,
    route: '/express/info/',
    ...buildTextKeys('info'),
  },
  {
    id: 'express-payment',
    number: 2,
    route: '/express/payment/',
    ...buildTextKeys('express-payment'),
  },
]

export const paymentStep = 5
export const lastStep = 6

export const findStep = (id: StepId): Step => steps.find(step => step.id === id) as Step
/** The step of a number; the first step for an unknown one. */
export const findStepByNumber = (number: number): Step => steps[number - 1] ?? (steps[0] as Step)
export const findExpressStep = (id: ExpressStepId): Step =>
  expressSteps.find(step => step.id === id) as Step

// next.config.ts uses this file; Next resolves no path alias there.
import type { Step } from '../checkout/steps'

/** The virtual pages of the steps, sent to analytics. */
export const analyticsPaths: Record<Step['id'], string> = {
  'driver-details': '/driver-details/',
  'upload-photos': '/verify-identity/',
  shipping: '/shipping/',
  review: '/review/',
  payment: '/payment/',
  'thank-you': '/completed/',
  info: '/driver-details/',
  'express-payment': '/payment/',
}

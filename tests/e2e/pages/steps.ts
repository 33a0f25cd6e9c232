import type { Page } from '@playwright/test'
import { driverDetails } from './driver-details'
import { payment } from './payment'
import { photos } from './photos'
import { plan } from './plan'
import { review } from './review'
import { thankYou } from './thank-you'

/** Page objects of all steps in a tab. */
export const stepPages = (page: Page, translate?: Parameters<typeof driverDetails>[1]) => ({
  driver: driverDetails(page, translate),
  photos: photos(page, translate),
  plan: plan(page, translate),
  review: review(page, translate),
  payment: payment(page, translate),
  thankYou: thankYou(page, translate),
})

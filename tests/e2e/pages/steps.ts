import type { Page } from '@playwright/test'
import { driverDetails } from './driver-details'
import { payment } from './payment'
import { photos } from './photos'
import { plan } from './plan'
import { review } from './review'
import { thankYou } from './thank-you'

/** Every step of the checkout in a tab. */
export const stepsIn = (page: Page, say?: Parameters<typeof driverDetails>[1]) => ({
  driver: driverDetails(page, say),
  photos: photos(page, say),
  plan: plan(page, say),
  review: review(page, say),
  payment: payment(page, say),
  thankYou: thankYou(page, say),
})

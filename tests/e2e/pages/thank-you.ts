import type { Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { stepPage } from './step'

/** Step 6: the order is paid. */
export const thankYou = (page: Page, translate: Translate = translateEnglish) => ({
  ...stepPage(page, 'thank-you', translate),
  receipt: page.getByRole('region', { name: translate('thank-you:receipt.heading') }),
  orderLink: page.getByRole('link', { name: translate('thank-you:another.link') }),
  orderAnother: page.getByRole('button', { name: translate('thank-you:another.start') }),
})

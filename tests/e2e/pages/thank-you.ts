import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepPage } from './step'

/** The end: the order is paid. */
export const thankYou = (page: Page, say: Say = english) => ({
  ...stepPage(page, 'thank-you', say),
  orderLink: page.getByRole('link', { name: say('thank-you:another.link') }),
  orderAnother: page.getByRole('button', { name: say('thank-you:another.start') }),
})

import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'

/** The second step. */
export const photos = (page: Page, say: Say = english) => ({
  ...stepPage(page, 'upload-photos', say),
  addLater: stepButton(page, say('photos:addLater')),
})

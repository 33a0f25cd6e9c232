import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'

/** The fourth step: everything once more, and how fast. */
export const review = (page: Page, say: Say = english) => ({
  ...stepPage(page, 'review', say),
  standard: page.getByRole('radio', { name: say('review:urgent.standard') }),
  urgent: page.getByRole('radio', { name: say('review:urgent.urgent') }),
  removeUrgent: page.getByRole('button', { name: say('urgent.removeLabel') }),
  change: (what: 'driver' | 'photos' | 'plan' | 'delivery') =>
    page.getByRole('link', { name: `${say('review:change')} ${say(`review:${what}.changes`)}` }),
  continue: stepButton(page, say('review:continueShort')),
})

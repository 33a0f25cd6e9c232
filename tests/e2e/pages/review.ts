import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'

/** The fourth step: everything once more, and how fast. */
export const review = (page: Page, say: Say = english) => ({
  ...stepPage(page, 'review', say),
  standard: page.getByRole('radio', { name: say('urgent:standard') }),
  urgent: page.getByRole('radio', { name: say('urgent:urgent') }),
  removeUrgent: page.getByRole('button', { name: say('urgent.removeLabel') }),
  change: (what: 'driver' | 'photos' | 'plan' | 'delivery' | 'extras') =>
    page.getByRole('link', { name: `${say('review:change')} ${say(`review:${what}.changes`)}` }),
  changeClasses: page.getByRole('link', {
    name: `${say('review:change')} ${say('review:driver.classesChanges')}`,
  }),
  /** What says at the choice that an open payment holds the order, and the way out. */
  held: page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: say('notSaved.held.title') }),
  changeAllTheSame: page
    .getByRole('main')
    .getByRole('button', { name: say('notSaved.held.again') }),
  continue: stepButton(page, say('review:continueShort')),
})

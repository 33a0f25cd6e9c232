import type { Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { stepButton, stepPage } from './step'

/** Step 4: the summary of all answers, and urgent processing. */
export const review = (page: Page, translate: Translate = translateEnglish) => ({
  ...stepPage(page, 'review', translate),
  standard: page.getByRole('radio', { name: translate('urgent:standard') }),
  urgent: page.getByRole('radio', { name: translate('urgent:urgent') }),
  removeUrgent: page.getByRole('button', { name: translate('urgent.removeLabel') }),
  change: (section: 'driver' | 'trip' | 'photos' | 'plan' | 'delivery' | 'extras') =>
    page.getByRole('link', {
      name: `${translate('review:change')} ${translate(`review:${section}.changes`)}`,
    }),
  addPhotos: page.getByRole('link', { name: translate('review:photos.add'), exact: true }),
  /** The permit card with this name. */
  card: (name: string) => page.getByRole('img', { name: new RegExp(`: ${name}[.。]`) }),
  latinName: (part: 'first' | 'last') =>
    page.getByRole('textbox', { name: translate(`review:latin.${part}Name`) }),
  /**
   * Notice at the urgent option that an open payment blocks changes, and the button to cancel it.
   */
  heldNotice: page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: translate('notSaved.held.title') }),
  changeAnyway: page
    .getByRole('main')
    .getByRole('button', { name: translate('notSaved.held.again') }),
  continue: stepButton(page, translate('review:continueShort')),
})

import { expect, type Locator, type Page } from '@playwright/test'
import { findStep, type StepId } from '@/domain/checkout/steps'
import { setBrowserOrder } from '../../support/browser-order'
import { type Translate, translateEnglish } from '../../support/texts'
import { shownTotal } from './summary'

/** Parts that every step has. */
export function stepPage(page: Page, id: StepId, translate: Translate = translateEnglish) {
  const { route } = findStep(id)
  const heading = translate(`steps.${id}.heading`)
  const summary = page.getByRole('complementary', { name: translate('summary.heading') })
  return {
    step: id,
    address: `/checkouts${route}`,
    heading: page.getByRole('heading', { level: 1, name: heading, exact: true }),
    open: (query = '') => page.goto(`/checkouts${route}${query}`),
    /** Opens the step with the order that this browser has open. */
    openOrder: async (token: string, query = '') => {
      await setBrowserOrder(page.context(), token)
      return page.goto(`/checkouts${route}${query}`)
    },
    /**
     * The page has its heading and URL; the query may contain only where the customer came from.
     */
    expectShown: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveURL(
        new RegExp(`/checkouts${route}(\\?(back=&?)?(from=(review|start))?)?(#\\w+)?$`),
      )
    },
    title: (hasErrors = false) => {
      const title = `${translate(`steps.${id}.title`)} – ${translate('product')}`
      return hasErrors ? translate('errors.titlePrefix', { title }) : title
    },
    summary,
    /** The order summary's total, such as `$88`. */
    expectTotal: (total: string) => expect(shownTotal(page, translate)).toHaveText(total),
    /** Replaces Continue on a change from the review. */
    saveChange: stepButton(page, translate('saveChange')),
    errorSummary: page.getByRole('alert').filter({ hasText: translate('errors.title') }),
  }
}

/** Minimum width in px for the button under the form; phones have a bar with a second button. */
const desktopWidth = 1024

/**
 * The step's submit button. Both are in the DOM, and both are visible until the style sheet loads.
 */
export function stepButton(page: Page, name: string): Locator {
  const buttons = page.getByRole('button', { name })
  const isPhone = (page.viewportSize()?.width ?? desktopWidth) < desktopWidth
  return isPhone ? buttons.last() : buttons.first()
}

/** Waits for hydration (the page sets `data-ready`). */
export const waitUntilReady = (page: Page): Promise<void> =>
  page.locator('html[data-ready]').waitFor({ state: 'attached' })

import { expect, type Locator, type Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'

/** The order summary beside the step, and on phones below it. */
export const orderSummary = (page: Page, say: Say = english) =>
  summaryIn(page.getByRole('complementary', { name: say('summary.heading') }), say)

/** The same summary in a phone's sheet. */
export function summarySheet(page: Page, say: Say = english) {
  const sheet = page.getByRole('dialog', { name: say('summary.heading') })
  const button = page.getByRole('button', { name: say('summary.show') })
  return {
    ...summaryIn(sheet, say),
    sheet,
    button,
    open: async () => {
      await button.click()
      await expect(sheet).toBeVisible()
    },
    close: () => sheet.getByRole('button', { name: say('summary.close') }).click(),
  }
}

/** What says, where the customer is, that a change of the price is not saved. */
export function notSaved(page: Page, problem: 'held' | 'failed', say: Say = english) {
  const told = page
    .getByRole('alert')
    .filter({ hasText: say(`notSaved.${problem}.title`), visible: true })
    .first()
  return { told, again: told.getByRole('button', { name: say(`notSaved.${problem}.again`) }) }
}

function summaryIn(place: Locator, say: Say) {
  const form = place.getByRole('form', { name: say('coupon.label') })
  const code = form.getByRole('textbox', { name: say('coupon.label') })
  const button = (key: string, values = {}) =>
    place.getByRole('button', { name: say(key, values), exact: true })
  return {
    place,
    total: place
      .getByRole('paragraph')
      .filter({ hasText: say('summary.total') })
      .locator('bdi'),
    /** The row whose label starts so. */
    row: (label: string) => place.locator('dl > div').filter({ hasText: label }),
    coupon: (name: string) =>
      place.locator('dl > div').filter({ hasText: say('coupon.name', { name }) }),
    /** What was read out since the page came. */
    news: place.getByRole('status').last(),
    remove: (name: string) => button('summary.removeLabel', { name }),
    removeUrgent: button('urgent.removeLabel'),
    putBack: button('coupon.putBack'),
    putBackUrgent: button('coupon.putBackLabel', { name: say('urgent.name') }),
    box: place.locator('summary'),
    form,
    code,
    apply: button('coupon:apply'),
    retry: button('coupon.retry'),
    keep: button('coupon:keep'),
    useInstead: (name: string) => button('coupon:use', { name }),
    useFound: (name: string) => button('coupon:useThisLabel', { name }),
    found: (name: string) => place.getByRole('listitem').filter({ hasText: name }),
    /** What is said about the last code: why it is refused, and what has become of it. */
    refusal: form.getByRole('alert'),
    outcome: form.getByRole('status'),
    openBox: async () => {
      await place.locator('summary').click()
      await expect(code).toBeVisible()
    },
    /** Types a code into the open box and presses Enter. */
    enter: async (name: string) => {
      await code.fill(name)
      await code.press('Enter')
    },
  }
}

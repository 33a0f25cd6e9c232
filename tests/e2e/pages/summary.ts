import { expect, type Locator, type Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'

/** The order summary beside the step; on phones below the review and the payment. */
export const orderSummary = (page: Page, translate: Translate = translateEnglish) =>
  summaryWithin(page.getByRole('complementary', { name: translate('summary.heading') }), translate)

/** The same summary in a phone's sheet. */
export function summarySheet(page: Page, translate: Translate = translateEnglish) {
  const sheet = page.getByRole('dialog', { name: translate('summary.heading') })
  const button = page.getByRole('button', { name: translate('summary.show') })
  return {
    ...summaryWithin(sheet, translate),
    sheet,
    button,
    open: async () => {
      await button.click()
      await expect(sheet).toBeVisible()
    },
    close: () => sheet.getByRole('button', { name: translate('summary.close') }).click(),
  }
}

/** The summary of a step: beside it on a desktop, in the sheet on a phone, which this opens. */
export async function openSummary(page: Page, translate: Translate = translateEnglish) {
  const sheet = summarySheet(page, translate)
  if (!(await sheet.button.isVisible())) return orderSummary(page, translate)
  await sheet.open()
  return sheet
}

/** The total as the page shows it: in a phone's bar, or in the summary. */
export const shownTotal = (page: Page, translate: Translate = translateEnglish) =>
  summarySheet(page, translate)
    .button.locator('bdi')
    .or(orderSummary(page, translate).total)
    .filter({ visible: true })
    .first()

/** The alert that a price change was not saved, next to the control. */
export function notSaved(
  page: Page,
  problem: 'held' | 'failed',
  translate: Translate = translateEnglish,
) {
  const alertBox = page
    .getByRole('alert')
    .filter({ hasText: translate(`notSaved.${problem}.title`), visible: true })
    .first()
  return {
    alertBox,
    retry: alertBox.getByRole('button', { name: translate(`notSaved.${problem}.again`) }),
  }
}

function summaryWithin(container: Locator, translate: Translate) {
  const form = container.getByRole('form', { name: translate('coupon.label') })
  const code = form.getByRole('textbox', { name: translate('coupon.label') })
  const button = (key: string, values = {}) =>
    container.getByRole('button', { name: translate(key, values), exact: true })
  return {
    container,
    total: container
      .getByRole('paragraph')
      .filter({ hasText: translate('summary.total') })
      .locator('bdi'),
    /** The row whose text contains `label`. */
    row: (label: string) => container.locator('dl > div').filter({ hasText: label }),
    coupon: (name: string) => container.locator('dl > div').filter({ hasText: name }),
    /** The live region's current text. */
    announcement: container.getByRole('status').last(),
    remove: (name: string) => button('summary.removeLabel', { name }),
    removeUrgent: button('urgent.removeLabel'),
    putBack: button('coupon.putBack'),
    putBackUrgent: button('coupon.putBackLabel', { name: translate('urgent.name') }),
    box: container.locator('summary'),
    form,
    code,
    apply: button('coupon:apply'),
    retry: button('coupon.retry'),
    keep: button('coupon:keep'),
    useInstead: (name: string) => button('coupon:use', { name }),
    useFound: (name: string) => button('coupon:useThisLabel', { name }),
    found: (name: string) => container.getByRole('listitem').filter({ hasText: name }),
    /** Messages about the last code: the refusal, and its result. */
    refusal: form.getByRole('alert'),
    outcome: form.getByRole('status'),
    openBox: async () => {
      await container.locator('summary').click()
      await expect(code).toBeVisible()
    },
    /** Types a code into the open box and presses Enter. */
    enter: async (name: string) => {
      await code.fill(name)
      await code.press('Enter')
    },
  }
}

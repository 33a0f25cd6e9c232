import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { ana } from './pages/driver-details'
import { cards } from './pages/payment'
import { parcel } from './pages/plan'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** Presses Tab until the control has the focus, and expects it to be visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const hasFocus = () =>
    control.evaluate(
      element => document.activeElement === element && element.ownerDocument.hasFocus(),
    )
  for (let pressCount = 0; pressCount < 40; pressCount += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus()) break
  }
  await expect(control).toBeFocused()
  await expect(control).toBeInViewport()
}

test('a permit is bought with the keyboard alone', async ({ page }) => {
  const { driver, photos, plan, review, payment, thankYou } = stepPages(page)
  const type = async (control: Locator, text: string) => {
    await tabTo(page, control)
    await page.keyboard.type(text)
  }
  const press = async (control: Locator, key: 'Space' | 'Enter') => {
    await tabTo(page, control)
    await page.keyboard.press(key)
  }

  await driver.open()
  await waitUntilReady(page)
  await press(page.getByRole('link', { name: translate('skip') }), 'Enter')
  await press(driver.continue, 'Enter')
  await expect(driver.sectionHeading('you')).toBeFocused()
  await type(driver.firstName, ana.firstName)
  await type(driver.lastName, ana.lastName)
  await type(driver.email, ana.email)
  await press(driver.continue, 'Enter')
  await expect(driver.sectionHeading('licence')).toBeFocused()
  // The month comes first in the browser's en-US.
  await type(driver.month, ana.birth[1])
  await type(driver.day, ana.birth[0])
  await type(driver.year, ana.birth[2])
  await type(driver.birthPlace, ana.birthPlace)
  await press(driver.car, 'Space')
  await press(driver.female, 'Space')
  await tabTo(page, driver.feetAndInches)
  await page.keyboard.press('ArrowLeft')
  await type(driver.height, ana.height)
  await press(driver.brownEyes, 'Space')
  await press(driver.continue, 'Enter')

  await photos.expectShown()
  await press(photos.addLater, 'Enter')

  await plan.expectShown()
  await tabTo(page, plan.printed)
  await tabTo(page, plan.years(3))
  await type(plan.street, parcel.street)
  await type(plan.city, parcel.city)
  await type(plan.state, parcel.state)
  await type(plan.postcode, parcel.postcode)
  await type(plan.phone, parcel.phone)
  await tabTo(page, plan.method('DHL'))
  await page.keyboard.press('ArrowDown')
  await expect(plan.method('FedEx')).toBeChecked()
  await press(plan.continue, 'Space')

  await review.expectShown()
  await press(review.continue, 'Enter')

  await payment.expectShown()
  await expect(payment.number).toBeVisible()
  await type(payment.number, cards.good)
  await type(payment.date, '1234')
  await type(payment.cvc, '123')
  await type(payment.holder, 'Ana Silva')
  await press(payment.terms, 'Space')
  await press(payment.pay('$79.10'), 'Enter')
  await thankYou.expectShown()
})

import { checkoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { sayIn } from '../support/texts'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'

const say = sayIn('ar')
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/

test.beforeEach(async ({ context, product }) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: `${product.origin}/checkouts/` }])
})

test('in Arabic a permit is bought from right to left, with latin digits', async ({ page }) => {
  const { driver, photos, plan, review, payment, thankYou } = stepsIn(page, say)
  const looksRight = async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const words = await page.locator('header, nav, main, aside, footer').allTextContents()
    expect(words.join(' ')).not.toMatch(arabicDigits)
    expect(await sidewaysScroll()).toBe(0)
    await expectNoAxeViolations(page)
  }
  const sidewaysScroll = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })

  await driver.open()
  await driver.isShown()
  await looksRight()
  await expect(driver.email).toHaveCSS('direction', 'ltr')
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await looksRight()
  await photos.addLater.click()
  await plan.isShown()
  await looksRight()
  await plan.digital.check()
  await plan.continue.click()
  await review.isShown()
  await looksRight()
  await review.continue.click()
  await payment.isShown()
  await payment.fillCard(cards.good)
  await looksRight()
  await payment.terms.check()
  await page.getByRole('main').locator('button[type=submit]', { hasText: '69.10' }).click()
  await thankYou.isShown()
  await looksRight()
})

test('in Arabic choices run from the right', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan } = stepsIn(page, say)
  await plan.open(`?token=${token}`)
  const [first, second] = [await plan.printed.boundingBox(), await plan.digital.boundingBox()]
  expect(first?.x).toBeGreaterThan(second?.x ?? Number.POSITIVE_INFINITY)
})

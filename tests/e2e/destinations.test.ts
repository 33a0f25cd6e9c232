import { checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { english as say } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

/** What is sticky at the edges does not lie over it. */
const isUncovered = (element: Element) => {
  const { left, top, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + 4, top + height / 2)
  return there !== null && element.contains(there)
}

test('a trip to where a permit is not accepted goes on once that is understood', async ({
  page,
}) => {
  const { driver, photos, plan, review } = stepsIn(page)
  await driver.open()
  await isReady(page)
  for (const name of ['Spain', 'Japan']) await driver.addDestination(name)
  await driver.fill()
  await driver.continue.click()
  const japan = driver.understood('Japan')
  await expect(japan).toBeFocused()
  const missing = driver.issue('acknowledgements.missing', { country: 'Japan' })
  await expect.poll(() => page.getByText(missing).last().evaluate(isUncovered)).toBe(true)
  await expect(japan).toHaveAccessibleDescription(missing)
  await expect(page).toHaveTitle(driver.title(true))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Space')
  await expect(japan).toBeChecked()
  await expect(page).toHaveTitle(driver.title())
  await driver.continue.click()
  await photos.isShown()
  await photos.addLater.click()

  await plan.isShown()
  await expect(plan.years(1)).toBeChecked()
  await expect(page.getByText(say('plan:years.recommended', { places: 'Spain' }))).toBeVisible()
  const spain = plan.understood('Spain')
  await expect(spain).toBeHidden()
  await plan.digital.check()
  await expect(
    page.getByText(say('permits:conflicts.digital_refused', { country: 'Spain' })),
  ).toBeVisible()
  await plan.continue.click()
  await expect(spain).toBeFocused()
  await expect(spain).toHaveAccessibleDescription(plan.issue('acknowledgements.missing'))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Space')
  await expect(page).toHaveTitle(plan.title())
  await plan.continue.click()
  await review.isShown()
  await driver.open()
  await expect(driver.understood('Japan')).toBeChecked()
})

test('destinations decide which plan is recommended, until another one is chosen @desktop', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.addDestination('Bali')
  const token = await savedToken(context)
  const saved = async () => (await checkoutOf(product.origin, token)).state
  await expect.poll(saved).toMatchObject({ destinations: ['x-bali'], selectedLicense: 40 })
  await driver.removeDestination('Bali (Indonesia)')
  await expect.poll(saved).toMatchObject({ destinations: [], selectedLicense: 42 })
  await driver.addDestination('Spain')
  await driver.costs('$69.10')
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await photos.addLater.click()
  await expect(plan.years(1)).toBeChecked()
  await plan.years(3).check()
  const counts = say('permits:conflicts.longer_than_accepted', { country: 'Spain', count: 1 })
  await expect(page.getByText(counts)).toBeVisible()
  await expect.poll(saved).toMatchObject({ selectedLicense: 42, planChanged: true })

  await driver.open()
  await isReady(page)
  await driver.addDestination('Thailand')
  await expect.poll(saved).toMatchObject({ destinations: ['es', 'th'], selectedLicense: 42 })
})

test('who gave no phone number is asked for one with the parcel, and not again', async ({
  page,
}) => {
  const { driver, photos, plan, review } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await photos.addLater.click()
  await plan.isShown()
  await plan.fillAddress()
  await plan.phone.fill('12')
  await plan.continue.click()
  await expect(plan.phone).toBeFocused()
  await expect(plan.phone).toHaveAccessibleDescription(new RegExp(plan.issue('phone.short')))
  await plan.phone.fill('')
  await expect(page.getByText(plan.issue('phone.missing'))).toBeVisible()
  await plan.phone.fill('(503) 555-0143')
  await plan.continue.click()
  await review.isShown()
  await page.goBack()
  await expect(plan.city).toBeVisible()
  await expect(plan.phone).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('what is not accepted is understood on the page that comes back', async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const { driver, photos } = stepsIn(page)
    await driver.open()
    await driver.openList()
    await driver.destinations.selectOption('jp')
    await driver.fill()
    await driver.continue.click()
    await driver.isShown()
    await expect(page).toHaveTitle(driver.title(true))
    await expect(driver.errorSummary).toBeFocused()
    await expect(page.getByText(say('permits:notes.jp'))).toBeVisible()
    await driver.understood('Japan').check()
    await driver.continue.click()
    await photos.isShown()
  })
})

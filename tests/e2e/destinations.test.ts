import { fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

/** False if a sticky element covers it. */
const isOnTop = (element: Element) => {
  const { left, top, height } = element.getBoundingClientRect()
  const topElement = document.elementFromPoint(left + 4, top + height / 2)
  return topElement !== null && element.contains(topElement)
}

test('a trip to a country that does not accept the permit continues after it is acknowledged', async ({
  page,
}) => {
  const { driver, photos, plan, review } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  for (const name of ['Spain', 'Japan']) await driver.addDestination(name)
  await driver.fill()
  await driver.continue.click()
  const acknowledgeJapan = driver.acknowledgement('Japan')
  await expect(acknowledgeJapan).toBeFocused()
  const missing = driver.issue('acknowledgements.missing', { country: 'Japan' })
  await expect.poll(() => page.getByText(missing).last().evaluate(isOnTop)).toBe(true)
  await expect(acknowledgeJapan).toHaveAccessibleDescription(missing)
  await expect(page).toHaveTitle(driver.title(true))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Space')
  await expect(acknowledgeJapan).toBeChecked()
  await expect(page).toHaveTitle(driver.title())
  await driver.continue.click()
  await photos.expectShown()
  await photos.addLater.click()

  await plan.expectShown()
  await expect(plan.years(1)).toBeChecked()
  await expect(page.getByText(translate('plan:years.recommended'))).toBeVisible()
  const acknowledgeSpain = plan.acknowledgement('Spain')
  await expect(acknowledgeSpain).toBeHidden()
  await plan.digital.check()
  await expect(
    page.getByText(translate('permits:conflicts.digital_refused', { country: 'Spain' })),
  ).toBeVisible()
  await plan.continue.click()
  await expect(acknowledgeSpain).toBeFocused()
  await expect(acknowledgeSpain).toHaveAccessibleDescription(plan.issue('acknowledgements.missing'))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Space')
  await expect(page).toHaveTitle(plan.title())
  await plan.continue.click()
  await review.expectShown()
  await driver.open()
  await driver.openSection('trip')
  await expect(driver.acknowledgement('Japan')).toBeChecked()
})

test('destinations set the recommended plan until the customer chooses another @desktop', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.addDestination('Bali')
  const token = await waitForToken(context)
  const saved = async () => (await fetchCheckout(product.origin, token)).state
  await expect.poll(saved).toMatchObject({ destinations: ['x-bali'], selectedLicense: 40 })
  await driver.removeDestination('Bali (Indonesia)')
  await expect.poll(saved).toMatchObject({ destinations: [], selectedLicense: 42 })
  await driver.addDestination('Spain')
  await driver.expectTotal('$88.10')
  const changeText = page.getByText(
    translate('permits:planChanged.text', { places: 'Spain', price: '$49', before: '$69' }),
  )
  await expect(changeText).toBeVisible()
  await driver.fill()
  await driver.continue.click()
  await photos.expectShown()
  await photos.addLater.click()
  await expect(plan.years(1)).toBeChecked()
  await expect(changeText).toBeVisible()
  await plan.years(3).check()
  await expect(changeText).toBeHidden()
  const conflictText = translate('permits:conflicts.longer_than_accepted', {
    country: 'Spain',
    count: 1,
  })
  await expect(page.getByText(conflictText)).toBeVisible()
  await expect.poll(saved).toMatchObject({ selectedLicense: 42, planChanged: true })

  await driver.open()
  await waitUntilReady(page)
  await driver.addDestination('Thailand')
  await expect.poll(saved).toMatchObject({ destinations: ['es', 'th'], selectedLicense: 42 })
})

test('a customer without a phone number is asked for one with the parcel, once', async ({
  page,
}) => {
  const { driver, photos, plan, review } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.fill()
  await driver.continue.click()
  await photos.expectShown()
  await photos.addLater.click()
  await plan.expectShown()
  await plan.fillAddress()
  await plan.phone.fill('12')
  await plan.continue.click()
  await expect(plan.phone).toBeFocused()
  await expect(plan.phone).toHaveAccessibleDescription(new RegExp(plan.issue('phone.short')))
  await plan.phone.fill('')
  await expect(page.getByText(plan.issue('phone.missing'))).toBeVisible()
  await plan.phone.fill('(503) 555-0143')
  await plan.continue.click()
  await review.expectShown()
  await page.goBack()
  await expect(plan.addressLine).toContainText('+1 503 555 0143')
  await expect(plan.phone).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a country that does not accept the permit is acknowledged on the page that comes back', async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const { driver, photos } = stepPages(page)
    await driver.open()
    await driver.openList()
    await driver.destinations.selectOption('jp')
    await driver.fill()
    await driver.continue.click()
    await driver.expectShown()
    await expect(page).toHaveTitle(driver.title(true))
    await expect(driver.errorSummary).toBeFocused()
    await expect(page.getByText(translate('permit-notes:jp'))).toBeVisible()
    await driver.acknowledgement('Japan').check()
    await driver.continue.click()
    await photos.expectShown()
  })
})

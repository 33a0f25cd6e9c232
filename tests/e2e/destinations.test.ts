import type { Page } from '@playwright/test'
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

const verdict = (key: string, country: string, count = 3) =>
  say('permits:about', { country, sentence: say(`permits:verdict.${key}`, { country, count }) })

test('a driver from the US is told that Italy accepts the printed permit', async ({ page }) => {
  const { driver, photos, plan } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.addDestination('Italy')
  await expect(page.getByText(verdict('printed_only', 'Italy'))).toBeVisible()
  await expect(page.getByText(say('permits:lines.printed_only'))).toBeVisible()
  await expect(page.getByText(/^Rules checked November/)).toBeVisible()
  await driver.addDestination('United States')
  await expect(page.getByText(say('permits:home', { country: 'United States' }))).toBeVisible()
  await expect(page.getByText(verdict('accepted', 'United States'))).toBeHidden()
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await photos.addLater.click()
  await expect(plan.years(3)).toBeChecked()
})

test('who drives in Spain alone is recommended the plan of one year, until another is chosen', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.addDestination('Spain')
  await expect(page.getByText(verdict('one_year_printed', 'Spain', 1))).toBeVisible()
  await expect(page.getByText(say('permits:notes.es'))).toBeVisible()
  await driver.costs('$69.10')
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await photos.addLater.click()
  await expect(plan.years(1)).toBeChecked()
  await expect(page.getByText(say('plan:years.recommended', { places: 'Spain' }))).toBeVisible()
  await plan.years(3).check()
  const counts = say('permits:conflicts.longer_than_accepted', { country: 'Spain', count: 1 })
  await expect(page.getByText(counts)).toBeVisible()
  const token = await savedToken(context)
  const saved = async () => (await checkoutOf(product.origin, token)).state
  await expect.poll(saved).toMatchObject({ selectedLicense: 42, planChanged: true })

  await driver.open()
  await isReady(page)
  await driver.addDestination('Thailand')
  await expect.poll(saved).toMatchObject({ destinations: ['es', 'th'], selectedLicense: 42 })
})

test('who drives in Japan alone has to understand that the permit is not accepted there', async ({
  page,
}) => {
  const { driver, photos } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.addDestination('Japan')
  await driver.fill()
  await driver.continue.click()
  await expect(driver.understood('Japan')).toBeFocused()
  const told = page.getByText(driver.issue('acknowledgements.missing', { country: 'Japan' }))
  await expect.poll(() => told.last().evaluate(isUncovered)).toBe(true)
  await expect(driver.understood('Japan')).toHaveAccessibleDescription(
    driver.issue('acknowledgements.missing', { country: 'Japan' }),
  )
  await expect(page).toHaveTitle(driver.title(true))
  await page.keyboard.press('Space')
  await expect(driver.understood('Japan')).toBeChecked()
  await expect(page).toHaveTitle(driver.title())
  await driver.continue.click()
  await photos.isShown()

  await driver.open()
  await expect(driver.understood('Japan')).toBeChecked()
})

test('a digital permit for Spain is bought by nobody who has not understood that it is no use there', async ({
  page,
}) => {
  const { driver, photos, plan, review } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.addDestination('Spain')
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await photos.addLater.click()
  await plan.isShown()
  const understood = plan.understood('Spain')
  await expect(understood).toBeHidden()
  await plan.digital.check()
  await expect(
    page.getByText(say('permits:conflicts.digital_refused', { country: 'Spain' })),
  ).toBeVisible()
  await plan.continue.click()
  await expect(understood).toBeFocused()
  await expect(understood).toHaveAccessibleDescription(plan.issue('acknowledgements.missing'))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Space')
  await expect(page).toHaveTitle(plan.title())
  await plan.continue.click()
  await review.isShown()
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

test('Bali is a destination of its own, and taken off again asks for nothing', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.addDestination('Bali')
  await expect(page.getByText(say('permits:notes.x-bali'))).toBeVisible()
  const token = await savedToken(context)
  const saved = async () => (await checkoutOf(product.origin, token)).state
  await expect.poll(saved).toMatchObject({ destinations: ['x-bali'], selectedLicense: 40 })
  await driver.removeDestination('Bali (Indonesia)')
  await expect(page.getByText(say('permits:notes.x-bali'))).toBeHidden()
  await expect.poll(saved).toMatchObject({ destinations: [], selectedLicense: 42 })
})

test('several verdicts stand in the order of the destinations, and have no violation', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  for (const name of ['Spain', 'France', 'Japan']) await driver.addDestination(name)
  await driver.fill()
  await expect(
    page.locator('main [aria-live] p').filter({ hasText: /France|Japan|Spain/ }),
  ).toContainText(['France', 'Japan', 'Spain'])
  await expectNoAxeViolations(page)
})

test('several destinations are added by a pasted list, and words that are none stay to be mended', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  const search = await driver.openPicker()
  const leave = () => driver.leavePicker()
  await search.fill('Fr')
  await leave()
  await expect(page.getByText(say('pickers:unfinished', { typed: '\u2068Fr\u2069' }))).toBeVisible()
  await driver.openPicker()
  await search.fill('Spain, zzzz, France')
  await leave()
  const none = page.getByText(say('pickers:none', { typed: '\u2068zzzz\u2069' }))
  await expect(none.filter({ visible: true }).first()).toBeVisible()
  await expect(driver.chosen.getByRole('listitem')).toHaveText(['France', 'Spain'])
})

/** The page as a shop serves it whose table has this country refused. */
const refusing = (page: Page, country: string) =>
  page.route('**/v2/driver-details/', async route => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(
      /(<script id="__NEXT_DATA__"[^>]*>)(.*?)(<\/script>)/s,
      (_, a, json, z) => {
        const data = JSON.parse(json)
        const { groups } = data.props.pageProps.permits
        const own = groups.find(({ destinations }: { destinations: string }) =>
          destinations.includes(` ${country}:`),
        )
        own.destinations = own.destinations.replace(new RegExp(` ${country}:\\S+`), '')
        groups.push({ ...own, from_: 'no', destinations: country })
        return a + JSON.stringify(data).replaceAll('<', '\\u003c') + z
      },
    )
    await route.fulfill({ response, body })
  })

test('who lives where no permit is issued is told why instead of going on', async ({ page }) => {
  await refusing(page, 'pt')
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  const told = page.getByText(say('permits:issuing.no', { country: 'Portugal' }))
  await driver.choose('country_of_residence', 'pt')
  await expect(told).toBeVisible()
  await expect(driver.continue).toBeHidden()
  await expect(driver.residence).not.toHaveAttribute('aria-invalid')
  await driver.choose('country_of_residence', 'us')
  await expect(told).toBeHidden()
  await expect(driver.continue).toBeVisible()
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

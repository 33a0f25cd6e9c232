import { fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { setLanguage } from '../support/visit-pages'
import { ana } from './pages/driver-details'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

test('missing answers are listed in page order, and the first of them gets the focus', async ({
  page,
}) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.openSection('you')
  await driver.openSection('licence')
  await driver.continue.click()
  await expect(driver.errorSummary).toBeVisible()
  await expect(driver.errorSummary.getByRole('link')).toContainText([
    driver.issue('license_first_name.missing'),
    driver.issue('license_last_name.missing'),
    driver.issue('email.missing'),
    driver.issue('date_of_birth.missing'),
    driver.issue('place_of_birth.missing'),
  ])
  await expect(driver.firstName).toBeFocused()
  await expect(driver.firstName).toHaveAccessibleDescription(
    new RegExp(driver.issue('license_first_name.missing')),
  )
  await driver.errorSummary.getByRole('link', { name: driver.issue('height.missing') }).click()
  await expect(driver.feet).toBeFocused()
})

test('every answer is saved on input, and continuing twice creates one driver', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  const trackResponse = page.waitForResponse(/track-event/)
  await driver.fill()
  expect((await trackResponse).status()).toBe(200)
  const token = await waitForToken(context)
  const saved = async () => (await fetchCheckout(product.origin, token)).state.customer
  await expect.poll(saved).toMatchObject({
    license_first_name: 'Ana',
    license_last_name: 'Silva',
    email: 'ana@example.com',
    date_of_birth: '1991-03-14',
    place_of_birth: 'Lisbon, Portugal',
    gender: 'female',
    height: '170',
    eye_color: 'brown',
    b_passenger_car: true,
  })
  await driver.continue.click()
  await photos.expectShown()
  const { id } = await saved()
  expect(id).not.toBeNull()
  await driver.open()
  await driver.openSection('you')
  await driver.firstName.fill('Anna Maria')
  await driver.continue.click()
  await photos.expectShown()
  expect(await saved()).toMatchObject({ id, license_first_name: 'Anna Maria' })
})

test('three sections are asked one at a time, each without an error', async ({ page }) => {
  const { driver, photos } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await expect(page.locator('main form')).toMatchAriaSnapshot(`
    - region "Your trip":
      - heading "Your trip" [level=2]
      - combobox "Which country issued your license?"
      - combobox "Where do you live?"
    - region "About you":
      - group:
        - heading "About you" [level=2]
        - paragraph: Name and email
    - region "Your license":
      - group:
        - heading "Your license" [level=2]
        - paragraph: Birth date, classes, height and eye color
  `)
  await expect(driver.firstName).toBeHidden()
  await driver.continue.click()
  await expect(driver.sectionHeading('you')).toBeFocused()
  await expect(driver.sectionHeading('you')).toBeInViewport()
  await expect(driver.issued).toBeHidden()
  await expect(driver.row('trip')).toContainText('United States')
  await expect(driver.car).toBeHidden()

  await driver.continue.click()
  await expect(driver.firstName).toBeFocused()
  await expect(driver.errorSummary).toContainText(driver.issue('email.missing'))
  await expect(driver.errorSummary).not.toContainText(driver.issue('height.missing'))
  await driver.firstName.fill(ana.firstName)
  await driver.lastName.fill(ana.lastName)
  await driver.email.fill(ana.email)
  await expect(driver.errorSummary).toBeHidden()
  await driver.continue.click()
  await expect(driver.sectionHeading('licence')).toBeFocused()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await expect(driver.row('you')).toContainText(`Ana Silva · ${ana.email}`)
  await expectNoAxeViolations(page)

  await driver.row('you').click()
  await expect(driver.sectionHeading('you')).toBeFocused()
  await expect(driver.email).toHaveValue(ana.email)
  await driver.fill()
  await driver.continue.click()
  await photos.expectShown()
  await page.goBack()
  await expect(driver.row('licence')).toContainText('170 cm')
  await driver.continue.click()
  await photos.expectShown()
})

test('Continue asks the next questions although the rules never arrive', async ({ page }) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await page.route('**/_next/static/chunks/**', () => undefined)
  await driver.continue.click()
  await expect(driver.sectionHeading('you')).toBeFocused()
})

test('a suggestion about an answer moves no other field', async ({ page }) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.openSection('you')
  const readTop = () =>
    driver.consent.evaluate(box => box.getBoundingClientRect().top + window.scrollY)
  const top = await readTop()
  await driver.lastName.fill('Згурський')
  await driver.email.fill('ana@gmial.com')
  await driver.consent.focus()
  await expect(page.getByRole('button', { name: 'ana@gmail.com' })).toBeVisible()
  await expect(page.locator('#license_last_name-note [role=status]')).not.toBeEmpty()
  expect(await readTop()).toBe(top)
})

test('if the rules fail to load, the server validates the answers', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|422 \(Unprocessable Entity\)|Loading chunk|ChunkLoadError/)
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await page.route('**/_next/static/chunks/**', route => route.abort())
  await driver.openSection('you')
  await driver.openSection('licence')
  await driver.firstName.fill('007')
  await driver.continue.click()
  await expect(driver.errorSummary).toContainText(driver.issue('license_first_name.letters'))
  await expect(driver.errorSummary).toContainText(driver.issue('email.missing'))
  await expect(driver.firstName).toHaveValue('007')
})

test('browser autofill is accepted', async ({ page, context, product }) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await page.evaluate(() => {
    const filled: Record<string, string> = {
      license_first_name: 'Ana',
      license_last_name: 'Silva',
      email: 'ana@example.com',
      date_of_birth_day: '14',
      date_of_birth_month: '3',
      date_of_birth_year: '1991',
      country_of_residence: 'pt',
    }
    for (const [name, value] of Object.entries(filled)) {
      const control = document.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (!control) continue
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
      set?.call(control, value)
      for (const type of ['input', 'change'])
        control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  })
  const token = await waitForToken(context)
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer)
    .toMatchObject({
      license_last_name: 'Silva',
      date_of_birth: '1991-3-14',
      country_of_residence: 'pt',
    })
})

test('a name typed with an IME is saved when composition ends', async ({ page }) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.openSection('you')
  await driver.lastName.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['や', 'やま', 'やまだ'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
  const suggestion = page.locator('#license_last_name-note [role=status]')
  await expect(suggestion).toBeEmpty()
  await keyboard.send('Input.insertText', { text: '山田' })
  await driver.lastName.blur()
  await expect(driver.lastName).toHaveValue('山田')
  await expect(suggestion).not.toBeEmpty()
})

test('on a narrow screen and with large text, nothing is clipped horizontally', async ({
  page,
}) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.fill()
  await driver.addDestination('Japan')
  /** Elements that extend past the screen. As soon as there is one, phones widen the page. */
  const findClipped = (screen: number) =>
    page.evaluate(
      width =>
        [...document.querySelectorAll('body *')]
          .filter(element => {
            const { left, right, width: elementWidth } = element.getBoundingClientRect()
            const isHidden =
              elementWidth === 0 ||
              getComputedStyle(element).opacity === '0' ||
              element.closest('.sr-only, [hidden]') !== null
            return !isHidden && (left < -1 || right > width + 1)
          })
          .map(element => element.outerHTML.slice(0, 120)),
      screen,
    )
  const setTextSize = (size: string) =>
    page.evaluate(fontSize => {
      document.documentElement.style.fontSize = fontSize
    }, size)
  const { width = 0 } = page.viewportSize() ?? {}
  await setTextSize('200%')
  expect(await findClipped(width), 'text of 200 %').toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await driver.feetAndInches.check()
  await expect(driver.inches).toBeVisible()
  expect(await findClipped(320), '320 px and text of 200 %').toEqual([])
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(driver.continue).not.toBeInViewport()
  await setTextSize('')
  expect(await findClipped(320), '320 px').toEqual([])
  await expect(driver.continue).toBeInViewport()
})

test('a bar of three lines covers no field that gets the focus', async ({
  page,
  context,
  product,
}) => {
  await setLanguage(context, 'ar', product.origin)
  const { driver } = stepPages(page, createTranslate('ar'))
  await driver.open()
  await waitUntilReady(page)
  await driver.fill()
  const { coveredFields, barHeight, fieldCount } = await page.evaluate(() => {
    const bar = document.querySelector('.bottom-bar') as HTMLElement
    const fields = [...document.querySelectorAll<HTMLElement>('main :is(input, select)')]
    const coveredFields = fields
      .filter(field => field.checkVisibility() && !field.closest('.sr-only'))
      .filter(field => {
        window.scrollTo({ top: 0, behavior: 'instant' })
        field.focus()
        return field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
      })
      .map(field => field.outerHTML.slice(0, 120))
    return { coveredFields, barHeight: bar.offsetHeight, fieldCount: fields.length }
  })
  expect(fieldCount).toBeGreaterThan(10)
  expect(barHeight, 'of three lines').toBeGreaterThan(100)
  expect(coveredFields).toEqual([])
})

test('popular countries are beside the step on a desktop @desktop', async ({ page }) => {
  const { driver } = stepPages(page)
  await driver.open()
  const popularHeading = translate('driver-details:popular.heading')
  await expect(page.getByRole('heading', { name: popularHeading })).toBeVisible()
})

import type { DriverForm } from '@/domain/driver-form'
import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { driverCases, rightForm } from '../support/driver-cases'
import { expect, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { english as say } from '../support/texts'
import { ana } from './pages/driver-details'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('what is missing is listed in the order of the page, and the first of it is focused', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
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
    driver.issue('license_first_name.missing'),
  )
  await driver.errorSummary.getByRole('link', { name: driver.issue('height.missing') }).click()
  await expect(driver.feet).toBeFocused()
})

test('an error comes when a field is left, not while typing, and goes when it is mended', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  const told = page.getByText(driver.issue('email.domain'))
  await driver.email.pressSequentially('ana@')
  await expect(told).toBeHidden()
  await driver.email.blur()
  await expect(told).toBeVisible()
  await driver.email.fill('ana@example.com')
  await expect(told).toBeHidden()
})

test('every answer is saved as it is given', async ({ page, context, product }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await driver.fill()
  const token = await savedToken(context)
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({
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
})

test('going on twice keeps one driver', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'upload-photos')
  const { id } = (await checkoutOf(product.origin, token)).state.customer
  const { driver, photos } = stepsIn(page)
  await driver.open(`?token=${token}`)
  await driver.firstName.fill('Anna Maria')
  await driver.continue.click()
  await photos.isShown()
  const { customer } = (await checkoutOf(product.origin, token)).state
  expect(customer).toMatchObject({ id, license_first_name: 'Anna Maria' })
})

test('later questions open as those before are answered, and stay open', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await expect(driver.day).toBeHidden()
  await driver.firstName.fill(ana.firstName)
  await driver.lastName.fill(ana.lastName)
  await driver.email.pressSequentially('ana@example')
  await expect(driver.day).toBeHidden()
  await driver.email.pressSequentially('.com')
  await expect(driver.day).toBeVisible()
  await expect(page.getByText(say('driver-details:opened.you'))).toBeAttached()
  await expect(driver.car).toBeHidden()
  await expect(driver.email).toBeFocused()
  await driver.day.fill('1')
  await driver.month.fill('2')
  await driver.year.fill('1990')
  await driver.birthPlace.fill('Lisbon')
  await expect(driver.car).toBeVisible()
  await driver.firstName.fill('')
  await driver.email.fill('')
  await expect(driver.day).toBeVisible()
  await expect(driver.car).toBeVisible()
})

test('a slip in a mail address and a name of another script are pointed out, and mended by a press', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.choose('license_issued', 'ua')
  await driver.lastName.fill('Згурський')
  await driver.email.fill('ana@gmial.com')
  await driver.email.blur()
  await page
    .getByRole('button', { name: say('driver-details:you.latinUse', { name: 'Zghurskyi' }) })
    .click()
  await expect(driver.lastName).toHaveValue('Zghurskyi')
  await expect(driver.lastName).toBeFocused()
  await page.getByRole('button', { name: 'ana@gmail.com' }).click()
  await expect(driver.email).toHaveValue('ana@gmail.com')
  await expect(driver.email).toBeFocused()
  await expect(page.getByText(say('driver-details:you.didYouMean'))).toBeHidden()
  await driver.firstName.fill(ana.firstName)
  await driver.birthPlace.fill('Київ')
  await driver.birthPlace.blur()
  await expect(driver.birthPlace).toHaveAccessibleDescription(
    new RegExp(say('driver-details:you.latin')),
  )
  await page
    .getByRole('button', { name: say('driver-details:you.latinUse', { name: 'Kyiv' }) })
    .click()
  await expect(driver.birthPlace).toHaveValue('Kyiv')
})

test('residence, calling code and unit of height follow the licence until they are chosen', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await expect(page.getByText(say('driver-details:trip.issuedGuess'))).toBeVisible()
  await driver.choose('license_issued', 'de')
  await driver.holds('country_of_residence', 'de')
  await driver.holds('dialCode', 'de')
  await expect(page.locator('[name=height_unit][value=cm]')).toBeChecked()
  await expect(page.getByText(say('driver-details:trip.issuedHint'))).toBeVisible()
  await driver.choose('country_of_residence', 'fr')
  await driver.choose('license_issued', 'gb')
  await driver.holds('country_of_residence', 'fr')
  await driver.holds('dialCode', 'gb')
})

test('a height changes its unit, and back again is as it was typed', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.fill()
  await driver.height.fill('177,5')
  await driver.feetAndInches.check()
  await expect(driver.feet).toHaveValue('5')
  await expect(driver.inches).toHaveValue('10')
  await driver.centimetres.check()
  await expect(driver.height).toHaveValue('177,5')
  await driver.feetAndInches.check()
  await driver.inches.fill('12')
  await driver.inches.blur()
  await expect(page.getByText(driver.issue('height.inches'))).toBeVisible()
  await expect(driver.inches).toHaveAttribute('aria-invalid', 'true')
  await expect(driver.feet).not.toHaveAttribute('aria-invalid')
  await driver.inches.fill('11')
  await expect(page.getByText(driver.issue('height.inches'))).toBeHidden()
  const token = await savedToken(context)
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({ height: '180.34', height_unit: 'ft' })
  await driver.centimetres.check()
  await expect(driver.height).toHaveValue('180')
})

test('of a date only the wrong part is marked, and only once it is left', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.firstName.fill(ana.firstName)
  await driver.lastName.fill(ana.lastName)
  await driver.email.fill(ana.email)
  await driver.month.fill('3')
  await driver.year.fill('91')
  await driver.day.focus()
  const told = page.getByText(driver.issue('date_of_birth.day'))
  await expect(told).toBeHidden()
  await driver.birthPlace.focus()
  await expect(told).toBeVisible()
  await expect(driver.day).toHaveAttribute('aria-invalid', 'true')
  await expect(driver.month).not.toHaveAttribute('aria-invalid')
  await expect(driver.year).not.toHaveAttribute('aria-invalid')
})

/** What can be typed or ticked, and is told when it is left. */
const toldOnLeaving = driverCases.filter(
  ({ told, language }) => told && !language && !/missing|unknown|country/.test(told.message),
)

test('every mistake is told in its own words when its field is left', async ({ page }) => {
  // Some seventy answers are typed one after the other.
  test.slow()
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.fill()
  const set = async (typed: Partial<DriverForm>) => {
    const { height_unit, ...others } = typed
    if (height_unit) await page.locator(`[name=height_unit][value=${height_unit}]`).check()
    for (const [name, value] of Object.entries(others)) {
      const control = page.locator(`[name=${name}]`)
      if (name === 'dialCode') await control.selectOption(String(value))
      else if (name.startsWith('height') && !(await control.isVisible())) continue
      else if (Array.isArray(value))
        for (const box of await control.all())
          await box.setChecked(value.includes((await box.getAttribute('value')) ?? ''))
      else await control.fill(String(value))
    }
    await driver.firstName.focus()
    await driver.consent.focus()
  }
  expect(toldOnLeaving.length).toBeGreaterThan(30)
  for (const { typed, told } of toldOnLeaving) {
    await test.step(told?.message ?? '', async () => {
      const right = Object.keys(typed).map(name => [name, rightForm[name as keyof DriverForm]])
      await set(typed)
      await expect(page.getByText(told?.text ?? '', { exact: true }).first()).toBeVisible()
      await set(Object.fromEntries(right.reverse()))
      await expect(page.getByText(told?.text ?? '', { exact: true })).toHaveCount(0)
    })
  }
})

test('the shop is told once of a right address, when it is left', async ({ page }) => {
  const told: string[] = []
  page.on('request', request => {
    if (request.url().includes('track-event')) told.push(request.postData() ?? '')
  })
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.email.fill('ana@')
  await driver.email.blur()
  await expect(page.getByText(driver.issue('email.domain'))).toBeVisible()
  const answered = page.waitForResponse(/track-event/)
  await driver.email.fill('ana@example.com')
  await driver.email.blur()
  expect((await answered).status()).toBe(200)
  await driver.email.focus()
  await driver.email.blur()
  await driver.fill()
  expect(told.map(body => JSON.parse(body))).toMatchObject([
    { email: 'ana@example.com', event: 'add-to-cart', selected_product: 42 },
  ])
})

test('what the server alone finds is told at its field', async ({ page, expectProblem }) => {
  expectProblem(/422 \(Unprocessable Entity\)/)
  const answer = closedGate()
  await page.route('**/api/customers/?**', async route => {
    await answer.opened
    await route.fulfill({
      status: 422,
      json: {
        detail: 'x',
        code: 'unprocessable',
        issues: [{ field: 'phone', message: 'phone.length' }],
      },
    })
  })
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.fill()
  await driver.continue.click()
  await expect(driver.continue).toHaveAttribute('aria-busy', 'true')
  answer.open()
  await expect(driver.phone).toBeFocused()
  await expect(driver.continue).not.toHaveAttribute('aria-busy', 'true')
  await expect(driver.phone).toHaveAccessibleDescription(new RegExp(driver.issue('phone.length')))
  await driver.phone.fill('212 555 2368')
  await expect(page.getByText(driver.issue('phone.length'))).toBeHidden()
})

test('where the rules cannot be loaded, the server judges the answers', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|422 \(Unprocessable Entity\)|Loading chunk|ChunkLoadError/)
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await page.route('**/_next/static/chunks/**', route => route.abort())
  await driver.firstName.fill('007')
  await driver.continue.click()
  await expect(driver.errorSummary).toContainText(driver.issue('license_first_name.letters'))
  await expect(driver.errorSummary).toContainText(driver.issue('email.missing'))
  await expect(driver.firstName).toHaveValue('007')
})

test('a browser that fills the form in is understood', async ({ page, context, product }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await page.evaluate(() => {
    const filled: Record<string, string> = {
      license_first_name: 'Ana',
      license_last_name: 'Silva',
      email: 'ana@example.com',
      phone: '2125552368',
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
  await expect(driver.birthPlace).toBeVisible()
  const token = await savedToken(context)
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({
      license_last_name: 'Silva',
      phone: '12125552368',
      date_of_birth: '1991-3-14',
      country_of_residence: 'pt',
    })
})

test('a name written with an input method is taken when it is done', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.lastName.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['や', 'やま', 'やまだ'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
  await expect(page.getByText(say('driver-details:you.latin'))).toBeHidden()
  await keyboard.send('Input.insertText', { text: '山田' })
  await driver.lastName.blur()
  await expect(driver.lastName).toHaveValue('山田')
  await expect(page.getByText(say('driver-details:you.latin'))).toBeVisible()
})

test('on a narrow screen, and with large text, nothing is cut off sideways', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.fill()
  await driver.addDestination('Japan')
  /** What reaches beyond the screen. Once something does, phones make the page wider than that. */
  const cutOff = (screen: number) =>
    page.evaluate(
      width =>
        [...document.querySelectorAll('body *')]
          .filter(element => {
            const { left, right, width: own } = element.getBoundingClientRect()
            const isHidden =
              own === 0 ||
              getComputedStyle(element).opacity === '0' ||
              element.closest('.sr-only, [hidden]') !== null
            return !isHidden && (left < -1 || right > width + 1)
          })
          .map(element => element.outerHTML.slice(0, 120)),
      screen,
    )
  const enlarge = (size: string) =>
    page.evaluate(fontSize => {
      document.documentElement.style.fontSize = fontSize
    }, size)
  const { width = 0 } = page.viewportSize() ?? {}
  await enlarge('200%')
  expect(await cutOff(width), 'text of 200 %').toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await driver.feetAndInches.check()
  await expect(driver.inches).toBeVisible()
  expect(await cutOff(320), '320 px and text of 200 %').toEqual([])
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(driver.continue).not.toBeInViewport()
  await enlarge('')
  expect(await cutOff(320), '320 px').toEqual([])
  if (width < 1024) await expect(driver.continue).toBeInViewport()
})

test('the step reads as a form', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Driver details" [level=1]
      - region "Your trip":
        - heading "Your trip" [level=2]
        - combobox "Which country issued your licence?"
        - combobox "Where do you live?"
      - region "About you":
        - heading "About you" [level=2]
        - textbox "Given names"
        - textbox "Family name"
        - textbox "Email"
        - checkbox "Send me travel tips and offers by email"
  `)
})

test('on a desktop popular countries stand beside the step, on a phone what is good to know', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024
  const popular = page.getByRole('heading', { name: say('driver-details:popular.heading') })
  const advantages = page.getByRole('heading', { name: say('advantages.heading') })
  if (isPhone) await expect(advantages).toBeVisible()
  else await expect(popular).toBeVisible()
  await expect(isPhone ? popular : advantages).toBeHidden()
})

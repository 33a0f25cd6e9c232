import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { isAlive } from './pages/step'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('what is missing is listed in the order of the page, and the first of it is focused', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isAlive(page)
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
  await expect(driver.height).toBeFocused()
})

test('an error comes when a field is left, not while typing, and goes when it is mended', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isAlive(page)
  const told = page.getByText(driver.issue('email.shape'))
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

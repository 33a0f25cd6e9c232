import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('a link’s coupon is there from the first page on, and leaves the address', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepsIn(page)
  const served = await driver.open('?coupon=take50&utm_source=mail')
  expect(await served?.text()).toContain('$59.50')
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  const { state } = await checkoutOf(product.origin, await savedToken(context))
  expect(state.coupon?.name).toBe('take50')

  await page.reload()
  await expect(driver.heading).toBeVisible()
  await page.goto('/checkouts/help/')
  await page.goBack()
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
})

test('a link opened later puts its coupon on the order', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review } = stepsIn(page)
  await review.open(`?token=${token}&coupon=cart20&utm_source=mail`)
  await expect(review.heading).toBeVisible()
  await expect(page).toHaveURL(`${review.address}?utm_source=mail`)
  expect((await checkoutOf(product.origin, token)).state.coupon?.name).toBe('CART20')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a link’s coupon goes with the first answers', async ({ page, context, product }) => {
    const { driver, photos } = stepsIn(page)
    await driver.open('?coupon=take50')
    await driver.fill()
    await driver.continue.click()
    await photos.isShown()
    const { state } = await checkoutOf(product.origin, await savedToken(context))
    expect(state.coupon?.name).toBe('take50')
  })
})

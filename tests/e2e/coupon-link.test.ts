import { fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'
import { waitForToken } from './pages/token'

test('a link’s coupon applies from the first page; a found coupon and a later link’s can replace it', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepPages(page)
  const response = await driver.open('?coupon=take50&utm_source=mail')
  expect(await response?.text()).toContain('$78.50')
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  const token = await waitForToken(context)
  const coupon = async () => (await fetchCheckout(product.origin, token)).state.coupon?.name
  expect(await coupon()).toBe('take50')
  const summary = await openSummary(page)
  await expect(summary.coupon('take50')).toBeVisible()
  await expect(summary.container).toContainText(
    translate('coupon.foundBest', { count: 2, name: 'take50' }),
  )
  await summary.openBox()
  await expect(summary.found('take50')).toContainText(translate('coupon:inUse'))
  await expect(summary.found('FROMIDAWITHLOVE')).toContainText(
    translate('coupon:saves', { amount: '$6.90' }),
  )
  await summary.useFound('FROMIDAWITHLOVE').click()
  await driver.expectTotal('$106.10')
  await expect.poll(coupon).toBe('FROMIDAWITHLOVE')

  await page.reload()
  await expect(driver.heading).toBeVisible()
  await page.goto('/checkouts/help/')
  await page.goBack()
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)

  await driver.openOrder(token, '?coupon=cart20&utm_source=mail')
  await expect(driver.heading).toBeVisible()
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  expect(await coupon()).toBe('CART20')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a link’s coupon is sent with the first answers', async ({ page, context, product }) => {
    const { driver, photos } = stepPages(page)
    await driver.open('?coupon=take50')
    await driver.fill()
    await driver.continue.click()
    await photos.expectShown()
    const { state } = await fetchCheckout(product.origin, await waitForToken(context))
    expect(state.coupon?.name).toBe('take50')
  })
})

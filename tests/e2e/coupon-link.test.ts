import { checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { english as say } from '../support/texts'
import { stepsIn } from './pages/steps'
import { orderSummary } from './pages/summary'
import { savedToken } from './pages/token'

test('a link’s coupon is there from the first page on, another one found can be used, and a later link’s', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepsIn(page)
  const summary = orderSummary(page)
  const served = await driver.open('?coupon=take50&utm_source=mail')
  expect(await served?.text()).toContain('$59.50')
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  const token = await savedToken(context)
  const coupon = async () => (await checkoutOf(product.origin, token)).state.coupon?.name
  expect(await coupon()).toBe('take50')
  await expect(summary.coupon('take50')).toBeVisible()
  await expect(summary.place).toContainText(say('coupon.foundBest', { count: 2, name: 'take50' }))
  await summary.openBox()
  await expect(summary.found('take50')).toContainText(say('coupon:inUse'))
  await expect(summary.found('FROMIDAWITHLOVE')).toContainText(
    say('coupon:saves', { amount: '$6.90' }),
  )
  await summary.useFound('FROMIDAWITHLOVE').click()
  await driver.costs('$87.10')
  await expect.poll(coupon).toBe('FROMIDAWITHLOVE')

  await page.reload()
  await expect(driver.heading).toBeVisible()
  await page.goto('/checkouts/help/')
  await page.goBack()
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)

  await driver.open(`?token=${token}&coupon=cart20&utm_source=mail`)
  await expect(driver.heading).toBeVisible()
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  expect(await coupon()).toBe('CART20')
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

import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { english, sayIn } from '../support/texts'
import { partner, partnerLinks, pickup } from './pages/partner'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

const link = (token: string) => `/checkouts/?partner-token=${token}`
const atStep = (token: string, given: string) => `?token=${token}&partner-token=${given}`

test('a partner’s customer finds name, email and plan there, and pays a partner’s order', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan, review, payment, thankYou } = stepsIn(page)
  await page.goto(link(partnerLinks.digital))
  await expect(page).toHaveURL(driver.address)
  await partner(page).isNamed('Northern Trails')
  await expect(driver.email).toHaveValue('kari.nordmann@example.com')
  await driver.fill()
  await driver.continue.click()
  await photos.addLater.click()
  await plan.isShown()
  await expect(plan.digital).toBeChecked()
  await expect(plan.years(1).filter({ visible: true })).toBeChecked()
  await partner(page).isNamed('Northern Trails')
  await plan.continue.click()
  await review.continue.click()
  await payment.isShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$51.10').click()
  await thankYou.isShown()
  await partner(page).isNamed('Northern Trails')
  const paid = await checkoutOf(product.origin, await savedToken(context))
  expect(paid).toMatchObject({ status: 'paid', state: { partner: 'Northern Trails' } })
})

test('at an order under way a wrong link is put away, the right one brings its plan and leaves what was typed, and another changes nothing', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review, plan } = stepsIn(page)
  const wrong = 'A'.repeat(43)
  await review.open(atStep(token, wrong))
  await partner(page).failed('token')
  await expectNoAxeViolations(page)
  await expect(partner(page).label).toHaveCount(0)
  await partner(page).goOn.click()
  await expect(partner(page).failure).toHaveCount(0)
  await review.isShown()

  await review.open(atStep(token, partnerLinks.digital))
  await review.isShown()
  await partner(page).isNamed('Northern Trails')
  await expect(page.getByRole('main')).toContainText('ana@example.com')
  await plan.open()
  await expect(plan.digital).toBeChecked()

  await page.goto(link(wrong))
  await expect(partner(page).kept).toContainText('Northern Trails')
  await expect(partner(page).failure).toHaveCount(0)
  await expectNoAxeViolations(page)
  await partner(page).close.click()
  await expect(partner(page).kept).toHaveCount(0)
  await partner(page).isNamed('Northern Trails')
})

test('a partner’s link for an order that is paid already says so, and leads back to the receipt', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$49').click()
  await thankYou.isShown()
  await page.goto(link(partnerLinks.collected))
  await partner(page).failed('attach')
  await partner(page).goOn.click()
  await thankYou.isShown()
  await expect(partner(page).failure).toHaveCount(0)
})

test('a bikes partner’s customer collects the permit in Indonesia', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review, payment, thankYou } = stepsIn(page)
  const { points, point, issue } = pickup(page)
  await plan.open(atStep(token, partnerLinks.collected))
  await plan.isShown()
  await partner(page).isNamed('Bali Bikes')
  await expect(points.getByRole('radio')).toHaveCount(3)
  await expect(points).toContainText('Indonesia')
  await expect(plan.street).toHaveCount(0)
  await expect(plan.country).toHaveCount(0)
  await plan.costs('$69')
  await expectNoAxeViolations(page)
  await plan.digital.check()
  await expect(points).toBeHidden()
  await plan.costs('$49')
  await plan.printed.check()
  await expect(points).toBeVisible()
  await plan.costs('$69')

  await plan.continue.click()
  await expect(issue).toBeVisible()
  await expect(point('Bali Bikes Canggu')).toBeFocused()
  // A field is left while nothing is chosen yet.
  await page.keyboard.press('Tab')
  await point('Bali Bikes Ubud').check()
  await expect(plan.summary).toContainText('Bali Bikes Ubud')
  await plan.continue.click()
  await review.isShown()
  const main = page.getByRole('main')
  await expect(main).toContainText('Jl. Monkey Forest 18')
  await expect(main).toContainText(english('review:delivery.point'))
  await expect(main).not.toContainText(english('review:delivery.address'))
  await review.continue.click()
  await payment.isShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$69').click()
  await thankYou.isShown()
  await expect(main).toContainText(english('thank-you:next.collect'))
  await expect(main.locator('dl').first()).toContainText('Bali Bikes Ubud, Jl. Monkey Forest 18')
  const { state } = await checkoutOf(product.origin, token)
  expect(state.shipping).toMatchObject({ country: 'id', pickup_point: 'bali-bikes-ubud' })
})

test('in Arabic a partner’s customer reads the same', async ({ page, context, product }) => {
  const url = `${product.origin}/checkouts/`
  await context.addCookies([{ name: 'language', value: 'ar', url }])
  const say = sayIn('ar')
  const { plan, review } = stepsIn(page, say)
  const { points, point } = pickup(page, say)
  await page.goto(link('A'.repeat(43)))
  await partner(page, say).failed('token')
  const token = await checkoutAt(product.origin, 'shipping', { state: { language: 'ar' } })
  await plan.open(atStep(token, partnerLinks.collected))
  await partner(page, say).isNamed('Bali Bikes')
  await expect(points).toContainText('إندونيسيا')
  await point('Bali Bikes Ubud').check()
  await expectNoAxeViolations(page)
  await plan.continue.click()
  await review.isShown()
  await expect(page.getByRole('main')).toContainText(say('review:delivery.point'))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a partner’s link that cannot be had is no dead end, and the customer of the right one collects the permit', async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/status of 422/)
    const { driver, photos, plan, review } = stepsIn(page)
    const { points, point, issue } = pickup(page)
    await page.goto(link(partnerLinks.unsold))
    await partner(page).failed('plan')
    await partner(page).goOn.click()
    await driver.isShown()
    await expect(partner(page).failure).toHaveCount(0)

    await page.goto(link(partnerLinks.collected))
    await partner(page).isNamed('Bali Bikes')
    await expect(driver.email).toHaveValue('wayan.putra@example.com')
    await driver.fill()
    await driver.continue.click()
    await photos.addLater.click()
    await plan.isShown()
    await expect(points.getByRole('radio')).toHaveCount(3)
    if (await plan.phone.isVisible()) await plan.phone.fill('503 555 0143')
    await plan.continue.click()
    await expect(issue).toBeVisible()
    await point('Bali Bikes Ubud').check()
    await plan.continue.click()
    await review.isShown()
    await expect(page.getByRole('main')).toContainText('Jl. Monkey Forest 18')
  })
})

import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createTranslate, translateEnglish } from '../support/texts'
import { partner, partnerLinks, pickup } from './pages/partner'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'
import { waitForToken } from './pages/token'

const buildLink = (token: string) => `/checkouts/?partner-token=${token}`
const buildQuery = (partnerToken: string) => `?partner-token=${partnerToken}`

test('a partner’s customer finds name, email and plan prefilled and pays a partner order', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan, review, payment, thankYou } = stepPages(page)
  await page.goto(buildLink(partnerLinks.digital))
  await expect(page).toHaveURL(driver.address)
  await partner(page).expectNamed('Northern Trails')
  await expect(driver.email).toHaveValue('kari.nordmann@example.com')
  await driver.fill()
  await driver.continue.click()
  await photos.addLater.click()
  await plan.expectShown()
  await expect(plan.digital).toBeChecked()
  await expect(plan.years(1).filter({ visible: true })).toBeChecked()
  await partner(page).expectNamed('Northern Trails')
  await plan.continue.click()
  await review.continue.click()
  await payment.expectShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$26.10').click()
  await thankYou.expectShown()
  await partner(page).expectNamed('Northern Trails')
  const paid = await fetchCheckout(product.origin, await waitForToken(context))
  expect(paid).toMatchObject({ status: 'paid', state: { partner: 'Northern Trails' } })
})

test('on an order under way an invalid link is dismissed, a valid one sets its plan and keeps the answers, and another changes nothing', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { review, plan } = stepPages(page)
  const unknownToken = 'A'.repeat(43)
  await review.openOrder(token, buildQuery(unknownToken))
  await partner(page).expectFailure('token')
  await expectNoAxeViolations(page)
  await expect(partner(page).label).toHaveCount(0)
  await partner(page).continueLink.click()
  await expect(partner(page).failure).toHaveCount(0)
  await review.expectShown()

  await review.openOrder(token, buildQuery(partnerLinks.digital))
  await review.expectShown()
  await partner(page).expectNamed('Northern Trails')
  await expect(page.getByRole('main')).toContainText('ana@example.com')
  await plan.open()
  await expect(plan.digital).toBeChecked()

  await page.goto(buildLink(unknownToken))
  await expect(partner(page).keptPartnerNotice).toContainText('Northern Trails')
  await expect(partner(page).failure).toHaveCount(0)
  await expectNoAxeViolations(page)
  await partner(page).close.click()
  await expect(partner(page).keptPartnerNotice).toHaveCount(0)
  await partner(page).expectNamed('Northern Trails')
})

test('a partner’s link of a paid order shows that and leads to the receipt', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$49').click()
  await thankYou.expectShown()
  await page.goto(buildLink(partnerLinks.collected))
  await partner(page).expectFailure('attach')
  await partner(page).continueLink.click()
  await thankYou.expectShown()
  await expect(partner(page).failure).toHaveCount(0)
})

test('a bikes partner’s customer collects the permit in Indonesia', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan, review, payment, thankYou } = stepPages(page)
  const { points, point, issue } = pickup(page)
  await plan.openOrder(token, buildQuery(partnerLinks.collected))
  await plan.expectShown()
  await partner(page).expectNamed('Bali Bikes')
  await expect(points.getByRole('radio')).toHaveCount(3)
  await expect(points).toContainText('Indonesia')
  await expect(plan.street).toHaveCount(0)
  await expect(plan.country).toHaveCount(0)
  await plan.expectTotal('$69')
  await expectNoAxeViolations(page)
  await plan.digital.check()
  await expect(points).toBeHidden()
  await plan.expectTotal('$49')
  await plan.printed.check()
  await expect(points).toBeVisible()
  await plan.expectTotal('$69')

  await plan.continue.click()
  await expect(issue).toBeVisible()
  await expect(point('Bali Bikes Canggu')).toBeFocused()
  // Blurs the field before a choice.
  await page.keyboard.press('Tab')
  await point('Bali Bikes Ubud').check()
  const summary = await openSummary(page)
  await expect(summary.container).toContainText('Bali Bikes Ubud')
  await page.keyboard.press('Escape')
  await plan.continue.click()
  await review.expectShown()
  const main = page.getByRole('main')
  await expect(main).toContainText('Jl. Monkey Forest 18')
  await expect(main).toContainText(translateEnglish('review:delivery.point'))
  await expect(main).not.toContainText(translateEnglish('review:delivery.address'))
  await review.continue.click()
  await payment.expectShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$69').click()
  await thankYou.expectShown()
  await expect(main).toContainText(translateEnglish('thank-you:next.ready'))
  await expect(page.getByRole('complementary')).toContainText('Jl. Monkey Forest 18')
  const { state } = await fetchCheckout(product.origin, token)
  expect(state.shipping).toMatchObject({ country: 'id', pickup_point: 'bali-bikes-ubud' })
})

test('a partner’s customer sees the same in Arabic', async ({ page, context, product }) => {
  const url = `${product.origin}/checkouts/`
  await context.addCookies([{ name: 'language', value: 'ar', url }])
  const translate = createTranslate('ar')
  const { plan, review } = stepPages(page, translate)
  const { points, point } = pickup(page, translate)
  await page.goto(buildLink('A'.repeat(43)))
  await partner(page, translate).expectFailure('token')
  // The first page begins an order, whose cookie would replace the next one.
  await waitForToken(context)
  const token = await createCheckoutAt(product.origin, 'shipping', { state: { language: 'ar' } })
  await plan.openOrder(token, buildQuery(partnerLinks.collected))
  await waitUntilReady(page)
  await partner(page, translate).expectNamed('Bali Bikes')
  await expect(points).toContainText('إندونيسيا')
  await point('Bali Bikes Ubud').check()
  await expectNoAxeViolations(page)
  await plan.continue.click()
  await review.expectShown()
  await expect(page.getByRole('main')).toContainText(translate('review:delivery.point'))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an unusable partner’s link can be dismissed, and with a valid one the permit is collected', async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/status of 422/)
    const { driver, photos, plan, review } = stepPages(page)
    const { points, point, issue } = pickup(page)
    await page.goto(buildLink(partnerLinks.unsold))
    await partner(page).expectFailure('plan')
    await partner(page).continueLink.click()
    await driver.expectShown()
    await expect(partner(page).failure).toHaveCount(0)

    await page.goto(buildLink(partnerLinks.collected))
    await partner(page).expectNamed('Bali Bikes')
    await expect(driver.email).toHaveValue('wayan.putra@example.com')
    await driver.fill()
    await driver.continue.click()
    await photos.addLater.click()
    await plan.expectShown()
    await expect(points.getByRole('radio')).toHaveCount(3)
    if (await plan.phone.isVisible()) await plan.phone.fill('503 555 0143')
    await plan.continue.click()
    await expect(issue).toBeVisible()
    await point('Bali Bikes Ubud').check()
    await plan.continue.click()
    await review.expectShown()
    await expect(page.getByRole('main')).toContainText('Jl. Monkey Forest 18')
  })
})

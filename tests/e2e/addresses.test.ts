import type { Page } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** Opens the plan step with a US residence, or with the delivery country given. */
async function openPlanStep(page: Page, origin: string, country?: string) {
  const state = country ? { state: { shipping: { country } } } : {}
  const token = await createCheckoutAt(origin, 'shipping', state)
  const steps = stepPages(page)
  await steps.plan.openOrder(token)
  return steps
}

/** Expects these lines in the review's address, in this order. */
const expectLines = async (page: Page, lines: string[]) => {
  for (const line of lines)
    await expect(page.getByRole('main').getByText(line, { exact: true }).first()).toBeVisible()
}

test('in Japan an address starts with the postcode and ends with the name', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlanStep(page, product.origin)
  await waitUntilReady(page)
  await plan.country.selectOption('jp')
  await plan.expectFields('postcode', 'state', 'city', 'address')
  await plan.firstName.fill('太郎')
  await plan.lastName.fill('山田')
  await plan.postcode.fill('163')
  await plan.postcode.blur()
  const hintValues = { context: '', country: 'Japan', example: '154-0023' }
  await expect(page.getByText(translate('plan:address.unlike', hintValues))).toBeVisible()
  await plan.state.selectOption('東京都 (Tokyo)')
  await plan.city.fill('新宿区')
  await plan.street.fill('西新宿2-8-1')
  await expectNoAxeViolations(page)
  await plan.postcode.fill('163-8001')
  await plan.continue.click()
  await review.expectShown()
  await expectLines(page, ['〒163-8001', '東京都', '新宿区 西新宿2-8-1', '山田 太郎'])
})

test('in Arabic the address reads from right to left and its codes from left to right', async ({
  page,
  context,
  product,
}) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: `${product.origin}/checkouts/` }])
  const state = { shipping: { country: 'ae' } }
  const token = await createCheckoutAt(product.origin, 'shipping', { state })
  const { plan, review } = stepPages(page, createTranslate('ar'))
  await plan.openOrder(token)
  await plan.expectFields('address', 'state')
  await waitUntilReady(page)
  await expectNoAxeViolations(page)
  await plan.country.selectOption('us')
  await expect(plan.postcode).toHaveCSS('direction', 'ltr')
  await expectNoAxeViolations(page)
  await plan.country.selectOption('ae')
  await plan.street.fill('فيلا ١٢، شارع الوصل')
  await plan.state.selectOption('DU')
  await plan.continue.click()
  await review.expectShown()
  await expectLines(page, ['فيلا ١٢، شارع الوصل', 'دبي'])
  await expectNoAxeViolations(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('another country reloads the page with its own fields, and its address is accepted', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const { plan, review } = await openPlanStep(page, product.origin)
    await plan.expectFields('address', 'city', 'state', 'postcode')
    await plan.fillAddress()
    await plan.country.selectOption('jp')
    await plan.continue.click()
    await plan.expectShown()
    await plan.expectFields('postcode', 'state', 'city', 'address')
    await expect(plan.street).toHaveValue('12 Salmon Street')
    await expect(plan.errorSummary).toContainText(plan.issue('shipping_state.missing_prefecture'))
    await plan.postcode.fill('163-8001')
    await plan.state.selectOption('13')
    await plan.city.fill('Shinjuku-ku')
    await plan.street.fill('2-8-1 Nishi-Shinjuku')
    await plan.continue.click()
    await review.expectShown()
    await expectLines(page, ['2-8-1 Nishi-Shinjuku', 'Shinjuku-ku, Tokyo', '163-8001'])
  })
})

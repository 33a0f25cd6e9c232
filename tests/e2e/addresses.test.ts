import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { english as say, sayIn } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

/** The plan step of somebody who lives in the United States, or has said where it goes. */
async function openPlan(page: Page, origin: string, country?: string) {
  const state = country ? { state: { shipping: { country } } } : {}
  const token = await checkoutAt(origin, 'shipping', state)
  const steps = stepsIn(page)
  await steps.plan.open(`?token=${token}`)
  return steps
}

/** What the review shows, one line under the other. */
const showsLines = async (page: Page, lines: string[]) => {
  for (const line of lines)
    await expect(page.getByRole('main').getByText(line, { exact: true }).first()).toBeVisible()
}

test('to the United Kingdom a parcel goes with a postcode in capitals', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlan(page, product.origin)
  await isReady(page)
  await plan.country.selectOption('gb')
  await plan.asksFor('address', 'city', 'postcode')
  await expect(plan.firstName, 'as on the licence').toHaveValue('Ana')
  await plan.street.fill('Great Russell Street')
  await plan.city.fill('London')
  await plan.postcode.fill('wc1b 3dg')
  await plan.postcode.blur()
  await expect(plan.postcode).toHaveValue('WC1B 3DG')
  await expectNoAxeViolations(page)
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['Ana Silva', 'Great Russell Street', 'London', 'WC1B 3DG'])
})

test('in Germany the postcode stands before the town, and brings up digits alone', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlan(page, product.origin, 'de')
  await plan.asksFor('address', 'postcode', 'city')
  await isReady(page)
  await expect(plan.postcode).toHaveAttribute('inputmode', 'numeric')
  await plan.street.fill('Unter den Linden 77')
  await plan.postcode.fill('10117')
  await plan.city.fill('Berlin')
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['Unter den Linden 77', '10117 Berlin', 'Germany'])
})

test('in Japan an address begins with the postcode, and ends with the name', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlan(page, product.origin)
  await isReady(page)
  await plan.country.selectOption('jp')
  await plan.asksFor('postcode', 'state', 'city', 'address')
  await plan.firstName.fill('太郎')
  await plan.lastName.fill('山田')
  await plan.postcode.fill('163-8001')
  await plan.state.selectOption('東京都 (Tokyo)')
  await plan.city.fill('新宿区')
  await plan.street.fill('西新宿2-8-1')
  await expectNoAxeViolations(page)
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['〒163-8001', '東京都', '新宿区 西新宿2-8-1', '山田 太郎'])
})

test('in the Emirates nobody is asked for a postcode, but for the emirate', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlan(page, product.origin)
  await isReady(page)
  await plan.country.selectOption('ae')
  await plan.asksFor('address', 'state')
  await plan.street.fill('Villa 12, Al Wasl Road')
  await plan.continue.click()
  await expect(plan.state).toHaveAccessibleDescription(plan.issue('shipping_state.missing_emirate'))
  await plan.state.selectOption('دبي (Dubai)')
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['Villa 12, Al Wasl Road', 'Dubai'])
})

test('in the United States the state and the ZIP code follow the city', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlan(page, product.origin)
  await plan.asksFor('address', 'city', 'state', 'postcode')
  await isReady(page)
  await plan.fillAddress()
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['12 Salmon Street', 'Portland, OR 97201', 'United States'])
})

test('another country keeps what was typed, and the first one has its state again', async ({
  page,
  product,
}) => {
  const { plan } = await openPlan(page, product.origin)
  await isReady(page)
  await plan.fillAddress()
  await plan.country.selectOption('ae')
  await plan.asksFor('address', 'state')
  await expect(plan.street).toHaveValue('12 Salmon Street')
  await expect(plan.state, 'no emirate is called OR').toHaveValue('')
  await plan.country.selectOption('fr')
  await plan.asksFor('address', 'postcode', 'city')
  await expect(plan.postcode).toHaveValue('97201')
  await expect(plan.city).toHaveValue('Portland')
  await plan.country.selectOption('us')
  await plan.hasAddress()
})

test('a house number has a field of its own in the Netherlands, and is asked for once', async ({
  page,
  product,
}) => {
  const { plan, review } = await openPlan(page, product.origin, 'nl')
  await plan.asksFor('address', 'street_number', 'postcode', 'city')
  await isReady(page)
  await plan.street.fill('Museumstraat')
  await plan.postcode.fill('1071 xx')
  await plan.city.fill('Amsterdam')
  await plan.continue.click()
  await expect(plan.houseNumber).toHaveAccessibleDescription(
    plan.issue('shipping_street_number.missing'),
  )
  await plan.street.fill('Museumstraat 1')
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['Museumstraat 1', '1071 XX Amsterdam'])
})

test('a postcode that looks unlike the others is told, and taken', async ({ page, product }) => {
  const { plan, review } = await openPlan(page, product.origin)
  await isReady(page)
  await plan.fillAddress()
  await plan.postcode.fill('9720')
  await plan.postcode.blur()
  const told = page.getByText(
    say('plan:address.unlike', { context: 'zip', country: 'United States', example: '95014' }),
  )
  await expect(told).toBeVisible()
  await expectNoAxeViolations(page)
  await plan.postcode.fill('97201')
  await expect(told).toBeHidden()
  await plan.postcode.fill('9720')
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['Portland, OR 9720'])
})

test('in Arabic the address reads from the right, and its codes from the left', async ({
  page,
  context,
  product,
}) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: `${product.origin}/checkouts/` }])
  const state = { shipping: { country: 'ae' } }
  const token = await checkoutAt(product.origin, 'shipping', { state })
  const { plan, review } = stepsIn(page, sayIn('ar'))
  await plan.open(`?token=${token}`)
  await plan.asksFor('address', 'state')
  await isReady(page)
  await expectNoAxeViolations(page)
  await plan.country.selectOption('us')
  await expect(plan.postcode).toHaveCSS('direction', 'ltr')
  await expectNoAxeViolations(page)
  await plan.country.selectOption('ae')
  await plan.street.fill('فيلا ١٢، شارع الوصل')
  await plan.state.selectOption('DU')
  await plan.continue.click()
  await review.isShown()
  await showsLines(page, ['فيلا ١٢، شارع الوصل', 'دبي'])
  await expectNoAxeViolations(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an address is asked for as its country writes it', async ({ page, product }) => {
    const { plan, review } = await openPlan(page, product.origin, 'jp')
    await plan.asksFor('postcode', 'state', 'city', 'address')
    await plan.postcode.fill('163-8001')
    await plan.state.selectOption('13')
    await plan.city.fill('Shinjuku-ku')
    await plan.street.fill('2-8-1 Nishi-Shinjuku')
    await plan.continue.click()
    await review.isShown()
    await showsLines(page, ['2-8-1 Nishi-Shinjuku', 'Shinjuku-ku, Tokyo', '163-8001'])
  })

  test('another country comes back with its own fields', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const { plan, review } = await openPlan(page, product.origin)
    await plan.fillAddress()
    await plan.country.selectOption('ae')
    await plan.continue.click()
    await plan.isShown()
    await plan.asksFor('address', 'state')
    await expect(plan.street).toHaveValue('12 Salmon Street')
    await expect(plan.errorSummary).toContainText(plan.issue('shipping_state.missing_emirate'))
    await plan.state.selectOption('DU')
    await plan.continue.click()
    await review.isShown()
  })

  test('what is too long for a label is told, whatever was pasted', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const { plan, review } = await openPlan(page, product.origin)
    await plan.fillAddress()
    await plan.firstName.fill('a'.repeat(1000))
    await plan.street.fill('a'.repeat(1000))
    await plan.continue.click()
    await plan.isShown()
    for (const field of ['shipping_first_name', 'shipping_address'])
      await expect(plan.errorSummary).toContainText(
        plan.issue(`${field}.long`, 'Street and house number'),
      )
    await plan.firstName.fill('Ana')
    await plan.street.fill('12 Salmon Street')
    await plan.continue.click()
    await review.isShown()
  })
})

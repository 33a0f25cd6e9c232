import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english as say, sayIn } from '../support/texts'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

test('answers given in one tab show in the other, and all are saved', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'driver-details')
  const first = stepsIn(page).driver
  await first.open(`?token=${token}`)
  const secondPage = await context.newPage()
  const second = stepsIn(secondPage).driver
  await second.open()
  await isReady(page)
  await isReady(secondPage)

  await first.email.fill('ana@example.com')
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer.email)
    .toBe('ana@example.com')
  await expect(second.email).toHaveValue('ana@example.com')
  await second.firstName.fill('Ana')
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({ email: 'ana@example.com', license_first_name: 'Ana' })

  await first.fill()
  await first.continue.click()
  await stepsIn(page).photos.isShown()
  await expect(secondPage.getByText(say('driver-details:ahead'))).toBeVisible()
  await secondPage.getByRole('link', { name: say('driver-details:continue') }).click()
  await stepsIn(secondPage).photos.isShown()
})

test('a language chosen in one tab is that of the next page in the other, from its own side', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { plan } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  const url = `${product.origin}/checkouts/`
  await context.addCookies([{ name: 'language', value: 'ar', url }])
  await plan.continue.click()
  await stepsIn(page, sayIn('ar')).review.isShown()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('a plan changed in one tab while the other pays: what was agreed is charged, and both see the end', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()

  const otherPage = await context.newPage()
  const other = stepsIn(otherPage)
  await other.plan.open()
  await isReady(otherPage)
  await other.plan.years(1).check()
  await expect(other.plan.held).toBeInViewport()
  await expect(other.plan.changeAllTheSame).toBeInViewport()
  await other.plan.costs('$49')
  await expect(other.plan.years(3)).toBeChecked()
  await payment.bank.accept()
  await thankYou.isShown()

  // It may have heard of the end by itself, in which case there is nothing left to choose.
  await otherPage.evaluate(() =>
    document.querySelector<HTMLInputElement>('[name=plan_digital]:not(:checked)')?.click(),
  )
  await other.thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})

test('Pay pressed twice in two tabs at once charges once, and both show the receipt', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // Whichever comes second may be refused: that is the browser's own line about it.
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const tabs = [stepsIn(page), stepsIn(await context.newPage())]
  for (const { payment } of tabs) {
    await payment.open(`?token=${token}`)
    await payment.fillCard(cards.good)
    await payment.terms.check()
  }
  await Promise.all(tabs.map(({ payment }) => payment.pay('$49').dblclick()))
  for (const { thankYou } of tabs) await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { mailFolder } from '@/server/config/variables'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate } from '../support/texts'
import { autoRenewal } from './pages/auto-renewal'
import { lifetime } from './pages/lifetime'
import { cards } from './pages/payment'
import { stepPages } from './pages/steps'

const singleCharge = [{ kind: 'charge', amount: 8_800, currency: 'usd' }]

/** Buys the printed three-year permit by DHL to Oregon, in a variant of the experiment. */
async function buy(
  page: Page,
  origin: string,
  variant: number,
  translate?: ReturnType<typeof createTranslate>,
) {
  const launch = { convert_e: '100430', convert_v: `100430${variant}` }
  const token = await createCheckoutAt(origin, 'payment', { launch })
  const { payment, thankYou } = stepPages(page, translate)
  await payment.openOrder(token)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await page.getByRole('main').locator('button[type=submit]', { hasText: '88' }).click()
  await thankYou.expectShown()
  return token
}

/** Statuses of the order's subscriptions at the provider. */
async function fetchSubscriptionStatuses(
  { sandboxUrl }: { sandboxUrl: string },
  order: string | undefined,
) {
  const response = await fetch(`${sandboxUrl}/_subscriptions`)
  const { subscriptions } = (await response.json()) as {
    subscriptions: { status: string; metadata: { order?: string } }[]
  }
  return subscriptions
    .filter(({ metadata }) => metadata.order === order)
    .map(subscription => subscription.status)
}

const fetchOrderId = async (origin: string, token: string) =>
  (await fetchCheckout(origin, token)).order?.id

test('a customer turns auto-renewal on and off again', async ({ page, product }) => {
  const token = await buy(page, product.origin, 2)
  const renewal = autoRenewal(page)
  await expect(renewal.heading).toBeVisible()
  await expect(lifetime(page).heading).toBeHidden()
  await expect(page.getByText('You pay nothing today')).toBeVisible()
  await expect(page.getByText('$74.20').first()).toBeVisible()
  await expectNoAxeViolations(page)

  await renewal.open.click()
  await expect(renewal.form).toBeFocused()
  await expect(renewal.form.getByText('$74.20 on ')).toBeVisible()
  await renewal.close.click()
  await renewal.open.click()
  await renewal.confirm.click()
  await renewal.fillCard(cards.good)
  await expectNoAxeViolations(page)
  await renewal.confirm.click()
  await expect(renewal.active).toBeFocused()
  await expect(renewal.active).toContainText('•••• 4242')
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
  const order = await fetchOrderId(product.origin, token)
  expect(await fetchSubscriptionStatuses(product, order)).toEqual(['active'])

  await page.reload()
  await expect(renewal.active).toBeVisible()
  await expectNoAxeViolations(page)
  await renewal.stop.click()
  await expect(renewal.stopped).toBeFocused()
  expect(await fetchSubscriptionStatuses(product, order)).toEqual(['canceled'])
  await page.reload()
  await expect(renewal.stopped).toBeVisible()
  await expect(renewal.open).toBeHidden()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a declined card changes nothing, and another one with a bank challenge is saved', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402/)
  const token = await buy(page, product.origin, 1)
  const renewal = autoRenewal(page)
  await renewal.open.click()
  await renewal.fillCard(cards.declined)
  await renewal.confirm.click()
  await expect(renewal.failed).toBeVisible()
  await expectNoAxeViolations(page)
  const order = await fetchOrderId(product.origin, token)
  expect(await fetchSubscriptionStatuses(product, order)).toEqual([])
  expect(await fetchMovements(product, token)).toEqual(singleCharge)

  await renewal.number.fill(cards.asksBank)
  await renewal.confirm.click()
  await renewal.bank.refuse()
  await expect(renewal.failed).toBeVisible()
  await renewal.confirm.click()
  await renewal.bank.accept()
  await expect(renewal.active).toBeVisible()
  expect(await fetchSubscriptionStatuses(product, order)).toEqual(['active'])
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('the mail’s link stops it on another device and without scripts', async ({
  page,
  product,
  browser,
  watch,
}) => {
  const token = await buy(page, product.origin, 3)
  const renewal = autoRenewal(page)
  await renewal.open.click()
  await renewal.fillCard(cards.good)
  await renewal.confirm.click()
  await expect(renewal.active).toBeVisible()
  const order = await fetchOrderId(product.origin, token)
  const folder = join(product.dataDir, mailFolder)
  const link = () => {
    const name = readdirSync(folder).find(
      file => file.endsWith('.eml') && file.includes(`${order}.renewal-mail`),
    )
    const text = name ? readFileSync(join(folder, name), 'utf8') : ''
    return /auto-renewal\/\?code=[\w.-]+/.exec(
      text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
    )?.[0]
  }
  await expect.poll(link).toBeDefined()

  const context = await browser.newContext({ javaScriptEnabled: false })
  await watch(context)
  const otherPage = await context.newPage()
  await otherPage.goto(`${product.origin}/checkouts/${link()}`)
  // A GET stops nothing: mail programs open links automatically.
  expect(await fetchSubscriptionStatuses(product, order)).toEqual(['active'])
  const stop = autoRenewal(otherPage)
  await stop.stop.click()
  await expect(stop.stopped).toBeVisible()
  expect(await fetchSubscriptionStatuses(product, order)).toEqual(['canceled'])
  await context.close()
})

test('it reads and works the same in Arabic', async ({ page, context, product }) => {
  const translate = createTranslate('ar')
  await context.addCookies([{ name: 'language', value: 'ar', url: product.origin }])
  await buy(page, product.origin, 4, translate)
  const renewal = autoRenewal(page, translate)
  await renewal.open.click()
  await renewal.fillCard(cards.good)
  await renewal.confirm.click()
  await expect(renewal.active).toBeVisible()
  await expectNoAxeViolations(page)
})

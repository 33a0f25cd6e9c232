import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { root } from '@/commands/program'
import { mailFolder } from '@/server/config/variables'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { findLayoutFaults } from '../support/page-checks'
import { createLicencePhoto } from '../support/photo-fixtures'
import { translateEnglish as translate } from '../support/texts'
import { setLanguage } from '../support/visit-pages'
import { cards } from './pages/payment'
import { photoPanel } from './pages/photos'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { readToken, waitForToken } from './pages/token'

interface Shop {
  dataDir: string
  databaseUrl: string
  sandboxUrl: string
}

/** Runs `npm run orders` on the product's database and returns its JSON. */
async function runOrders({ dataDir, databaseUrl, sandboxUrl }: Shop, ...args: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PAYMENTS: 'sandbox',
    SANDBOX_URL: sandboxUrl,
  }
  const argv = ['--import', 'tsx', 'src/commands/orders.ts', ...args, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: root, env })
  return JSON.parse(stdout)
}

/** The decoded text of an order's mail; undefined until it is sent. */
function readMail(
  { dataDir }: Pick<Shop, 'dataDir'>,
  order: string,
  kind: string,
): string | undefined {
  const folder = join(dataDir, mailFolder)
  const name = readdirSync(folder).find(file => file.includes(`${order}.${kind}`))
  return name?.endsWith('.eml')
    ? readFileSync(join(folder, name), 'utf8').replaceAll(/=\r?\n/g, '')
    : undefined
}

const openOrderTexts = (name: string) => translate(`open-order:completed.${name}`)

test('a customer buys and adds photos, an operator sends the permit, and the customer orders again', async ({
  page,
  context,
  product,
  databaseUrl,
  openBrowser,
}) => {
  test.slow()
  const shop = { ...product, databaseUrl }
  const { driver, photos } = stepPages(page)
  const { token, id } = await buy(page, product)
  await photos.openPhoto('license_back')
  await waitUntilReady(page)
  await photos.addFile(await createLicencePhoto())
  await photos.expectListedState('license_back', 'added')

  const { orders } = await runOrders(shop, 'list', '--status', 'paid')
  expect(orders).toContainEqual(expect.objectContaining({ id, total: 88, country: 'us' }))
  const details = await runOrders(shop, 'show', id)
  expect(details).toMatchObject({
    customer: { email: 'ana@example.com' },
    shipping: { city: 'Portland' },
    photos: [{ type: 'license_back', revision: 1 }],
  })
  const folder = test.info().outputPath('photos')
  const { files } = await runOrders(shop, 'photos', id, '--to', folder)
  expect(readFileSync(files[0]).subarray(0, 3).toString('hex')).toBe('ffd8ff')
  await expect(runOrders(shop, 'fulfil', id, '--yes')).rejects.toThrow('Photos of this order')
  await runOrders(shop, 'fulfil', id, '--tracking', 'JD0146000001', '--without-photos', '--yes')
  await expect.poll(() => readMail(product, id, 'fulfilled-mail')).toContain('JD0146000001')
  const corrected = await runOrders(shop, 'fulfil', id, '--tracking', 'JD0146000002', '--yes')
  expect(corrected.order).toMatchObject({ status: 'fulfilled', tracking_number: 'JD0146000002' })

  await page.goto('/checkouts/')
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(translate('notice.session_completed'))).toBeVisible()
  await expect(driver.email).toHaveValue('')
  expect(await waitForToken(context)).not.toBe(token)
  await expectNoAxeViolations(page)
  await page.reload()
  const lastOrder = page.getByRole('link', { name: translate('notice.completed_order') })
  await lastOrder.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(openOrderTexts('title'))
  await expect(page.getByRole('main')).toContainText('JD0146000002')
  await expectReceipt(page, id)
  await page.getByRole('button', { name: translate('open-order:keep') }).click()
  await driver.expectShown()
  await page.goto('/checkouts/help/')
  await lastOrder.click()
  await expectReceipt(page, id)
  await runOrders(shop, 'refund', id, '--amount', '13', '--yes')
  await page.reload()
  await expect(page.getByRole('main')).toContainText(/Refunded \$13 of \$88 on /)

  await expectRenewal(await openBrowser(), { origin: product.origin, token, id })
})

/** What was bought and paid, without the ways to reach the customer. */
async function expectReceipt(page: Page, id: string): Promise<void> {
  const receipt = page.getByRole('region', { name: translate('thank-you:receipt.heading') })
  for (const text of [id, 'Ana Silva', 'Visa', '$88', 'a***@example.com'])
    await expect(receipt).toContainText(text)
  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('button', { name: openOrderTexts('renew') })).toBeHidden()
  await page.emulateMedia({ media: null })
}

test('a refund is the news of the order’s page, which then asks for no photos', async ({
  page,
  context,
  product,
  databaseUrl,
  openBrowser,
  expectProblem,
}) => {
  test.slow()
  expectProblem(/409 \(Conflict\)/)
  const shop = { ...product, databaseUrl }
  const { photos, thankYou } = stepPages(page)
  const { token, id } = await buy(page, product)
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  const refundHeading = translate('thank-you:refund.heading')
  const nextSteps = translate('thank-you:next.heading')

  await runOrders(shop, 'refund', id, '--amount', '13', '--yes')
  await page.reload()
  await thankYou.expectShown()
  await expect(main).toContainText(/Refunded \$13 of \$88 on /)
  await expect(main).toContainText(nextSteps)
  await photos.open()
  await waitUntilReady(page)
  const phone = await openOnPhone(await openBrowser(), product.origin, token)

  await runOrders(shop, 'refund', id, '--yes')
  await lookUntil(page, refundHeading)
  await photoPanel(phone).addFile(await createLicencePhoto())
  const phoneAlert = phone.getByRole('main').getByRole('alert')
  await expect(phoneAlert).toContainText(translate('lent:refunded.title'))
  await page.goto(photos.address)
  await expect(heading).toHaveText(refundHeading)
  await expect(main).toContainText(/We refunded \$88, the full price of your order, on /)
  await expect(main).toContainText(translate('thank-you:refund.ended'))
  for (const text of [nextSteps, translate('thank-you:photos.text')])
    await expect(main).not.toContainText(text)
  await expectNoAxeViolations(page)
  await expectToFit(page)
  await setLanguage(context, 'ar', product.origin)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectToFit(page)
})

/** Buys the order on the payment page; returns its token and number. */
async function buy(page: Page, { origin }: { origin: string }) {
  const token = await createCheckoutAt(origin, 'payment')
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$88').click()
  await thankYou.expectShown()
  const { order } = await fetchCheckout(origin, token)
  return { token, id: order?.id ?? '' }
}

/** Opens the order's photos on a phone, as the hand-off code does. */
async function openOnPhone(context: BrowserContext, origin: string, token: string): Promise<Page> {
  const url = `${origin}/checkouts/backend/api/checkout/${token}/photo-link/`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: 'demo' }),
  })
  const { code } = await response.json()
  const phone = await context.newPage()
  await phone.goto(`/checkouts/photos/?doc=license_back#${code}`)
  await photoPanel(phone).expectOpen('license_back')
  return phone
}

/** Looks at the tab again, which asks the server about its order, until it shows the heading. */
const lookUntil = (page: Page, heading: string) =>
  expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 1_000 })
  }).toPass()

test('every open page of an order that was sent says so', async ({
  page,
  context,
  product,
  databaseUrl,
  openBrowser,
  expectProblem,
}) => {
  test.slow()
  // A page may ask for the picture of a photo just as its order is closed.
  expectProblem(/409 \(Conflict\)|404 \(Not Found\) \(\S+\/preview\//)
  const { token, id } = await buy(page, product)
  const photosPage = await context.newPage()
  const { photos } = stepPages(photosPage)
  await photos.openPhoto('license_back')
  await waitUntilReady(photosPage)
  const phone = await openOnPhone(await openBrowser(), product.origin, token)
  await expect(phone.getByText(translate('sandbox.text'))).toBeVisible()
  await photoPanel(phone).addFile(await createLicencePhoto())
  await photoPanel(phone).row('license_back').click()
  await photoPanel(phone).replace.click()

  const shop = { ...product, databaseUrl }
  await runOrders(shop, 'fulfil', id, '--without-photos', '--yes')
  await photos.addFile(await createLicencePhoto())
  await expect(photosPage.getByRole('heading', { level: 1 })).toHaveText(openOrderTexts('title'))
  await expect(photosPage.getByRole('main')).toContainText(id)
  await photoPanel(phone).addFile(await createLicencePhoto())
  const phoneAlert = phone.getByRole('main').getByRole('alert')
  await expect(phoneAlert).toContainText(translate('lent:closed.title'))
  await expectNoAxeViolations(phone)
  await lookUntil(page, openOrderTexts('title'))
  await expect(page.getByRole('main')).toContainText(id)
})

test('the open page of an order that was erased says so and shows nothing of it', async ({
  page,
  product,
  databaseUrl,
  expectProblem,
}) => {
  expectProblem(/404 \(Not Found\)/)
  const { id } = await buy(page, product)
  const { driver } = stepPages(page)
  await runOrders({ ...product, databaseUrl }, 'erase', id, '--force', '--yes')
  await lookUntil(page, translate('steps.driver-details.heading'))
  await expect(page.getByText(translate('notice.session_gone'))).toBeVisible()
  await expect(driver.email).toHaveValue('')
  for (const text of ['ana@example.com', translate('notice.expired_here')])
    await expect(page.locator('body')).not.toContainText(text)
})

/** The link of a completed order says where it stands, and leads to a new one with its answers. */
async function expectRenewal(
  context: BrowserContext,
  { origin, token, id }: { origin: string; token: string; id: string },
): Promise<void> {
  const page = await context.newPage()
  const { driver } = stepPages(page)
  await page.goto(`/checkouts/?token=${token}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(openOrderTexts('title'))
  for (const text of [id, 'JD0146000002']) await expect(main).toContainText(text)
  await expect(main).not.toContainText('ana@example.com')
  await expectNoAxeViolations(page)
  await expectToFit(page)
  await setLanguage(context, 'ar', origin)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectToFit(page)
  await setLanguage(context, 'en', origin)
  await page.reload()
  await page.getByRole('button', { name: openOrderTexts('renew') }).click()
  await expect(page.getByText(translate('notice.renewed'))).toBeVisible()
  await expect(driver.email).toHaveValue('ana@example.com')
  expect(await readToken(context)).not.toBe(token)
}

async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 390, 1_280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findLayoutFaults(page), `${width} px wide`).toEqual([])
  }
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the link of a completed order leads to a new, empty one', async ({
    page,
    product,
    databaseUrl,
  }) => {
    const state = { coupon: { name: 'FULL100' } }
    const token = await createCheckoutAt(product.origin, 'payment', { digital: true, state })
    const { driver, payment, thankYou } = stepPages(page)
    await payment.openOrder(token)
    await payment.terms.check()
    await page.getByRole('button', { name: translate('payment:placeOrder') }).click()
    await thankYou.expectShown()
    const { order } = await fetchCheckout(product.origin, token)
    const shop = { ...product, databaseUrl }
    await runOrders(shop, 'fulfil', order?.id ?? '', '--without-photos', '--yes')
    await page.goto(`/checkouts/v2/review/?token=${token}`)
    await expect(page.getByRole('main')).toContainText(order?.id ?? '')
    await page.getByRole('button', { name: openOrderTexts('new') }).click()
    await driver.expectShown()
    await expect(driver.email).toHaveValue('')
  })
})

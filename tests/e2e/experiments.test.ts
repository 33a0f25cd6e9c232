import type { Page } from '@playwright/test'
import { experiments } from '@/domain/analytics/experiments'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { readTagEvents } from '../support/tag-events'
import { translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { travelItems } from './pages/travel-items'

const { HOW_IT_WORKS, AB_17_TRAVEL_WALLET, GEO_PERSONALIZATION_RERUN, RETURNING_COUNTRIES } =
  experiments

const findHowItWorks = (page: Page) =>
  page.getByRole('region', { name: translate('plan:how.heading') })

const listExperimentEvents = async (page: Page) =>
  (await readTagEvents(page, 'experiment')).map(
    ({ experiment, variant }) => `${experiment} ${variant}`,
  )

/** Serves the page with a testing service whose script loads but returns no data yet. */
async function pauseTestingService(page: Page, origin: string): Promise<void> {
  const script = `${origin}/checkouts/testing-service.js`
  await page.route(script, route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.route('**/v2/shipping/**', async route => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    const html = await response.text()
    const scripts = { gtm: null, chat: null, reviews: null, referral: null, testing: script }
    const body = html
      .replace(/"scripts":null/, `"scripts":${JSON.stringify(scripts)}`)
      .replace(/"testing":null/, `"testing":${JSON.stringify(script)}`)
    await route.fulfill({ response, body })
  })
}

/** Sets the data of the testing service, as its script does. */
const setTestingData = (page: Page, experiences: object) =>
  page.evaluate(data => {
    window.convert = { currentData: { experiences: data } }
  }, experiences)

test('the plan can be chosen while the testing service loads; its late variants apply and persist', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const variants = async () => (await fetchCheckout(product.origin, token)).state.variants
  const { plan } = stepPages(page)
  const { wallet } = travelItems(page)
  await plan.openOrder(token)
  await pauseTestingService(page, product.origin)
  await plan.open()
  await waitUntilReady(page)
  await plan.years(1).check()
  await plan.expectTotal('$68')
  await expect.poll(() => readTagEvents(page, 'virtual page')).toHaveLength(1)
  await expect(wallet.card).toBeHidden()
  expect(await variants()).toEqual({})

  await setTestingData(page, {
    [AB_17_TRAVEL_WALLET.CODE]: { variation: { id: AB_17_TRAVEL_WALLET.VARIANT_1 } },
    [HOW_IT_WORKS.CODE]: { variation: { id: HOW_IT_WORKS.VARIANT_1 } },
    999: { variation: { id: '1' } },
  })
  await expect(wallet.card).toBeVisible()
  await expect
    .poll(variants)
    .toEqual({ AB_17_TRAVEL_WALLET: 'VARIANT_1', HOW_IT_WORKS: 'VARIANT_1' })
  // Variants that would shift the layout apply on the next page.
  await expect(findHowItWorks(page)).toBeHidden()
  await expect(plan.years(1)).toBeChecked()
  await plan.expectTotal('$68')
  await expect
    .poll(async () => (await listExperimentEvents(page)).sort())
    .toEqual(['AB_17_TRAVEL_WALLET VARIANT_1', 'HOW_IT_WORKS VARIANT_1'])

  await page.reload()
  await expect(findHowItWorks(page)).toBeVisible()
  await expect(wallet.card).toBeVisible()
  await expectNoAxeViolations(page)
  await waitUntilReady(page)
  await plan.years(3).check()
  await plan.expectTotal('$88')
  await expect.poll(() => readTagEvents(page, 'virtual page')).toHaveLength(1)
  expect(await listExperimentEvents(page)).toEqual([])
})

test('variants of the service’s cookie apply where nothing else sets them; a link’s variant wins', async ({
  page,
  context,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const variants = async () => (await fetchCheckout(product.origin, token)).state.variants
  const geo = GEO_PERSONALIZATION_RERUN
  const storedVariants = `${geo.CODE}.{v.${geo.VARIANT_1}-g.{}}-${HOW_IT_WORKS.CODE}.{v.${HOW_IT_WORKS.ORIGINAL}-g.{}}`
  await context.addCookies([
    {
      name: '_conv_v',
      value: encodeURIComponent(`vi:1*sc:2*exp:{${storedVariants}}*ps:1374074823`),
      url: `${product.origin}/checkouts/`,
    },
  ])
  const { plan, review } = stepPages(page)
  await plan.openOrder(token)
  await plan.open(`?convert_e=${HOW_IT_WORKS.CODE}&convert_v=${HOW_IT_WORKS.VARIANT_1}`)
  await expect(findHowItWorks(page)).toBeVisible()
  await waitUntilReady(page)
  await plan.years(2).check()
  const expected = { HOW_IT_WORKS: 'VARIANT_1', GEO_PERSONALIZATION_RERUN: 'VARIANT_1' }
  await expect.poll(variants).toEqual(expected)

  await page.reload()
  const line = page.getByText(translate('plan:geo', { price: '$9' }))
  await expect(line).toBeVisible()
  await expect(findHowItWorks(page)).toBeVisible()
  await expectNoAxeViolations(page)
  await plan.continue.click()
  await review.expectShown()
  expect(await variants()).toEqual(expected)
})

test('earlier destinations are first in the list in the returning-countries variant', async ({
  page,
}) => {
  const { driver } = stepPages(page)
  const { CODE, VARIANT_1 } = RETURNING_COUNTRIES
  await driver.open(`?convert_e=${CODE}&convert_v=${VARIANT_1}`)
  await page.evaluate(() => localStorage.setItem('ida-checkout-countries', '["jp","x-bali"]'))
  await waitUntilReady(page)
  await driver.openSection('you')
  await expect.poll(() => listExperimentEvents(page)).toEqual(['RETURNING_COUNTRIES VARIANT_1'])
  await driver.openPicker()
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect(first).toContainText(/Bali|Japan/)
})

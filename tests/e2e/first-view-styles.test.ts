import type { Page } from '@playwright/test'
import { setBrowserOrder } from '../support/browser-order'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'

const path = '/checkouts/v2/driver-details/'
const sheets = 'style[data-sheet]'

for (const language of ['en', 'ar', 'ja'])
  test.describe(`a first visit in ${language}`, () => {
    test.use({ locale: language })

    test('looks the same with the styles of its first view as with all', async ({ page }) => {
      // The page stays as it arrived.
      await page.route('**/*.js', route =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      await openSharedPage(page)
      const firstView = await readLooks(page)
      const url = await page.locator(sheets).getAttribute('data-sheet')
      await page.addStyleTag({ url: `${url}` })
      expect(await readLooks(page)).toEqual(firstView)
    })
  })

test('a first visit has all styles soon after the page is hydrated', async ({ page }) => {
  await openSharedPage(page)
  await expect.poll(() => readLastSheet(page)).toMatch(/\.css$/)
  await expect(page.locator(sheets)).toHaveCount(0)
})

test('a step that follows before the styles have arrived is loaded with all of them', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  await page.route('**/*.css', () => {})
  await openSharedPage(page)
  await setBrowserOrder(page.context(), token)
  await expect(page.locator('html[data-ready]')).toBeVisible()
  await page.evaluate("next.router.push('/v2/shipping/')")
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your plan')
  await expect(page.locator(sheets)).toHaveCount(0)
})

test('without scripts a first visit has all styles', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await openSharedPage(page, product.origin)
  await expect.poll(() => readLastSheet(page)).toMatch(/\.css$/)
  await context.close()
})

/** The first visits of a language share a page once one of them was rendered and compressed. */
async function openSharedPage(page: Page, origin = ''): Promise<void> {
  await expect(async () => {
    await page.context().clearCookies()
    // A sheet that never arrives delays the page's load event.
    const response = await page.goto(`${origin}${path}`, { waitUntil: 'domcontentloaded' })
    expect(await response?.text()).toContain('data-sheet')
  }).toPass()
}

const readLastSheet = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].at(-1)?.href ?? '')

/** By width of the window and element: its box, and what it looks like apart from that. */
async function readLooks(page: Page) {
  const looks = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    looks.push(...(await page.evaluate(readElements)))
  }
  expect(looks.length).toBeGreaterThan(600)
  return looks
}

/** Runs in the page. */
function readElements(): string[][] {
  for (const transition of document.getAnimations()) transition.finish()
  const names = ['color', 'background', 'border', 'box-shadow', 'font-weight', 'visibility']
  return [...document.querySelectorAll<HTMLElement>('body *:not(option)')].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    return [
      element.outerHTML.slice(0, 80),
      [x, y, width, height].join(' '),
      names.map(name => style.getPropertyValue(name)).join('; '),
    ]
  })
}

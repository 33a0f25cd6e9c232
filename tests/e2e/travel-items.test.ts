import type { Locator, Page } from '@playwright/test'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createTranslate, type Translate, translateEnglish } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'
import { travelItems } from './pages/travel-items'

interface PlanStepOptions {
  query?: string
  translate?: Translate
  language?: string
}

/** Opens the plan step with all earlier answers. */
async function openPlanStep(page: Page, origin: string, options: PlanStepOptions = {}) {
  const { query = '', translate = translateEnglish, language = 'en' } = options
  const token = await createCheckoutAt(origin, 'review', { state: { language } })
  const { plan, review } = stepPages(page, translate)
  await plan.openOrder(token)
  if (query) await plan.open(query)
  await waitUntilReady(page)
  const cart = async () => (await fetchCheckout(origin, token)).state.travelItemsInCart
  const total = async () => (await fetchCheckout(origin, token)).quote?.total ?? 0
  const category = async () => (await fetchCheckout(origin, token)).state.category
  return { token, plan, review, extras: travelItems(page, translate), cart, total, category }
}

test('travel items are added, and survive a reload and switching to digital and back', async ({
  page,
  product,
}) => {
  const { plan, review, extras, cart, total, category, token } = await openPlanStep(
    page,
    product.origin,
  )
  const [wallet, mount] = [extras.item('travel-wallet'), extras.item('phone-mount')]
  const before = await total()

  await expect(extras.line).toContainText(translateEnglish('travel:from', { price: '$5' }))
  await extras.open()
  await wallet.add.click()
  await mount.add.click()
  await mount.increase.click()
  await extras.expectAnnouncement('Phone mount: 2, $30')
  const summary = await openSummary(page)
  await expect(summary.container).toContainText('$30')
  await page.keyboard.press('Escape')
  const cartLines = [
    { item_id: 1, quantity: 1 },
    { item_id: 2, quantity: 2 },
  ]
  await expect.poll(cart).toEqual(cartLines)
  expect(await total()).toBeCloseTo(before + 49)
  await page.reload()
  await waitUntilReady(page)
  await expect(wallet.quantity).toHaveValue('1')
  await expect(mount.quantity).toHaveValue('2')
  await plan.continue.click()
  await review.expectShown()
  await expect(review.summary).toContainText('$30')
  expect(await total()).toBeCloseTo(before + 49)

  await page.goBack()
  await plan.expectShown()
  await plan.digital.check()
  await expect(extras.section).toBeHidden()
  const severalText = translateEnglish('travel:several', { quantity: 2, name: 'Phone mount' })
  const items = new Intl.ListFormat('en').format(['Travel wallet', severalText])
  await expect(
    page.getByText(translateEnglish('travel:out.title', { items, total: '$49' })),
  ).toBeVisible()
  await expect.poll(cart).toEqual([])
  expect((await fetchCheckout(product.origin, token)).quote?.travel).toBe(0)
  await expectNoAxeViolations(page)
  // Also on a later visit.
  await page.reload()
  await waitUntilReady(page)
  await plan.printed.check()
  await expect(
    page.getByText(translateEnglish('travel:back.title', { items, total: '$137' })),
  ).toBeVisible()
  await expect(mount.quantity).toHaveValue('2')
  await expect.poll(category).toBe('physical')
  expect(await cart()).toEqual(cartLines)
})

test('travel items are chosen with the keyboard alone', async ({ page, product }) => {
  const { plan, extras, cart } = await openPlanStep(page, product.origin)
  const { keyboard } = page
  const tabTo = async (control: Locator) => {
    const hasFocus = () => control.evaluate(element => document.activeElement === element)
    for (let pressCount = 0; pressCount < 40 && !(await hasFocus()); pressCount += 1)
      await keyboard.press('Tab')
    await expect(control).toBeFocused()
    await expect(control).toBeInViewport()
  }
  await plan.method('DHL').focus()
  await tabTo(extras.line)
  await keyboard.press('Enter')
  const adapter = extras.item('power-adapter')
  await tabTo(adapter.add)
  await keyboard.press('Enter')
  await expect(adapter.increase).toBeFocused()
  await keyboard.press('Space')
  await expect(adapter.quantity).toHaveValue('2')
  await keyboard.press('Shift+Tab')
  await expect(adapter.quantity).toBeFocused()
  await keyboard.type('4')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await expect(adapter.quantity).toHaveValue('3')

  const disc = extras.item('parking-disc')
  await expect(disc.add).toBeHidden()
  await tabTo(extras.disclosure)
  await keyboard.press('Enter')
  await tabTo(disc.add)
  await keyboard.press('Space')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Shift+Tab')
  await expect(disc.decrease).toBeFocused()
  await keyboard.press('Enter')
  await expect(disc.add).toBeFocused()
  await expect.poll(cart).toEqual([{ item_id: 3, quantity: 3 }])
  await expect(page).toHaveURL(/v2\/shipping/)
})

for (const language of ['en', 'ar'])
  test(`travel items have no fault in any state: ${language}`, async ({
    page,
    context,
    product,
  }) => {
    await context.addCookies([
      { name: 'language', value: language, url: `${product.origin}/checkouts/` },
    ])
    const translate = createTranslate(language)
    const { extras } = await openPlanStep(page, product.origin, { translate, language })
    await extras.open()
    await extras.disclosure.click()
    await extras.item('phone-mount').add.click()
    await extras.item('phone-mount').increase.click()
    await expectNoAxeViolations(page)
    for (const width of [320, 384, 640, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const horizontalOverflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(horizontalOverflow, `at ${width} pixels`).toBe(0)
    }
    for (const picture of await extras.section.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('complete', true)
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    }
  })

test('the wallet beside the order is a travel item and stays dismissed', async ({
  page,
  product,
}) => {
  const variant = '?convert_e=100417&convert_v=1004171'
  const options = { query: variant }
  const { plan, extras, cart, category } = await openPlanStep(page, product.origin, options)
  const { wallet } = extras
  await expectNoAxeViolations(page)
  await wallet.add.click()
  await expect.poll(cart).toEqual([{ item_id: 1, quantity: 1 }])
  await expect(extras.item('travel-wallet').quantity).toHaveValue('1')
  await wallet.decrease.click()
  await plan.digital.check()
  await expect(wallet.card).toBeHidden()
  await expect.poll(category).toBe('digital')
  await plan.printed.check()
  await wallet.no.click()
  await expect(wallet.card).toBeHidden()
  await expect.poll(category).toBe('physical')
  await page.reload()
  await waitUntilReady(page)
  await expect(extras.section).toBeVisible()
  await expect(wallet.card).toBeHidden()
  expect(await cart()).toEqual([])
})

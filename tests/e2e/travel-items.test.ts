import type { Locator, Page } from '@playwright/test'
import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { english, type Say, sayIn } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { travelItems } from './pages/travel-items'

interface Wishes {
  query?: string
  say?: Say
  language?: string
}

/** The plan's step of a customer who has answered everything before it. */
async function planStep(page: Page, origin: string, wishes: Wishes = {}) {
  const { query = '', say = english, language = 'en' } = wishes
  const token = await checkoutAt(origin, 'review', { state: { language } })
  const { plan, review } = stepsIn(page, say)
  await plan.open(`?token=${token}`)
  if (query) await plan.open(query)
  await isReady(page)
  const cart = async () => (await checkoutOf(origin, token)).state.travelItemsInCart
  const total = async () => (await checkoutOf(origin, token)).quote?.total ?? 0
  const category = async () => (await checkoutOf(origin, token)).state.category
  return { token, plan, review, extras: travelItems(page, say), cart, total, category }
}

test('extras are added and last over a reload and a look at the digital permit', async ({
  page,
  product,
}) => {
  const { plan, review, extras, cart, total, category, token } = await planStep(
    page,
    product.origin,
  )
  const [wallet, mount] = [extras.item('travel-wallet'), extras.item('phone-mount')]
  const before = await total()

  await wallet.add.click()
  await mount.add.click()
  await mount.more.click()
  await extras.announces('Phone mount: 2, $30')
  await expect(plan.summary).toContainText('$30')
  const chosen = [
    { item_id: 1, quantity: 1 },
    { item_id: 2, quantity: 2 },
  ]
  await expect.poll(cart).toEqual(chosen)
  expect(await total()).toBeCloseTo(before + 49)
  await page.reload()
  await isReady(page)
  await expect(wallet.quantity).toHaveValue('1')
  await expect(mount.quantity).toHaveValue('2')
  await plan.continue.click()
  await review.isShown()
  await expect(review.summary).toContainText('$30')
  expect(await total()).toBeCloseTo(before + 49)

  await page.goBack()
  await plan.isShown()
  await plan.digital.check()
  await expect(extras.section).toBeHidden()
  const several = english('travel:several', { quantity: 2, name: 'Phone mount' })
  const items = new Intl.ListFormat('en').format(['Travel wallet', several])
  await expect(page.getByText(english('travel:out.title', { items, total: '$49' }))).toBeVisible()
  await expect.poll(cart).toEqual([])
  expect((await checkoutOf(product.origin, token)).quote?.travel).toBe(0)
  await expectNoAxeViolations(page)
  // Also for a customer who comes back later.
  await page.reload()
  await isReady(page)
  await plan.printed.check()
  await expect(page.getByText(english('travel:back.title', { items, total: '$137' }))).toBeVisible()
  await expect(mount.quantity).toHaveValue('2')
  await expect.poll(category).toBe('physical')
  expect(await cart()).toEqual(chosen)
})

test('extras are chosen with the keyboard alone', async ({ page, product }) => {
  const { plan, extras, cart } = await planStep(page, product.origin)
  const { keyboard } = page
  const tabTo = async (control: Locator) => {
    const isThere = () => control.evaluate(element => document.activeElement === element)
    for (let presses = 0; presses < 40 && !(await isThere()); presses += 1)
      await keyboard.press('Tab')
    await expect(control).toBeFocused()
    await expect(control).toBeInViewport()
  }
  await plan.state.focus()
  const adapter = extras.item('power-adapter')
  await tabTo(adapter.add)
  await keyboard.press('Enter')
  await expect(adapter.more).toBeFocused()
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
  await expect(disc.less).toBeFocused()
  await keyboard.press('Enter')
  await expect(disc.add).toBeFocused()
  await expect.poll(cart).toEqual([{ item_id: 3, quantity: 3 }])
  await expect(page).toHaveURL(/v2\/shipping/)
})

for (const language of ['en', 'ar'])
  test(`the extras are sound in every state: ${language}`, async ({ page, context, product }) => {
    await context.addCookies([
      { name: 'language', value: language, url: `${product.origin}/checkouts/` },
    ])
    const say = sayIn(language)
    const { extras } = await planStep(page, product.origin, { say, language })
    await extras.disclosure.click()
    await extras.item('phone-mount').add.click()
    await extras.item('phone-mount').more.click()
    await expectNoAxeViolations(page)
    for (const width of [320, 384, 640, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const sideways = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(sideways, `at ${width} pixels`).toBe(0)
    }
    for (const picture of await extras.section.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('complete', true)
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    }
  })

test('the wallet beside the order is one of the extras, and stays away once it is put away', async ({
  page,
  product,
}) => {
  const variant = '?convert_e=100417&convert_v=1004171'
  const wishes = { query: variant }
  const { plan, extras, cart, category } = await planStep(page, product.origin, wishes)
  const { wallet } = extras
  await expectNoAxeViolations(page)
  await wallet.add.click()
  await expect.poll(cart).toEqual([{ item_id: 1, quantity: 1 }])
  await expect(extras.item('travel-wallet').quantity).toHaveValue('1')
  await wallet.less.click()
  await plan.digital.check()
  await expect(wallet.card).toBeHidden()
  await expect.poll(category).toBe('digital')
  await plan.printed.check()
  await wallet.no.click()
  await expect(wallet.card).toBeHidden()
  await expect.poll(category).toBe('physical')
  await page.reload()
  await isReady(page)
  await expect(extras.section).toBeVisible()
  await expect(wallet.card).toBeHidden()
  expect(await cart()).toEqual([])
})

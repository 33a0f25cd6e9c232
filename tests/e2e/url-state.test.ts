import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'
import { waitForToken } from './pages/token'

const buildLink = (state: object) =>
  `?${new URLSearchParams({ state: JSON.stringify(state), utm_source: 'mail' })}`

test('a link’s state sets plan, destinations and travel items, and leaves the address', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan } = stepPages(page)
  const response = await driver.open(
    buildLink({
      selectedLicense: 40,
      destinations: ['ES', 'x-bali'],
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
      urgent: { selected: false },
    }),
  )
  expect(await response?.text()).toContain('$49')
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  const { state } = await fetchCheckout(product.origin, await waitForToken(context))
  expect(state.selectedLicense).toBe(40)
  expect(state.destinations.toSorted()).toEqual(['es', 'x-bali'])
  await expect(page.getByRole('main')).toContainText('Spain')
  await expect(page.getByRole('main')).toContainText('Bali')
  await driver.fill()
  await driver.continue.click()
  await photos.addLater.click()
  await expect(page).toHaveURL(`${plan.address}?utm_source=mail`)
  await expect(plan.years(1).filter({ visible: true })).toBeChecked()
  const summary = await openSummary(page)
  await expect(summary.container).toContainText('$38')
  await page.keyboard.press('Escape')
})

test('a link opened later changes the order under way', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { review } = stepPages(page)
  await review.openOrder(token, buildLink({ selectedLicense: 41 }))
  await expect(review.heading).toBeVisible()
  await expect(page).toHaveURL(`${review.address}?utm_source=mail`)
  await expect(review.summary).toContainText('$59')
})

test.describe('a link with an invalid state', () => {
  for (const [title, state, warningPattern] of [
    ['an unknown country', { destinations: ['zz'] }, /invalid destination country code in query/],
    [
      'a script',
      { userCountry: '<script>alert(1)</script>' },
      /invalid userCountry country code in query/,
    ],
    [
      'too many of an item',
      { travelItemsInCart: [{ item_id: 1, quantity: 11 }] },
      /invalid travelItemsInCart in query/,
    ],
  ] as const)
    test(`is only reported to the operator, and the order starts without it: ${title}`, async ({
      page,
      context,
      product,
      expectProblem,
    }) => {
      expectProblem(warningPattern)
      const consoleMessage = page.waitForEvent('console', message =>
        warningPattern.test(message.text()),
      )
      const { driver } = stepPages(page)
      await driver.open(buildLink({ selectedLicense: 40, ...state }))
      await expect(driver.heading).toBeVisible()
      expect((await consoleMessage).type()).toBe('error')
      expect((await consoleMessage).text()).not.toContain('alert')
      expect(new URL(page.url()).searchParams.has('state')).toBe(false)
      const { state: initialState } = await fetchCheckout(
        product.origin,
        await waitForToken(context),
      )
      expect(initialState).toMatchObject({
        selectedLicense: 42,
        destinations: [],
        travelItemsInCart: [],
        userCountry: 'us',
      })
    })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a link’s state is sent with the first answers', async ({ page, context, product }) => {
    const { driver, photos } = stepPages(page)
    await driver.open(buildLink({ selectedLicense: 45 }))
    await driver.fill()
    await driver.continue.click()
    // Unknown query parameters stay.
    await expect(page).toHaveURL(`${photos.address}?utm_source=mail`)
    const { state } = await fetchCheckout(product.origin, await waitForToken(context))
    expect(state.selectedLicense).toBe(45)
  })
})

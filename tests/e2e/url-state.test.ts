import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

const linkOf = (state: object) =>
  `?${new URLSearchParams({ state: JSON.stringify(state), utm_source: 'mail' })}`

test('a link says plan, destinations and travel items, and leaves the address', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan } = stepsIn(page)
  const served = await driver.open(
    linkOf({
      selectedLicense: 40,
      destinations: ['ES', 'x-bali'],
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
      urgent: { selected: false },
    }),
  )
  expect(await served?.text()).toContain('$49')
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  const { state } = await checkoutOf(product.origin, await savedToken(context))
  expect(state.selectedLicense).toBe(40)
  expect(state.destinations.toSorted()).toEqual(['es', 'x-bali'])
  await expect(page.getByRole('main')).toContainText('Spain')
  await expect(page.getByRole('main')).toContainText('Bali')
  await driver.fill()
  await driver.continue.click()
  await photos.addLater.click()
  await expect(page).toHaveURL(`${plan.address}?utm_source=mail`)
  await expect(plan.years(1).filter({ visible: true })).toBeChecked()
  await expect(plan.summary).toContainText('$38')
})

test('a link opened later changes the order under way', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review } = stepsIn(page)
  await review.open(`${linkOf({ selectedLicense: 41 })}&token=${token}`)
  await expect(review.heading).toBeVisible()
  await expect(page).toHaveURL(`${review.address}?utm_source=mail`)
  await expect(page.getByRole('main')).toContainText('$59')
})

test.describe('a link whose state is not right', () => {
  for (const [what, state, words] of [
    [
      'a country nobody knows',
      { destinations: ['zz'] },
      /invalid destination country code in query/,
    ],
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
    test(`is told to the operator alone, and the order begins without it: ${what}`, async ({
      page,
      context,
      product,
      expectProblem,
    }) => {
      expectProblem(words)
      const told = page.waitForEvent('console', message => words.test(message.text()))
      const { driver } = stepsIn(page)
      await driver.open(linkOf({ selectedLicense: 40, ...state }))
      await expect(driver.heading).toBeVisible()
      expect((await told).type()).toBe('error')
      expect((await told).text()).not.toContain('alert')
      expect(new URL(page.url()).searchParams.has('state')).toBe(false)
      const { state: begun } = await checkoutOf(product.origin, await savedToken(context))
      expect(begun).toMatchObject({
        selectedLicense: 42,
        destinations: [],
        travelItemsInCart: [],
        userCountry: 'us',
      })
    })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('what a link says goes with the first answers', async ({ page, context, product }) => {
    const { driver, photos } = stepsIn(page)
    await driver.open(linkOf({ selectedLicense: 45 }))
    await driver.fill()
    await driver.continue.click()
    // What of the address is not ours stays in it.
    await expect(page).toHaveURL(`${photos.address}?utm_source=mail`)
    const { state } = await checkoutOf(product.origin, await savedToken(context))
    expect(state.selectedLicense).toBe(45)
  })
})

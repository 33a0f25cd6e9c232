import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { notSaved, orderSummary } from './pages/summary'

const saves = '**/backend/api/checkout/*/'

test('an extra that could not be taken off is said to be at once, and is with a press', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/500 \(Internal Server Error\)/)
  expectProblem(/\[checkout\] saving/)
  const state = { urgent: { selected: true, is_skip: false } }
  const token = await checkoutAt(product.origin, 'review', { state })
  const { plan } = stepsIn(page)
  const summary = orderSummary(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  // Saving is tried again by itself, too: it is to succeed by the press alone.
  let isDown = true
  await page.exposeFunction('pressed', () => {
    isDown = false
  })
  await page.route(saves, route =>
    isDown && route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500 })
      : route.continue(),
  )
  await summary.removeUrgent.click()
  const failed = notSaved(page, 'failed')
  await expect(failed.told).toBeVisible()
  await expectNoAxeViolations(page)

  await failed.again.evaluate(button =>
    button.addEventListener('click', () => Reflect.get(window, 'pressed')(), { capture: true }),
  )
  await failed.again.click()
  await expect(failed.told).toBeHidden()
  await plan.costs('$88')
  expect((await checkoutOf(product.origin, token)).state.urgent.selected).toBe(false)
})

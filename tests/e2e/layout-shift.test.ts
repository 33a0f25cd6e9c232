import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { isAlive } from './pages/step'
import { stepsIn } from './pages/steps'

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

/** Notes down everything that moves by itself while a page loads. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    window.shifts = []
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as Shift[])
        window.shifts.push({
          value,
          moved: sources.map(
            ({ node }) => (node as Element | null)?.outerHTML?.slice(0, 120) ?? '',
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What has moved until two more frames have been painted. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Window['shifts']>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts)))
      }),
  )

test('nothing moves by itself while a step loads', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  await watchShifts(page)
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await driver.open()
  await isAlive(page)
  expect(await shiftsOf(page), 'a first visit').toEqual([])

  await driver.open(`?token=${token}`)
  for (const step of [driver, photos, plan, review]) {
    await page.goto(step.address, { waitUntil: 'networkidle' })
    await isAlive(page)
    expect(await shiftsOf(page), step.address).toEqual([])
  }
  await payment.open()
  await expect(payment.cvc).toBeVisible()
  expect(await shiftsOf(page), 'payment').toEqual([])
})

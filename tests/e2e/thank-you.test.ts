import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { readShifts, watchShifts } from '../support/layout-shifts'
import { translateEnglish as translate } from '../support/texts'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** The shortest common phone, less its browser's bars. */
const lowPhone = { width: 390, height: 664 }

test.describe('in a time zone far from the shop’s', () => {
  test.use({ timezoneId: 'Asia/Tokyo', viewport: lowPhone })

  test('a paid order without photos has its dates, and says in the customer’s zone until when photos must come', async ({
    page,
    product,
  }) => {
    const token = await createCheckoutAt(product.origin, 'payment')
    const { payment, thankYou } = stepPages(page)
    await payment.openOrder(token)
    await payment.payWith(cards.good, '$88')
    await thankYou.expectShown()
    await watchShifts(page)
    await page.reload()
    await waitUntilReady(page)
    const main = page.getByRole('main')
    // The courier's cutoff is midnight in UTC.
    await expect(main).toContainText(/If your photos are in by .*\b9:00\sAM/)
    await expect(main).not.toContainText('UTC')
    await expect(main).toContainText(/Printed permit arrives\w{3}, \w{3} \d+\s–\s\w{3}, \w{3} \d+/)
    await expect(main).toContainText('ana@example.com')
    await expect(
      page.getByRole('link', { name: translate('thank-you:photos.add', { count: 4 }) }),
    ).toBeInViewport({ ratio: 1 })
    expect(await readShifts(page)).toEqual([])
  })
})

test.describe('on a low phone', () => {
  test.use({ viewport: lowPhone })

  test('what is bought, the first card field and the pay button are in view, and so is what went wrong', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/402 \(Payment Required\)/)
    const token = await createCheckoutAt(product.origin, 'payment')
    const { payment } = stepPages(page)
    await payment.openOrder(token)
    await payment.expectCard()
    const shown = [
      page.getByRole('main').getByText(translate('plan.name.physical', { count: 3 })),
      page.locator('#card-box'),
      payment.pay('$88'),
    ]
    for (const part of shown) await expect(part).toBeInViewport({ ratio: 1 })
    await payment.payWith(cards.declined, '$88')
    await expect(payment.notice('declines.generic')).toBeInViewport({ ratio: 1 })
    await expect(payment.pay('$88')).toBeInViewport({ ratio: 1 })
  })
})

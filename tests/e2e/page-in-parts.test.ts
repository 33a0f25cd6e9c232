import type { Page } from '@playwright/test'
import { setBrowserOrder } from '../support/browser-order'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { readShifts, watchShifts } from '../support/layout-shifts'
import { startPartsProxy } from '../support/parts-proxy'

const shares = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12)

const bar = '<section aria-label="Total"'

/** Before a phone's first section has arrived, a browser paints nothing. */
const paintedParts: [path: string, start: string, end: string][] = [
  ['/v2/driver-details/', '<section id="you"', bar],
  ['/v2/driver-details/', bar, '<footer'],
  ['/express/info/', '<section id="you"', bar],
]

for (const [path, start, end] of paintedParts)
  test(`nothing moves on ${path} if it arrives in two parts, cut between ${start} and ${end}`, ({
    page,
    product,
  }) =>
    withPartsProxy(page, product.origin, async proxy => {
      for (const share of shares) {
        proxy.cut(html => {
          const from = html.lastIndexOf(start)
          return from + Math.round((html.lastIndexOf(end) - from) * share)
        })
        await page.goto(`${proxy.origin}/checkouts${path}`, { waitUntil: 'commit' })
        await waitForPaint(page)
        proxy.sendRest()
        await page.waitForLoadState()
        expect.soft(await readShifts(page), `cut at ${share}`).toEqual([])
      }
    }))

/** Their rows are short: all of them are on the first screen. */
test('a page of answered sections is painted only once all of them have arrived', ({
  page,
  product,
}) =>
  withPartsProxy(page, product.origin, async proxy => {
    const launch = { 'simple-flow': '1' }
    const token = await createCheckoutAt(product.origin, 'payment', { launch })
    await setBrowserOrder(page.context(), token)
    proxy.cut(html => html.lastIndexOf('<section id="photos"'))
    await page.goto(`${proxy.origin}/checkouts/express/info/`, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => document.querySelector('#licence'))).not.toBeNull()
    expect(await countPaints(page)).toBe(0)
    proxy.sendRest()
    await page.waitForLoadState()
    expect(await countPaints(page)).toBeGreaterThan(0)
    expect(await readShifts(page)).toEqual([])
  }))

type PartsProxy = Awaited<ReturnType<typeof startPartsProxy>>

/** Runs with a proxy that sends pages in two parts, and records what moves. */
async function withPartsProxy(
  page: Page,
  origin: string,
  run: (proxy: PartsProxy) => Promise<void>,
): Promise<void> {
  const proxy = await startPartsProxy(origin)
  await page.route(`${proxy.origin}/**`, route => route.continue())
  await watchShifts(page)
  try {
    await run(proxy)
  } finally {
    await page.close()
    proxy.stop()
  }
}

/** The page's paints so far. The calls give the browser the time for one; it may hold all frames. */
async function countPaints(page: Page): Promise<number> {
  for (let call = 0; call < 20; call++)
    await page.evaluate(() => fetch('/checkouts/favicon.svg', { cache: 'no-store' }))
  return page.evaluate(() => performance.getEntriesByType('paint').length)
}

/** Waits until what has arrived is parsed and painted: nothing is added for ten frames. */
const waitForPaint = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    let length = -1
    for (let quietFrames = 0; quietFrames < 10; quietFrames++) {
      await nextFrame()
      if (length !== document.body.innerHTML.length) quietFrames = 0
      length = document.body.innerHTML.length
    }
  })

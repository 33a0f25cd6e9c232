import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { setBrowserOrder } from '../../tests/support/browser-order'
import { chromiumArgs, ensureChromium } from '../../tests/support/chromium'
import { type LoggedRequest, logRequests } from '../../tests/support/network-log'
import { percentile } from './load'
import { createSavedCheckout } from './saved-checkout'

// A weak phone: 150 ms round trip, 1.6 Mbps down, 750 kbps up, a quarter of this machine's speed.
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
const slowdown = 4
const runs = 5
const walkCount = 3
const idleMs = 1_500
const firstField = '[name="license_first_name"]'

/** Medians of the first load: milliseconds, bytes on the wire, and elements. */
export interface FirstLoad {
  firstPaintMs: number
  attachedMs: number
  blockingMs: number
  longestTaskMs: number
  layoutShift: number
  scriptBytes: number
  htmlBytes: number
  elements: number
}

/** One press of Continue, until React has attached to the next step's first control. */
interface StepChange {
  from: string
  to: string
  milliseconds: number
  requests: number
  /** The most requests of which each began after the one before had ended. */
  requestsInRow: number
}

/** Measures the product beside the bare page, in turns, in one browser. */
export async function measureBrowser(port: number, barePort: number) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  try {
    const loads: Record<'product' | 'bare', FirstLoad[]> = { product: [], bare: [] }
    for (let run = 0; run < runs; run += 1) {
      const bareAddress = `http://127.0.0.1:${barePort}/`
      const address = `http://localhost:${port}/checkouts/v2/driver-details/`
      loads.bare.push(await measureFirstLoad(browser, bareAddress, `http://localhost:${barePort}/`))
      loads.product.push(await measureFirstLoad(browser, address, bareAddress))
    }
    const [product, bare] = [takeMedians(loads.product), takeMedians(loads.bare)]
    return {
      product,
      bare,
      ratios: divide(product, bare),
      continueRaw: await measureMedianSteps(browser, port, false),
      continueThrottled: await measureMedianSteps(browser, port, true),
    }
  } finally {
    await browser.close()
  }
}

/**
 * Customers arrive from another site, so the browser needs a new process for the page. From an empty
 * tab only the product would, because of its opener policy.
 */
async function measureFirstLoad(
  browser: Browser,
  address: string,
  otherSite: string,
): Promise<FirstLoad> {
  return withPhone(browser, async (page, session) => {
    await page.goto(otherSite, { waitUntil: 'networkidle' })
    await throttle(session)
    const log = await logRequests(page)
    await page.addInitScript(observe)
    await page.goto(address, { waitUntil: 'load' })
    const attachedMs = await waitUntilAttached(page)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(idleMs)
    const observed = await page.evaluate(readObserved)
    const sumBytes = (type: string) =>
      log
        .sent()
        .filter(request => request.type === type)
        .reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      ...observed,
      attachedMs,
      scriptBytes: sumBytes('Script'),
      htmlBytes: sumBytes('Document'),
    }
  })
}

/** For each step the median of several purchases. */
async function measureMedianSteps(
  browser: Browser,
  port: number,
  isThrottled: boolean,
): Promise<StepChange[]> {
  const walks: StepChange[][] = []
  while (walks.length < walkCount) walks.push(await measureSteps(browser, port, isThrottled))
  const steps = walks[0] ?? []
  return steps.map((step, index) => {
    const changes = walks.flatMap(walk => walk[index] ?? [])
    changes.sort((one, other) => one.milliseconds - other.milliseconds)
    return changes[Math.floor(changes.length / 2)] ?? step
  })
}

async function measureSteps(
  browser: Browser,
  port: number,
  isThrottled: boolean,
): Promise<StepChange[]> {
  const { token } = await createSavedCheckout(port)
  return withPhone(browser, async (page, session) => {
    const log = await logRequests(page)
    await setBrowserOrder(page.context(), token)
    await page.goto(`http://localhost:${port}/checkouts/v2/driver-details/`)
    await waitUntilAttached(page)
    await page.locator(firstField).focus()
    if (isThrottled) await throttle(session)
    const changes: StepChange[] = []
    while (!page.url().includes('/payment/')) {
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(idleMs)
      const start = log.length()
      const change = await pressContinue(page)
      changes.push({ ...change, ...countRequests(log.sent(start)) })
    }
    return changes
  })
}

async function pressContinue(
  page: Page,
): Promise<Pick<StepChange, 'from' | 'to' | 'milliseconds'>> {
  const from = readStep(page)
  const started = page.evaluate(waitForStep)
  await page.locator('button[type=submit]:visible').last().click()
  return { from, milliseconds: await started, to: readStep(page) }
}

const readStep = (page: Page): string => new URL(page.url()).pathname.split('/').at(-2) ?? ''

async function withPhone<T>(
  browser: Browser,
  run: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const viewport = { width: 412, height: 823 }
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    // The compiler of the tools wraps named functions in a helper, which pages lack.
    await page.addInitScript('globalThis.__name = value => value')
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    return await run(page, session)
  } finally {
    await context.close()
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Earliest end first: this finds the longest row of requests that do not overlap. */
function countRequests(requests: LoggedRequest[]): Pick<StepChange, 'requests' | 'requestsInRow'> {
  let lastEnd = 0
  let requestsInRow = 0
  for (const { start, end } of requests.toSorted((one, other) => one.end - other.end)) {
    if (start < lastEnd) continue
    requestsInRow += 1
    lastEnd = end
  }
  return { requests: requests.length, requestsInRow }
}

/** Milliseconds until React has attached to the first field. */
async function waitUntilAttached(page: Page): Promise<number> {
  const isAttached = (selector: string) => {
    const field = document.querySelector(selector)
    return field && Object.keys(field).some(key => key.startsWith('__reactProps'))
      ? performance.now()
      : 0
  }
  const attached = await page.waitForFunction(isAttached, firstField, { polling: 20 })
  return Number(await attached.jsonValue())
}

/** Runs in the page: milliseconds from the click to the next step's first attached control. */
function waitForStep(): Promise<number> {
  // The router changes the address before React has rendered the page.
  const readHeading = () => document.querySelector('h1')?.textContent
  const heading = readHeading()
  let clickedAt = 0
  document.addEventListener('click', () => (clickedAt = performance.now()), {
    capture: true,
    once: true,
  })
  return new Promise(resolve => {
    const check = () => {
      const control = document.querySelector('main :is(input:not([type=hidden]), button, select)')
      const isAttached = control && Object.keys(control).some(key => key.startsWith('__reactProps'))
      if (clickedAt && readHeading() !== heading && isAttached)
        resolve(performance.now() - clickedAt)
      else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })
}

/** Runs in the page before its scripts: collects long tasks and layout shifts. */
function observe(): void {
  const observed = { tasks: [] as number[][], layoutShift: 0 }
  Object.assign(globalThis, { observed })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries())
      observed.tasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      observed.layoutShift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: blocking time is what tasks after the first paint exceed 50 ms by. */
function readObserved() {
  const { tasks, layoutShift } = (
    globalThis as unknown as { observed: { tasks: number[][]; layoutShift: number } }
  ).observed
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const firstPaintMs = paint?.startTime ?? 0
  const durations = tasks
    .filter(([start = 0, duration = 0]) => start + duration > firstPaintMs)
    .map(([start = 0, duration = 0]) => Math.min(duration, start + duration - firstPaintMs))
  return {
    firstPaintMs,
    blockingMs: durations.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longestTaskMs: Math.max(0, ...tasks.map(([, duration = 0]) => duration)),
    layoutShift,
    elements: document.getElementsByTagName('*').length,
  }
}

const mapFigures = (first: FirstLoad, map: (name: keyof FirstLoad) => number): FirstLoad =>
  Object.fromEntries(
    Object.keys(first).map(name => [name, map(name as keyof FirstLoad)]),
  ) as unknown as FirstLoad

const takeMedians = (loads: FirstLoad[]): FirstLoad =>
  mapFigures(loads[0] as FirstLoad, name =>
    percentile(
      loads.map(load => load[name]),
      0.5,
    ),
  )

const divide = (product: FirstLoad, bare: FirstLoad): FirstLoad =>
  mapFigures(product, name =>
    // Neither page shifts its layout: 0 beside 0.
    product[name] === bare[name] ? 1 : Math.round((product[name] / bare[name]) * 100) / 100,
  )

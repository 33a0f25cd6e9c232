import { type BrowserContext, expect, type Page, test as playwrightTest } from '@playwright/test'
import { findAxeViolations } from './page-checks'

interface Fixtures {
  /**
   * Origin and mail folder of the product; the sandbox serves `GET /_ledger` and `POST /_chaos`.
   */
  product: { origin: string; sandboxUrl: string; dataDir: string }
  /** The product's database. */
  databaseUrl: string
  /**
   * Allows a problem the test causes itself, such as the browser's console line about a declined
   * card's 402. Any other problem fails the test.
   */
  expectProblem: (pattern: RegExp) => void
  /** Opens a new browser without cookies or storage, checked like the first one. */
  openBrowser: () => Promise<BrowserContext>
  watch: (context: BrowserContext) => Promise<void>
  problems: { found: string[]; expected: RegExp[] }
}

let journeyCount = 0

/**
 * Playwright's test for this product: fails on console errors, uncaught errors and requests to
 * another origin (which are also blocked).
 */
export const test = playwrightTest.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  product: async ({}, use) => {
    const {
      PRODUCT_ORIGIN: origin,
      PRODUCT_SANDBOX_URL: sandboxUrl,
      PRODUCT_DATA_DIR: dataDir,
    } = process.env
    if (!origin || !sandboxUrl || !dataDir)
      throw new Error('The product was not started for this run.')
    await use({ origin, sandboxUrl, dataDir })
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  databaseUrl: ({}, use) => use(process.env['PRODUCT_DATABASE_URL'] ?? ''),
  baseURL: ({ product }, use) => use(product.origin),
  // Each test has its own IP address, so that rate limits do not add up across tests.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  extraHTTPHeaders: ({}, use, { workerIndex }) => {
    journeyCount += 1
    return use({
      'x-forwarded-for': `10.${workerIndex % 250}.${journeyCount >> 8}.${journeyCount & 255}`,
    })
  },
  problems: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
    async ({}, use) => {
      const problems = { found: [] as string[], expected: [] as RegExp[] }
      await use(problems)
      const isExpected = (problem: string) =>
        problems.expected.some(pattern => pattern.test(problem))
      expect(problems.found.filter(problem => !isExpected(problem))).toEqual([])
    },
    { auto: true },
  ],
  expectProblem: ({ problems }, use) => use(pattern => void problems.expected.push(pattern)),
  watch: ({ problems, product }, use) =>
    use(context =>
      reportProblems(context, product.origin, problem => problems.found.push(problem)),
    ),
  context: async ({ context, watch }, use) => {
    await watch(context)
    await use(context)
  },
  openBrowser: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      await watch(context)
      return context
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** Fails with rule, element and advice of every accessibility violation. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([])
}

async function reportProblems(
  context: BrowserContext,
  origin: string,
  report: (problem: string) => void,
): Promise<void> {
  context.on('console', message => {
    const { url, lineNumber } = message.location()
    if (message.type() === 'error') report(`console: ${message.text()} (${url}:${lineNumber})`)
  })
  context.on('weberror', event => {
    const error = event.error()
    report(`uncaught: ${error.stack ?? error} (${event.page()?.url()})`)
  })
  await context.route(
    url => url.origin !== origin,
    async route => {
      report(`request to another origin: ${route.request().url()}`)
      await route.abort()
    },
  )
}

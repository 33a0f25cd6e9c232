import { defineConfig } from '@playwright/test'
import { chromiumArgs, installedChromium } from './tests/support/chromium'

/** Compiles page by page, so it runs last, when the machine is free. */
const fromSources = '**/from-sources.test.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/e2e-product.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  retries: 0,
  // No test depends on timing: a busy machine only takes longer to show a page.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // With a dead server, every single test would otherwise run into its time limit.
  maxFailures: 20,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/reports/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: installedChromium(), args: chromiumArgs },
    // Tracing every test takes as long as running it; `npm run e2e -- <file> --trace on` traces
    // one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    // A test runs once: on a phone, like most customers, unless its title contains `@desktop`.
    { name: 'phone', testIgnore: fromSources, grepInvert: /@desktop/, use: phone },
    {
      name: 'desktop',
      testIgnore: fromSources,
      grep: /@desktop/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'sources',
      testMatch: fromSources,
      dependencies: ['phone', 'desktop'],
      timeout: 600_000,
      use: phone,
    },
  ],
})

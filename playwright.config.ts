import { defineConfig } from '@playwright/test'
import { chromiumArgs, installedChromium } from './tests/support/chromium'

/** Compiles page by page: it comes last, when nobody else needs the machine. */
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
  // No journey is about time: a busy machine takes longer to show a page, and that is all.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A journey over a dead server would otherwise wait out the time limit of every single test.
  maxFailures: 20,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.TEST_REPORT ?? 'test-results/reports/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: installedChromium(), args: chromiumArgs },
    // Recording every step of every journey takes as long as walking them: `npm run e2e -- <file> --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    // A journey runs once: on a phone, as most customers do, unless its title says `@desktop`.
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

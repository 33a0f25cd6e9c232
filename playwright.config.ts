import { defineConfig } from '@playwright/test'
import { chromiumArgs, installedChromium } from './tests/support/chromium'

/** Journeys whose end is the same at every width: they are walked where most customers are, on a phone. */
const widthless = [
  'addresses',
  'after-a-crash',
  'another-order',
  'auto-renewal',
  'bank-asks',
  'coupon-link',
  'declined-card',
  'experiments',
  'links',
  'links-page',
  'new-customer',
  'not-saved',
  'offline',
  'outside-scripts',
  'partners',
  'paypal',
  'reload-and-back',
  'resume-by-link',
  'signals',
  'steps-out-of-order',
  'two-tabs',
  'url-state',
  'weight',
  'without-scripts',
].map(name => `**/${name}.test.ts`)

/** Compiles page by page: it comes last, when nobody else needs the machine. */
const fromSources = '**/from-sources.test.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/e2e-product.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
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
    trace: 'retain-on-failure',
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'phone', testIgnore: fromSources, use: phone },
    {
      name: 'desktop',
      testIgnore: [fromSources, ...widthless],
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

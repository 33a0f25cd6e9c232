import { defineConfig } from '@playwright/test'
import { chromiumArgs, installedChromium } from './tests/support/chromium'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/e2e-product.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
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
    actionTimeout: 15_000,
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
})

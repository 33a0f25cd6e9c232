import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  '@': fileURLToPath(new URL('./src', import.meta.url)),
  // No test runs inside Next: the router is a stub that tests control.
  'next/router': fileURLToPath(new URL('./tests/support/router.ts', import.meta.url)),
}
const report = process.env['TEST_REPORT']

export default defineConfig({
  resolve: { alias },
  test: {
    // One more worker than Vitest's default, which leaves one of two cores unused.
    maxWorkers: '100%',
    // No test depends on timing: a busy machine only takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Test files of most projects share their worker's modules, so mocks are restored after each
    // test.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['tests/support/country-setup.ts'],
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.tsx'],
        },
      },
      // Components in a simulated DOM.
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['src/**/*.dom.test.tsx'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'https://shop.example/checkouts/' } },
          setupFiles: ['tests/support/country-setup.ts', 'tests/support/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: [
            'tests/architecture.test.ts',
            'tests/dependencies.test.ts',
            'tests/schema.test.ts',
            'tests/docs.test.ts',
            'tests/locales.test.ts',
            'tests/support/*.test.ts',
          ],
        },
      },
      // After the build: reads what the browser would receive, and builds the image's files.
      {
        extends: true,
        test: { name: 'bundle', include: ['tests/bundle.test.ts', 'tests/container.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
          setupFiles: ['tests/support/country-setup.ts'],
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/embedded-template.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          include: ['tests/races/**/*.test.ts'],
          globalSetup: ['tests/support/embedded-template.ts', 'tests/support/shared-postgres.ts'],
          // These tests wait for processes and servers about as much as they compute.
          maxWorkers: '150%',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  '@': fileURLToPath(new URL('./src', import.meta.url)),
  // No test runs inside Next: the router is a stand-in that tests can move.
  'next/router': fileURLToPath(new URL('./tests/support/router.ts', import.meta.url)),
}
const report = process.env.TEST_REPORT

export default defineConfig({
  resolve: { alias },
  test: {
    // One more than Vitest's own number, which leaves a core of two unused.
    maxWorkers: '100%',
    // No test is about time: a busy machine takes longer, and that is all.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files of most projects share their worker's modules: what a test replaces is put back after it.
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
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.tsx'],
        },
      },
      // Parts of a page in a DOM of this process.
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['src/**/*.dom.test.tsx'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'https://shop.example/checkouts/' } },
          setupFiles: ['tests/support/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: [
            'tests/architecture.test.ts',
            'tests/docs.test.ts',
            'tests/locales.test.ts',
            'tests/support/*.test.ts',
          ],
        },
      },
      // After the build: reads what the browser would be sent.
      { extends: true, test: { name: 'bundle', include: ['tests/bundle.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
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
          // They wait for processes and servers as much as they work.
          maxWorkers: '150%',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProgram } from '@/commands/program'
import { type Sandbox, startSandbox } from '@/sandbox/server'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy'

// Runs race tests against an external payment service (docs/testing.md). Here the service is a
// second sandbox with its own keys that sends no events, behind a proxy that forwards only the
// public Stripe and PayPal endpoints.
const dataDir = mkdtempSync(join(tmpdir(), 'ida-service-'))
const minuteMs = 60_000
const forwardedCalls: string[] = []
const refusedPaths: string[] = []
let service: Sandbox
let proxy: FaultProxy
beforeAll(async () => {
  const webhookUrl = 'http://127.0.0.1:9/'
  const paypal = { clientId: 'other', secret: 'other-secret', webhookId: 'none', webhookUrl }
  const keys = { secretKey: 'sk_test_other', webhookSecret: 'whsec_other', webhookUrl, paypal }
  service = await startSandbox({ port: 0, dataDir, ...keys })
  proxy = await startFaultProxy({
    resolveTarget: path =>
      /^\/v[12]\//.test(path) ? { base: service.url, headers: {} } : undefined,
    serveLocally: path => {
      refusedPaths.push(path)
      return ''
    },
    onForwarded: ({ method, path }) => forwardedCalls.push(`${method} ${path}`),
    findFault: () => undefined,
  })
})
afterAll(async () => {
  await proxy.stop()
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Selects at least one test per file, by title pattern. */
const scenarios = {
  'two-tabs': '\\(round [01]\\)',
  webhooks: "'come (20 times concurrently|in another order)', the browser 'dies' 'after' them",
  'event-orders': 'events delivered in all',
  'kill-points-postgres': '(K14|K3|K6|K11 the)',
  'provider-faults':
    '(intent, created and confirmed|PayPal’s capture) (500 after|409|the connection)',
}

it('race tests of every kind pass against an external service through its public API', {
  timeout: 10 * minuteMs,
}, async () => {
  const report = join(dataDir, 'report.json')
  const files = Object.keys(scenarios).map(name => `tests/races/${name}.test.ts`)
  const names = Object.values(scenarios).join('|')
  const program = startProgram({
    name: 'The scenarios',
    args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'races', '--no-file-parallelism']
      .concat(['-t', names])
      .concat(files),
    env: {
      ...buildSettings(proxy.url),
      TEST_REPORT: report,
      VITEST: undefined,
      VITEST_POOL_ID: undefined,
      VITEST_WORKER_ID: undefined,
    },
    output: { file: join(dataDir, 'run.log') },
  })
  await program.exited
  expect(program.exitCode(), readFileSync(join(dataDir, 'run.log'), 'utf8').slice(-4_000)).toBe(0)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  for (const { name, assertionResults } of testResults) {
    const count = assertionResults.filter(({ status }) => status === 'passed').length
    expect(count, name).toBeGreaterThan(0)
  }
  expect(testResults).toHaveLength(files.length)
  expect(forwardedCalls).toContain('POST /v1/payment_intents')
  expect(forwardedCalls.some(call => call.endsWith('/capture'))).toBe(true)
  expect(refusedPaths).toEqual([])
})

interface Report {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

const buildSettings = (base: string) => ({
  STRIPE_API_BASE: base,
  STRIPE_SECRET_KEY: 'sk_test_other',
  PAYPAL_API_BASE: base,
  PAYPAL_CLIENT_ID: 'other',
  PAYPAL_SECRET: 'other-secret',
})

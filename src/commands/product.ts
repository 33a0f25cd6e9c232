import { setTimeout as wait } from 'node:timers/promises'
import { type Output, type Program, readLastLines, startProgram } from '@/commands/program'

// Heap limits in MiB; the rest of the process's memory is outside the heap. With them a loaded server
// has half the memory of Node's defaults, and answers as fast (docs/decisions/server-file.md).
const heapLimits = ['--max-old-space-size=192', '--max-semi-space-size=8']

/** The arguments after `node`; those of the app are the same in `npm start`. */
export const programArgs = {
  app: {
    start: [...heapLimits, 'src/commands/run-built.mjs', 'app'],
    dev: ['--import', 'tsx', 'src/commands/start.ts'],
  },
  sandbox: {
    start: ['src/commands/run-built.mjs', 'sandbox'],
    dev: ['--import', 'tsx', 'src/sandbox/main.ts'],
  },
}

/** From the build (`start`), or from the sources (`dev`). */
export type Mode = 'start' | 'dev'

// `dev` compiles the app first.
const readyTimeoutMs = 180_000
const pollIntervalMs = 50
const requestTimeoutMs = 5000

export interface SandboxOptions {
  mode: Mode
  port: number
  appPort: number
  dataDir: string
  output: Output
}

/** Starts the sandbox of the payment providers, in a process of its own with its own ledger. */
export function startSandbox({ mode, port, appPort, dataDir, output }: SandboxOptions): Program {
  return startProgram({
    name: 'The payment sandbox',
    args: programArgs.sandbox[mode],
    env: {
      SANDBOX_PORT: String(port),
      DATA_DIR: dataDir,
      STRIPE_WEBHOOK_URL: `http://127.0.0.1:${appPort}/checkouts/api/webhooks/stripe/`,
      PAYPAL_WEBHOOK_URL: `http://127.0.0.1:${appPort}/checkouts/api/webhooks/paypal/`,
    },
    output,
  })
}

export const loopback = '127.0.0.1'

export interface AppOptions {
  mode: Mode
  port: number
  /** The address to listen on; loopback by default, because anybody could pay with a test card. */
  host?: string | undefined
  dataDir: string
  sandboxPort: number
  env?: Record<string, string | undefined>
  output: Output
}

/**
 * Starts the app, built (`start`) or from its sources (`dev`), with the sandbox as its provider.
 */
export function startApp(app: AppOptions): Program {
  return startProgram({
    name: 'The app',
    args: programArgs.app[app.mode],
    env: {
      NODE_ENV: app.mode === 'dev' ? 'development' : 'production',
      ...buildSandboxEnv(app),
      ...app.env,
    },
    output: app.output,
  })
}

/** Explicit, because the app reads .env as well, and live keys must not win here. */
export function buildSandboxEnv({
  port,
  host = loopback,
  dataDir,
  sandboxPort,
}: Pick<AppOptions, 'port' | 'host' | 'dataDir' | 'sandboxPort'>) {
  return {
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    APP_URL: `http://localhost:${port}`,
    PAYMENTS: 'sandbox',
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    PAYPAL_CLIENT_ID: 'sandbox-client',
    PAYPAL_SECRET: 'sandbox-secret',
    PAYPAL_WEBHOOK_ID: 'sandbox-webhook',
    PAYPAL_API_BASE: '',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

/**
 * Migrates and seeds a PostgreSQL server for payments through the sandbox; the embedded database
 * does so when it is opened.
 * @throws when a command fails; its output is on stderr.
 */
export async function prepareDatabase(
  env: Record<string, string | undefined>,
  onStart: (program: Program) => void = () => {},
): Promise<void> {
  for (const command of ['migrate', 'seed']) {
    const args = ['--import', 'tsx', `src/commands/${command}.ts`]
    const program = startProgram({
      name: command,
      args,
      env: { PAYMENTS: 'sandbox', ...env },
      output: 'stderr',
    })
    onStart(program)
    const exitReason = await program.exited
    if (program.exitCode() !== 0) throw new Error(`npm run ${command} failed (${exitReason}).`)
  }
}

export const readyUrl = {
  sandbox: (port: number) => `http://127.0.0.1:${port}/_health`,
  app: (port: number, host = loopback) =>
    `http://${toReachable(host)}:${port}/checkouts/api/ready/`,
}

/** An app that listens on all addresses is reachable on loopback. */
function toReachable(host: string): string {
  if (host === '0.0.0.0') return loopback
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Waits until the address answers 200.
 * @throws when the program ends before that, or after three minutes, with the end of its log.
 */
export async function waitUntilReady(program: Program, url: string, log?: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  let lastStatus = 'no answer'
  while (!program.hasExited() && Date.now() < deadline) {
    lastStatus = await checkReady(url)
    if (lastStatus === 'ready') return
    await wait(pollIntervalMs)
  }
  const reason = program.hasExited()
    ? `${program.name} ${await program.exited} before it was ready.`
    : `${program.name} was not ready within ${readyTimeoutMs / 1000} s (${lastStatus}).`
  throw new Error(log ? `${reason}\n${readLastLines(log)}` : reason)
}

async function checkReady(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })
    return response.ok ? 'ready' : `it answered ${response.status} ${await response.text()}`
  } catch {
    return 'no answer'
  }
}

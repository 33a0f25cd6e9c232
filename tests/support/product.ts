import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/commands/port'
import { readyUrl, startApp, startSandbox, waitUntilReady } from '@/commands/product'
import type { Program } from '@/commands/program'

/** The built app and the payment sandbox on loopback with their own data. */
export interface Product {
  /** The public origin, as the browser sees it: http://localhost:PORT */
  origin: string
  port: number
  sandboxUrl: string
  dataDir: string
  log: { app: string; sandbox: string }
  /** The app's process now; another one after a restart. */
  appPid: () => number
  /** kill -9 of the app only; the sandbox and its ledger continue. */
  forceKill: () => Promise<void>
  /** Starts the app again on the same port and data, after stopping it if it still runs. */
  restart: () => Promise<void>
  /** kill -9 of the sandbox, then a start on the same ledger. */
  forceKillSandbox: () => Promise<void>
  restartSandbox: () => Promise<void>
  /** Stops both and removes the data folder, unless the folder was passed in. */
  stop: () => Promise<void>
}

interface ProductOptions {
  /** `dev` runs from the sources; default: the build. */
  mode?: 'start' | 'dev'
  /** Not removed at the end; default: a temporary folder. */
  dataDir?: string
  /** Folder of app.log and sandbox.log; default: the data folder. */
  logDir?: string
  /** Additional environment of the app, such as DATABASE_URL. */
  env?: Record<string, string | undefined>
}

// Set to empty or default values instead of unset, so that a developer's .env has no effect.
const emptySettings = {
  DATABASE_URL: '',
  API_KEY: '',
  SITE_URL: '',
  POPULAR_COUNTS: '',
  TRUSTED_PROXIES: '',
  COUNTRY_HEADER: '',
  LOG_LEVEL: '',
  METRICS_PORT: '',
  METRICS_HOST: '',
  STRIPE_API_BASE: '',
  STATEMENT_DESCRIPTOR: '',
  PROMO_COUPON: 'FROMIDAWITHLOVE',
  NEW_CUSTOMER_COUPON: '',
  SENTRY_DSN: '',
  SENTRY_SAMPLE: '',
  SENTRY_TRACING: '',
  GTM_ID: '',
  CHAT_SCRIPT_URL: '',
  REVIEWS_SCRIPT_URL: '',
  REFERRAL_SCRIPT_URL: '',
  TESTING_SCRIPT_URL: '',
  SCRIPT_HOSTS: '',
  MIRROR_HOST: '',
  LINK_CHECKER: 'on',
  // Prices must not depend on the season in which the tests run.
  SPRING_DEAL_COUPON: '',
  SUMMER_DEAL_COUPON: 'SUMMERDEAL',
}

/** Fixture: starts a product for one test and stops it afterwards. */
export async function withProduct(
  use: (product: Product) => Promise<void>,
  options: ProductOptions = {},
): Promise<void> {
  const product = await startProduct(options)
  await use(product)
  await product.stop()
}

/**
 * Starts the product (`next build` must have run) and waits until it is ready.
 * @throws with the end of the log when it is not ready within three minutes.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ida-checkout-'))
  const mode = options.mode ?? 'start'
  const logDir = options.logDir ?? join(dataDir, 'logs')
  const log = { app: join(logDir, 'app.log'), sandbox: join(logDir, 'sandbox.log') }
  const port = await freePort()
  const sandboxPort = await freePort()
  const origin = `http://localhost:${port}`

  const runSandbox = () =>
    startSandbox({
      mode,
      port: sandboxPort,
      appPort: port,
      dataDir,
      output: { file: log.sandbox },
    })
  const runApp = () =>
    startApp({
      mode,
      port,
      dataDir,
      sandboxPort,
      env: { ...emptySettings, APP_URL: origin, ...options.env },
      output: { file: log.app },
    })
  const waitForSandbox = (program: Program) =>
    waitUntilReady(program, readyUrl.sandbox(sandboxPort), log.sandbox)
  const waitForApp = (program: Program) => waitUntilReady(program, readyUrl.app(port), log.app)

  let sandbox = runSandbox()
  let app = runApp()
  const stop = async () => {
    await Promise.all([app.stop(), sandbox.stop()])
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await Promise.all([waitForSandbox(sandbox), waitForApp(app)])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin,
    port,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    log,
    stop,
    appPid: () => app.pid,
    forceKill: () => app.forceKill(),
    restart: async () => {
      await app.stop()
      app = runApp()
      await waitForApp(app)
    },
    forceKillSandbox: () => sandbox.forceKill(),
    restartSandbox: async () => {
      await sandbox.stop()
      sandbox = runSandbox()
      await waitForSandbox(sandbox)
    },
  }
}

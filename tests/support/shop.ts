import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyUrl, waitUntilReady } from '@/commands/product'
import { type Program, startProgram } from '@/commands/program'
import type { CrashPoint } from '@/server/infra/crash-point'
import type { Finding } from '@/server/payments/reconcile'
import { createCheckoutAt } from './checkout-at'
import type { LedgerSnapshot } from './ledger-snapshot'
import { bundleShopProgram } from './shop-program'

/** Data and provider of a shop, shared by all its processes. */
export interface ShopConfig {
  port: number
  dataDir: string
  sandboxUrl: string
  /** Offset of the shop's clock; it carries over to the next process. */
  clock: { aheadMs: number }
  /** A PostgreSQL; default: an embedded database in the data folder. */
  databaseUrl?: string | undefined
  /** Where it writes its whole log; default: its errors to a file in the data folder. */
  logFile?: string
  /** More environment, such as SMTP_URL. */
  env?: Record<string, string>
  /** Whether the database is already migrated and seeded; an embedded one is at every start. */
  isPrepared?: boolean
}

/** The calls of a customer's browser to a shop, or to the balancer in front of it. */
export interface ShopClient {
  origin: string
  /** Undefined if the connection broke before a response. */
  call: (
    method: string,
    path: string,
    body?: object | FormData,
  ) => Promise<ShopResponse | undefined>
}

/** A shop process that can be killed and restarted. */
export interface Shop extends ShopClient {
  program: Program
  /** Runs sweeper, outbox and retention after moving the shop's clock. */
  runJobs: (afterMs: number) => Promise<void>
  /** Crashes when it reaches this point. */
  crashAt: (point: CrashPoint) => Promise<void>
  /** Crashes after this many commits of its embedded database, before the last is acknowledged. */
  crashAfterCommits: (commits: number) => Promise<void>
  /** Makes every write to the disk fail as on a full one, or ends that. */
  setDiskFull: (isFull: boolean) => Promise<void>
  /** All its rows that concern money. */
  readLedger: () => Promise<LedgerSnapshot>
  /** What `npm run reconcile` finds. */
  reconcile: () => Promise<Finding[]>
}

export interface ShopResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

/** Creates a temporary data folder. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'ida-shop-'))

/** Starts a shop process and waits until it serves. */
export async function startShop(config: ShopConfig): Promise<Shop> {
  const shop = await launchShop(config)
  await waitUntilReady(shop.program, readyUrl.app(config.port), buildLogPath(config))
  return shop
}

/** The last statement of an embedded database before the crash. */
interface CrashStatement {
  /** A part of its text. */
  statement: string
  /** Which occurrence: 1 is the first. */
  times: number
}

/**
 * Starts a shop process without waiting. With a crash point it dies there; with a statement it dies
 * after that many of them on its embedded database.
 */
export async function launchShop(
  { port, dataDir, sandboxUrl, clock, databaseUrl = '', env, ...options }: ShopConfig,
  crashPoint: CrashPoint | '' = '',
  { statement, times }: CrashStatement = { statement: '', times: 0 },
): Promise<Shop> {
  const { isPrepared = false, logFile } = options
  const origin = `http://127.0.0.1:${port}`
  const program = startProgram({
    name: 'The shop',
    args: [await bundleShopProgram()],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SANDBOX_URL: sandboxUrl,
      PAYMENTS: 'sandbox',
      LOG_LEVEL: logFile ? 'trace' : 'fatal',
      FAILPOINT: crashPoint,
      DIE_AFTER_STATEMENT: statement,
      DIE_AFTER_TIMES: String(times),
      IS_PREPARED: isPrepared ? 'yes' : '',
      AHEAD_MS: String(clock.aheadMs),
      TRUSTED_PROXIES: '1',
      ...env,
    },
    output: { file: logFile ?? buildLogPath({ dataDir }) },
  })
  return {
    ...createShopClient(origin),
    program,
    runJobs: async afterMs => {
      clock.aheadMs += afterMs
      // The process may die during this request.
      await fetch(`${origin}/jobs?ahead=${clock.aheadMs}`).catch(() => undefined)
    },
    crashAt: async point => void (await fetch(`${origin}/die-at?point=${point}`)),
    crashAfterCommits: async commits =>
      void (await fetch(`${origin}/die-after-commits?commits=${commits}`)),
    setDiskFull: async isFull => void (await fetch(`${origin}/disk?full=${isFull}`)),
    reconcile: async () => (await fetch(`${origin}/reconcile`)).json() as Promise<Finding[]>,
    readLedger: async () => (await fetch(`${origin}/books`)).json() as Promise<LedgerSnapshot>,
  }
}

export const createShopClient = (origin: string): ShopClient => ({
  origin,
  call: (method, path, body) => call(`${origin}/checkouts/backend/api/${path}`, method, body),
})

const buildLogPath = ({ dataDir }: Pick<ShopConfig, 'dataDir'>) => join(dataDir, 'shop.log')

async function call(
  url: string,
  method: string,
  body?: object | FormData,
): Promise<ShopResponse | undefined> {
  const isForm = body instanceof FormData
  try {
    const response = await fetch(url, {
      method,
      ...(body && { body: isForm ? body : JSON.stringify({ api_key: 'demo', ...body }) }),
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        // Each request has its own IP address because of the rate limit.
        'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
      },
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

/** Creates a checkout of a digital permit, ready to pay; returns its token. */
export async function createPayableToken({ origin, call }: ShopClient): Promise<string> {
  const token = await createCheckoutAt(origin, 'payment', { digital: true })
  const { version } = (await call('GET', `checkout/${token}/`))?.body ?? {}
  const saved = await call('PATCH', `checkout/${token}/`, {
    version,
    state: { terms: { selected: true } },
  })
  if (saved?.status !== 200) throw new Error(`The terms were not taken: ${JSON.stringify(saved)}`)
  return token
}

/** Price of the digital permit in major units. */
const expectedPrice = { expected_total: 49, expected_currency: 'USD' }

export const payByCard = ({ call }: ShopClient, token: string, card = 'pm_card_visa') =>
  call('POST', 'merchant/stripe/create-payment-intent/', {
    token,
    payment_method: card,
    ...expectedPrice,
  })

export const createPaypalOrder = ({ call }: ShopClient, token: string) =>
  call('POST', 'merchant/paypal/order/', { token, ...expectedPrice })

export const finishPayment = ({ call }: ShopClient, token: string, order: string) =>
  call('POST', `orders/${order}/checkout/finish/`, { token })

/** Names of the sent mails; a mail that is sent twice has one name. */
export function listMails({ dataDir }: Pick<ShopConfig, 'dataDir'>): string[] {
  const folder = join(dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Removes a shop's data. */
export const removeData = (dataDir: string): void =>
  rmSync(dataDir, { recursive: true, force: true })

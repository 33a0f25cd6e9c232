import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyUrl, waitUntilReady } from '@/commands/product'
import { type Program, startProgram } from '@/commands/program'
import type { CrashPoint } from '@/server/infra/crash-point'
import { createCheckoutAt } from './checkout-at'
import type { LedgerSnapshot } from './ledger-snapshot'
import { bundleShopProgram } from './shop-program'

/** Where a shop keeps what it must not lose, and whom it is paid through: the same for every process of it. */
export interface ShopConfig {
  port: number
  dataDir: string
  sandboxUrl: string
  /** How far the shop's clock is ahead of the machine's: it goes on from one process to the next. */
  clock: { aheadMs: number }
  /** A PostgreSQL; without it the database in the data folder. */
  databaseUrl?: string | undefined
  /** Whether the database has its tables and prices already: an embedded one gets them at every start. */
  isPrepared?: boolean
}

/** A process of the shop, to be killed and started again. */
export interface Shop {
  origin: string
  program: Program
  /** Undefined where the connection broke before there was an answer. */
  call: (
    method: string,
    path: string,
    body?: object | FormData,
  ) => Promise<ShopResponse | undefined>
  /** The sweeper's, the outbox's and the retention's turn, some milliseconds later on the shop's clock. */
  runJobs: (afterMs: number) => Promise<void>
  /** From now on it dies when it comes to this point. */
  crashAt: (point: CrashPoint) => Promise<void>
  /** The same when its embedded database has done so many commits, before it hears of the last. */
  crashAfterCommits: (commits: number) => Promise<void>
  /** What it has written down about money. */
  readLedger: () => Promise<LedgerSnapshot>
}

export interface ShopResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

/** A folder of its own for a shop's data. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'ida-shop-'))

/** Starts a process of the shop and waits until it serves. */
export async function startShop(config: ShopConfig): Promise<Shop> {
  const shop = await launchShop(config)
  await waitUntilReady(shop.program, readyUrl.app(config.port), buildLogPath(config))
  return shop
}

/** The statement that is to be the last one of an embedded database. */
interface CrashStatement {
  /** A part of its text. */
  statement: string
  /** At which of them: 1 is the first. */
  times: number
}

/**
 * Starts a process of the shop without waiting for it; with a crash point it dies when it comes there, with a statement
 * when its embedded database has done that so many times.
 */
export async function launchShop(
  { port, dataDir, sandboxUrl, clock, databaseUrl = '', isPrepared = false }: ShopConfig,
  crashPoint: CrashPoint | '' = '',
  { statement, times }: CrashStatement = { statement: '', times: 0 },
): Promise<Shop> {
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
      LOG_LEVEL: 'fatal',
      FAILPOINT: crashPoint,
      DIE_AFTER_STATEMENT: statement,
      DIE_AFTER_TIMES: String(times),
      IS_PREPARED: isPrepared ? 'yes' : '',
      AHEAD_MS: String(clock.aheadMs),
      TRUSTED_PROXIES: '1',
    },
    output: { file: buildLogPath({ dataDir }) },
  })
  return {
    origin,
    program,
    call: (method, path, body) => call(`${origin}/checkouts/backend/api/${path}`, method, body),
    runJobs: async afterMs => {
      clock.aheadMs += afterMs
      // It may die while it does so.
      await fetch(`${origin}/jobs?ahead=${clock.aheadMs}`).catch(() => undefined)
    },
    crashAt: async point => void (await fetch(`${origin}/die-at?point=${point}`)),
    crashAfterCommits: async commits =>
      void (await fetch(`${origin}/die-after-commits?commits=${commits}`)),
    readLedger: async () => (await fetch(`${origin}/books`)).json() as Promise<LedgerSnapshot>,
  }
}

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
        // Every customer has a place of their own: how often one address may pay is a limit.
        'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
      },
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

/** A checkout of a digital permit at which nothing is missing but the payment. Its token. */
export async function createPayableToken({ origin, call }: Shop): Promise<string> {
  const token = await createCheckoutAt(origin, 'payment', { digital: true })
  const { version } = (await call('GET', `checkout/${token}/`))?.body ?? {}
  const saved = await call('PATCH', `checkout/${token}/`, {
    version,
    state: { terms: { selected: true } },
  })
  if (saved?.status !== 200) throw new Error(`The terms were not taken: ${JSON.stringify(saved)}`)
  return token
}

/** What a checkout's digital permit costs, in major units. */
const expectedPrice = { expected_total: 49, expected_currency: 'USD' }

export const payByCard = ({ call }: Shop, token: string, card = 'pm_card_visa') =>
  call('POST', 'merchant/stripe/create-payment-intent/', {
    token,
    payment_method: card,
    ...expectedPrice,
  })

export const createPaypalOrder = ({ call }: Shop, token: string) =>
  call('POST', 'merchant/paypal/order/', { token, ...expectedPrice })

export const finishPayment = ({ call }: Shop, token: string, order: string) =>
  call('POST', `orders/${order}/checkout/finish/`, { token })

/** The names of the mails a shop has sent; each is sent under one name, however often. */
export function listMails({ dataDir }: Pick<ShopConfig, 'dataDir'>): string[] {
  const folder = join(dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Removes what a shop has kept. */
export const removeData = (dataDir: string): void =>
  rmSync(dataDir, { recursive: true, force: true })

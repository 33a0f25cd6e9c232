import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyUrl, untilReady } from '@/commands/product'
import { type Program, startProgram } from '@/commands/program'
import type { Failpoint } from '@/server/infra/crash-point'
import { checkoutAt } from './checkout-at'
import type { Books } from './ledger-snapshot'
import { shopProgram } from './shop-program'

/** Where a shop keeps what it must not lose, and whom it is paid through: the same for every process of it. */
export interface Premises {
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
  call: (method: string, path: string, body?: object | FormData) => Promise<Answer | undefined>
  /** The sweeper's, the outbox's and the retention's turn, some milliseconds later on the shop's clock. */
  runJobs: (afterMs: number) => Promise<void>
  /** From now on it dies when it comes to this point. */
  dieAt: (point: Failpoint) => Promise<void>
  /** The same when its embedded database has done so many commits, before it hears of the last. */
  dieAfterCommits: (commits: number) => Promise<void>
  /** What it has written down about money. */
  books: () => Promise<Books>
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

/** A folder of its own for a shop's data. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'ida-shop-'))

/** Starts a process of the shop and waits until it serves. */
export async function startShop(premises: Premises): Promise<Shop> {
  const shop = await launchShop(premises)
  await untilReady(shop.program, readyUrl.app(premises.port), logOf(premises))
  return shop
}

/** The statement that is to be the last one of an embedded database. */
interface LastStatement {
  /** A part of its text. */
  statement: string
  /** At which of them: 1 is the first. */
  times: number
}

/**
 * Starts a process of the shop without waiting for it; with a failpoint it dies when it comes there, with a statement
 * when its embedded database has done that so many times.
 */
export async function launchShop(
  { port, dataDir, sandboxUrl, clock, databaseUrl = '', isPrepared = false }: Premises,
  failpoint: Failpoint | '' = '',
  { statement, times }: LastStatement = { statement: '', times: 0 },
): Promise<Shop> {
  const origin = `http://127.0.0.1:${port}`
  const program = startProgram({
    name: 'The shop',
    args: [await shopProgram()],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SANDBOX_URL: sandboxUrl,
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'fatal',
      FAILPOINT: failpoint,
      DIE_AFTER_STATEMENT: statement,
      DIE_AFTER_TIMES: String(times),
      IS_PREPARED: isPrepared ? 'yes' : '',
      AHEAD_MS: String(clock.aheadMs),
      TRUSTED_PROXIES: '1',
    },
    output: { file: logOf({ dataDir }) },
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
    dieAt: async point => void (await fetch(`${origin}/die-at?point=${point}`)),
    dieAfterCommits: async commits =>
      void (await fetch(`${origin}/die-after-commits?commits=${commits}`)),
    books: async () => (await fetch(`${origin}/books`)).json() as Promise<Books>,
  }
}

const logOf = ({ dataDir }: Pick<Premises, 'dataDir'>) => join(dataDir, 'shop.log')

async function call(
  url: string,
  method: string,
  body?: object | FormData,
): Promise<Answer | undefined> {
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(url, {
      method,
      ...(body && { body: isForm ? body : JSON.stringify({ api_key: 'demo', ...body }) }),
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        // Every customer has a place of their own: how often one address may pay is a limit.
        'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
      },
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return undefined
  }
}

/** A checkout of a digital permit at which nothing is missing but the payment. Its token. */
export async function payableAt({ origin, call }: Shop): Promise<string> {
  const token = await checkoutAt(origin, 'payment', { digital: true })
  const { version } = (await call('GET', `checkout/${token}/`))?.body ?? {}
  const saved = await call('PATCH', `checkout/${token}/`, {
    version,
    state: { terms: { selected: true } },
  })
  if (saved?.status !== 200) throw new Error(`The terms were not taken: ${JSON.stringify(saved)}`)
  return token
}

/** What a checkout's digital permit costs, in major units. */
const price = { expected_total: 49, expected_currency: 'USD' }

export const payAt = ({ call }: Shop, token: string, card = 'pm_card_visa') =>
  call('POST', 'merchant/stripe/create-payment-intent/', { token, payment_method: card, ...price })

export const paypalAt = ({ call }: Shop, token: string) =>
  call('POST', 'merchant/paypal/order/', { token, ...price })

export const finishAt = ({ call }: Shop, token: string, order: string) =>
  call('POST', `orders/${order}/checkout/finish/`, { token })

/** The names of the mails a shop has sent; each is sent under one name, however often. */
export function mailsOf({ dataDir }: Pick<Premises, 'dataDir'>): string[] {
  const folder = join(dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Removes what a shop has kept. */
export const removeData = (dataDir: string): void =>
  rmSync(dataDir, { recursive: true, force: true })

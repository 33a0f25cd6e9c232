import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from '@/commands/port'
import { openDatabase } from '@/server/db/open'
import { type Balancer, startBalancer } from '../support/balancer'
import { type MailServer, startMailServer } from '../support/mail-server'
import { expectAccounted, waitForAllEvents } from '../support/money-invariants'
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer'
import { createDatabase } from '../support/postgres'
import { preparePostgres } from '../support/prepared-database'
import { type Provider, startProvider } from '../support/provider'
import {
  createPayableToken,
  createPaypalOrder,
  createShopClient,
  finishPayment,
  newDataDir,
  payByCard,
  removeData,
  type Shop,
  type ShopClient,
  startShop,
} from '../support/shop'

// Servers behind a balancer, on one PostgreSQL behind pgbouncer in transaction mode: a session of the
// database serves one transaction of one server, then another's.

/** Fewer than one server's own pool has. */
const databaseConnections = 4
const customerCount = 24
/** The purchase that is under way when a server dies. */
const deadlyPurchase = 8
const minuteMs = 60_000

let pooler: Pgbouncer
let databaseUrl: string
let provider: Provider
let mailServer: MailServer
let balancer: Balancer
const clock = { aheadMs: 0 }
const dataDirs: string[] = []
const servers: Shop[] = []
let doomedServer: Shop | undefined

beforeAll(async () => {
  const ownUrl = await createDatabase(inject('postgresUrl'))
  await setTimeouts(ownUrl) // first: they hold for later sessions
  pooler = await startPgbouncer(ownUrl, databaseConnections)
  databaseUrl = pooler.poolUrl(ownUrl)
  await preparePostgres(databaseUrl)
  mailServer = await startMailServer()
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  balancer = await startBalancer(ports)
  provider = await startProvider({ shopPort: balancer.port })
  servers.push(...(await Promise.all(ports.map(startServer))))
  doomedServer = servers[0]
})
afterAll(async () => {
  for (const { program } of servers) await program.stop()
  await provider.stop()
  await balancer.stop()
  await mailServer.stop()
  await pooler.stop()
  dataDirs.map(removeData)
})

/** As docs/going-live.md says: pgbouncer does not pass on what a connection asks for. */
async function setTimeouts(ownUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: ownUrl, dataDir: '' })
  const name = new URL(ownUrl).pathname.slice(1)
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await database.db.execute(`ALTER DATABASE ${name} SET ${setting} = '10s'`)
  await database.close()
}

function startServer(port: number): Promise<Shop> {
  const dataDir = newDataDir()
  dataDirs.push(dataDir)
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Permits <orders@shop.example>',
  }
  const shared = { clock, sandboxUrl: provider.url, databaseUrl, env, isPrepared: true }
  return startShop({ port, dataDir, ...shared })
}

it('loses and doubles nothing when a server dies and another one joins', async () => {
  let purchases = 0
  let change: Promise<void> | undefined
  const visitor = createShopClient(balancer.origin)
  const buy = async () => {
    const token = await retry(() => createPayableToken(visitor))
    const payment = pay(visitor, token, purchases)
    purchases += 1
    if (purchases === deadlyPurchase) change = replaceServer()
    await payment
    await runAllJobs(0)
    return token
  }
  const tokens = await Promise.all(Array.from({ length: customerCount }, buy))
  await change
  expect(servers).toHaveLength(3)
  await runAllJobs(2 * minuteMs) // the sweeper finds what the dead server did not record
  for (const token of tokens) await payIfUnpaid(visitor, token)
  await waitForAllEvents(provider)
  await runAllJobs(31 * minuteMs)

  const ledger = await (servers[0] as Shop).readLedger()
  await expectAccounted(ledger, provider)
  const paidOrders = ledger.orders.filter(({ status }) => status === 'paid')
  expect(paidOrders).toHaveLength(customerCount)
  const charges = (await provider.movements()).filter(({ kind }) => kind === 'charge')
  expect(charges).toHaveLength(customerCount)
  const confirmations = mailServer.received.filter(({ headers }) =>
    headers['message-id']?.includes('confirmation'),
  )
  expect(confirmations).toHaveLength(customerCount)
  expect(await countDatabaseSessions()).toBeLessThanOrEqual(databaseConnections)
})

it('limits statements and idle transactions through the pooler', async () => {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    expect(await database.db.execute(`SHOW ${setting}`)).toMatchObject({
      rows: [{ [setting]: '10s' }],
    })
  await database.close()
})

/** Kills the first server; another one on a new port joins. */
async function replaceServer(): Promise<void> {
  servers.shift()
  await doomedServer?.program.forceKill()
  const port = await freePort()
  servers.push(await startServer(port))
  balancer.addServer(port)
}

/**
 * The jobs of all servers at once: each looks for the same due messages. Not those of the server that
 * dies: a mail is sent again when its sender dies before recording it.
 */
async function runAllJobs(afterMs: number): Promise<void> {
  clock.aheadMs += afterMs
  const others = servers.filter(server => server !== doomedServer)
  await Promise.all(others.map(server => server.runJobs(0)))
}

/** Pays by card, through PayPal, or with two tabs at once. */
async function pay(visitor: ShopClient, token: string, number: number): Promise<void> {
  if (number % 3 === 0) await payByCard(visitor, token)
  else if (number % 3 === 1) await payWithPaypal(visitor, token)
  else await Promise.all([payByCard(visitor, token), payByCard(visitor, token)])
}

async function payWithPaypal(visitor: ShopClient, token: string): Promise<void> {
  const { id, order } = (await createPaypalOrder(visitor, token))?.body ?? {}
  if (!id) return
  await provider.approve(id)
  await finishPayment(visitor, token, order.id)
}

/** Reloads the page, and pays again when it is not paid. */
async function payIfUnpaid(visitor: ShopClient, token: string): Promise<void> {
  if ((await readStatus(visitor, token)) !== 'paid') await payByCard(visitor, token)
  expect(await readStatus(visitor, token)).toBe('paid')
}

const readStatus = async ({ call }: ShopClient, token: string): Promise<string | undefined> =>
  (await call('GET', `checkout/${token}/`))?.body.status

/** As a customer tries again whose connection broke; a fault that stays is thrown. */
async function retry<T>(run: () => Promise<T>, attemptsLeft = 5): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (attemptsLeft === 1) throw error
    return retry(run, attemptsLeft - 1)
  }
}

async function countDatabaseSessions(): Promise<number> {
  const database = await openDatabase({ databaseUrl: inject('postgresUrl'), dataDir: '' })
  const name = new URL(databaseUrl).pathname.slice(1)
  const { rows } = (await database.db.execute(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = '${name}'`,
  )) as unknown as { rows: { count: number }[] }
  await database.close()
  return rows[0]?.count ?? 0
}

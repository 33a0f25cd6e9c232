import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@/commands/port'
import { prepareDatabase } from '@/server/backend'
import { openDatabase } from '@/server/db/open'
import { expectAccounted, waitForAllEvents } from '../tests/support/money-invariants'
import { createDatabase, type Postgres, startPostgres } from '../tests/support/postgres'
import { type Provider, startProvider } from '../tests/support/provider'
import {
  createPayableToken,
  createPaypalOrder,
  finishPayment,
  newDataDir,
  payByCard,
  removeData,
  type Shop,
  type ShopConfig,
  startShop,
} from '../tests/support/shop'

// Kills the backend at random moments of random payments, and races tabs, for a given time. Every
// second shop has two processes on its database. Checks the money invariants after every kill and
// every batch of races. Prints one JSON; fails if an invariant was violated.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    races: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '600' },
  },
})
const limits = { kills: Number(values.kills), races: Number(values.races) }
/** Half of the time is for kills, half for races. */
const halfMs = Number(values.minutes) * 30_000

/** Concurrent customers per kill, and races per check of the books. */
const concurrentCustomers = 4
const concurrentRaces = 25
/** In ms. Later kills would come after the payment has ended. */
const maxKillDelayMs = 250
const minuteMs = 60_000
/** Each check reads all rows of a shop; after this many kills a new shop starts. */
const killsPerShop = 50
const racesPerShop = 500

const violations: string[] = []
const recoveriesMs: number[] = []
let kills = 0
let races = 0
let shopCount = 0

const postgres = await startPostgres({ isDurable: true })
try {
  const killDeadline = performance.now() + halfMs
  while (kills < limits.kills && performance.now() < killDeadline)
    await withNewShop(postgres, runKills)
  const raceDeadline = performance.now() + halfMs
  while (races < limits.races && performance.now() < raceDeadline)
    await withNewShop(postgres, runRaces)
} finally {
  await postgres.stop()
}
const result = {
  kills,
  races,
  shops: shopCount,
  violations,
  recoverySeconds: summarizeDurations(recoveriesMs),
}
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
process.exit(violations.length === 0 ? 0 : 1)

/** The processes of one shop, on one database, with one clock. */
interface Cluster {
  configs: ShopConfig[]
  /** The processes that run now, in the order of the configs. */
  shops: Shop[]
}

/** Runs with a new shop, database and provider. */
async function withNewShop(
  { adminUrl }: Postgres,
  work: (cluster: Cluster, provider: Provider) => Promise<void>,
): Promise<void> {
  const databaseUrl = await createDatabase(adminUrl)
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await prepareDatabase(database, { hasSamples: true })
  await database.close()
  shopCount += 1
  const ports = await Promise.all(repeat(1 + (shopCount % 2), freePort))
  const provider = await startProvider({ shopPort: ports[0] as number })
  const shared = {
    dataDir: newDataDir(),
    clock: { aheadMs: 0 },
    sandboxUrl: provider.url,
    databaseUrl,
    isPrepared: true,
  }
  const configs = ports.map(port => ({ ...shared, port }))
  const cluster: Cluster = { configs, shops: [] }
  try {
    for (const config of configs) cluster.shops.push(await startShop(config))
    await work(cluster, provider)
  } finally {
    for (const { program } of cluster.shops) await program.stop()
    await provider.stop()
    removeData(shared.dataDir)
  }
}

async function runKills(cluster: Cluster, provider: Provider): Promise<void> {
  const { configs, shops } = cluster
  const limit = Math.min(kills + killsPerShop, limits.kills)
  while (kills < limit) {
    const tokens = await Promise.all(
      repeat(concurrentCustomers, () => createPayableToken(pick(shops))),
    )
    const payments = tokens.map(token => payRandomly(pick(shops), provider, token))
    await wait(Math.random() * maxKillDelayMs)
    const index = Math.floor(Math.random() * shops.length)
    await shops[index]?.program.forceKill()
    const killedAt = performance.now()
    kills += 1
    await Promise.allSettled(payments)
    shops[index] = await startShop(configs[index] as ShopConfig)
    await runJobs(cluster, 2 * minuteMs)
    recoveriesMs.push(performance.now() - killedAt)
    for (const token of tokens) await recordViolation(() => assertPaidOrPayable(pick(shops), token))
    // Events the dead process missed come later; the books must balance without them too.
    await recordViolation(() => checkInvariants(cluster, provider))
    reportProgress(`${kills} kills`)
  }
  await recordViolation(() => waitForAllEvents(provider))
  await recordViolation(() => checkInvariants(cluster, provider))
}

async function runRaces(cluster: Cluster, provider: Provider): Promise<void> {
  const { shops } = cluster
  const limit = Math.min(races + racesPerShop, limits.races)
  while (races < limit) {
    const count = Math.min(concurrentRaces, limit - races)
    const tokens = await Promise.all(repeat(count, () => createPayableToken(pick(shops))))
    await Promise.all(
      tokens.flatMap(token => [
        payRandomly(pick(shops), provider, token),
        payRandomly(pick(shops), provider, token),
      ]),
    )
    races += count
    await runJobs(cluster, 2 * minuteMs)
    await recordViolation(() => waitForAllEvents(provider))
    await recordViolation(() => checkInvariants(cluster, provider))
    reportProgress(`${races} races`)
  }
}

function pick(shops: Shop[]): Shop {
  return shops[Math.floor(Math.random() * shops.length)] as Shop
}

/** Moves the clock and runs the jobs of every process. */
async function runJobs({ shops }: Cluster, afterMs: number): Promise<void> {
  for (const [index, shop] of shops.entries()) await shop.runJobs(index === 0 ? afterMs : 0)
}

/** Pays by card or PayPal, or starts a challenge; a failure ends the payment. */
async function payRandomly(shop: Shop, provider: Provider, token: string): Promise<void> {
  const methodIndex = Math.floor(Math.random() * 3)
  if (methodIndex === 0) await payByCard(shop, token)
  else if (methodIndex === 1) await payWithChallenge(shop, provider, token)
  else await payWithPaypal(shop, provider, token)
}

async function payWithChallenge(shop: Shop, provider: Provider, token: string): Promise<void> {
  const { client_secret, order } =
    (await payByCard(shop, token, 'pm_card_authenticationRequired'))?.body ?? {}
  if (!client_secret) return
  // Another tab may have cancelled it.
  await provider.answerChallenge(client_secret, 'authenticated').catch(() => undefined)
  await finishPayment(shop, token, order.id)
}

async function payWithPaypal(shop: Shop, provider: Provider, token: string): Promise<void> {
  const { id, order } = (await createPaypalOrder(shop, token))?.body ?? {}
  if (!id) return
  await provider.approve(id)
  await finishPayment(shop, token, order.id)
}

/** Reloads the checkout, which must be paid or payable. */
async function assertPaidOrPayable(shop: Shop, token: string): Promise<void> {
  const { body } = (await shop.call('GET', `checkout/${token}/`)) ?? {}
  if (body?.status === 'paid') return
  const response = await payByCard(shop, token)
  if (response?.body.status !== 'success')
    throw new Error(`not payable: ${JSON.stringify(response)}`)
}

/** Checks the invariants after half an hour, when abandoned challenges are cancelled. */
async function checkInvariants(cluster: Cluster, provider: Provider): Promise<void> {
  await runJobs(cluster, 31 * minuteMs)
  const snapshot = await pick(cluster.shops).readLedger()
  await expectAccounted(snapshot, provider)
}

async function recordViolation(check: () => Promise<void>): Promise<void> {
  await check().catch(error => violations.push(error instanceof Error ? error.message : `${error}`))
}

function repeat<T>(count: number, create: () => T): T[] {
  return Array.from({ length: count }, create)
}

function summarizeDurations(durationsMs: number[]) {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  const seconds = (ms = 0) => Math.round(ms / 10) / 100
  const median = sorted[Math.floor(sorted.length / 2)]
  return { min: seconds(sorted[0]), median: seconds(median), max: seconds(sorted.at(-1)) }
}

function reportProgress(text: string): void {
  process.stderr.write(`\r${text}, ${violations.length} violations `)
}

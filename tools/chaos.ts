import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@/commands/port'
import { prepare } from '@/server/backend'
import { openDatabase } from '@/server/db/open'
import { allEventsCame, expectAccounted } from '../tests/support/money-invariants'
import { createDatabase, type Postgres, startPostgres } from '../tests/support/postgres'
import { type Provider, startProvider } from '../tests/support/provider'
import {
  finishAt,
  newDataDir,
  type Premises,
  payAt,
  payableAt,
  paypalAt,
  removeData,
  type Shop,
  startShop,
} from '../tests/support/shop'

// Kills the backend at random moments of random payments, and lets tabs race, for as long as one likes. After every
// kill and every batch of races the oracle of the tests is asked. Prints one JSON; fails when anything was violated.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    races: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '600' },
  },
})
const most = { kills: Number(values.kills), races: Number(values.races) }
/** Half of the time is for the kills, half for the races. */
const halfMs = Number(values.minutes) * 30_000

/** Customers who pay while the process is killed, and races between two looks at the books. */
const customersAtOnce = 4
const racesAtOnce = 25
/** A payment is over by then: kills later than this would hit nobody. */
const latestKillMs = 250
const minuteMs = 60_000
/** Each look is at all the books of a shop: after so many a new one opens. */
const killsOfAShop = 50
const racesOfAShop = 500

const violations: string[] = []
const recoveriesMs: number[] = []
let kills = 0
let races = 0

const postgres = await startPostgres({ isDurable: true })
try {
  const killUntil = performance.now() + halfMs
  while (kills < most.kills && performance.now() < killUntil)
    await inAShop(postgres, killAgainAndAgain)
  const raceUntil = performance.now() + halfMs
  while (races < most.races && performance.now() < raceUntil)
    await inAShop(postgres, raceAgainAndAgain)
} finally {
  await postgres.stop()
}
const result = { kills, races, violations, recoverySeconds: spread(recoveriesMs) }
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
process.exit(violations.length === 0 ? 0 : 1)

/** A shop with a database and a provider of its own. */
async function inAShop(
  { adminUrl }: Postgres,
  work: (shop: Shop, provider: Provider, premises: Premises) => Promise<Shop>,
): Promise<void> {
  const databaseUrl = await createDatabase(adminUrl)
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await prepare(database)
  await database.close()
  const port = await freePort()
  const provider = await startProvider({ shopPort: port })
  const dataDir = newDataDir()
  const clock = { aheadMs: 0 }
  const premises = { port, dataDir, clock, sandboxUrl: provider.url, databaseUrl, isPrepared: true }
  let shop = await startShop(premises)
  try {
    shop = await work(shop, provider, premises)
  } finally {
    await shop.program.stop()
    await provider.stop()
    removeData(dataDir)
  }
}

async function killAgainAndAgain(
  first: Shop,
  provider: Provider,
  premises: Premises,
): Promise<Shop> {
  let shop = first
  const last = Math.min(kills + killsOfAShop, most.kills)
  while (kills < last) {
    const tokens = await Promise.all(times(customersAtOnce, () => payableAt(shop)))
    const paying = tokens.map(token => anyWay(shop, provider, token))
    await wait(Math.random() * latestKillMs)
    await shop.program.killHard()
    const killedAt = performance.now()
    kills += 1
    await Promise.allSettled(paying)
    shop = await startShop(premises)
    await shop.runJobs(2 * minuteMs)
    recoveriesMs.push(performance.now() - killedAt)
    for (const token of tokens) await note(() => paidOrPayable(shop, token))
    // What the dead process did not take comes later: the books balance without it as well.
    await note(() => look(shop, provider))
    progress(`${kills} kills`)
  }
  await note(() => allEventsCame(provider))
  await note(() => look(shop, provider))
  return shop
}

async function raceAgainAndAgain(shop: Shop, provider: Provider): Promise<Shop> {
  const last = Math.min(races + racesOfAShop, most.races)
  while (races < last) {
    const count = Math.min(racesAtOnce, last - races)
    const tokens = await Promise.all(times(count, () => payableAt(shop)))
    await Promise.all(
      tokens.flatMap(token => [anyWay(shop, provider, token), anyWay(shop, provider, token)]),
    )
    races += count
    await shop.runJobs(2 * minuteMs)
    await note(() => allEventsCame(provider))
    await note(() => look(shop, provider))
    progress(`${races} races`)
  }
  return shop
}

/** A customer pays by card or by PayPal, or asks the bank first; whatever breaks off, breaks off. */
async function anyWay(shop: Shop, provider: Provider, token: string): Promise<void> {
  const way = Math.floor(Math.random() * 3)
  if (way === 0) await payAt(shop, token)
  else if (way === 1) await atTheBank(shop, provider, token)
  else await withPaypal(shop, provider, token)
}

async function atTheBank(shop: Shop, provider: Provider, token: string): Promise<void> {
  const { client_secret, order } =
    (await payAt(shop, token, 'pm_card_authenticationRequired'))?.body ?? {}
  if (!client_secret) return
  // Another tab may have called it off.
  await provider.answerChallenge(client_secret, 'authenticated').catch(() => undefined)
  await finishAt(shop, token, order.id)
}

async function withPaypal(shop: Shop, provider: Provider, token: string): Promise<void> {
  const { id, order } = (await paypalAt(shop, token))?.body ?? {}
  if (!id) return
  await provider.approve(id)
  await finishAt(shop, token, order.id)
}

/** The customer's reload: paid, or payable. */
async function paidOrPayable(shop: Shop, token: string): Promise<void> {
  const { body } = (await shop.call('GET', `checkout/${token}/`)) ?? {}
  if (body?.status === 'paid') return
  const answer = await payAt(shop, token)
  if (answer?.body.status !== 'success') throw new Error(`not payable: ${JSON.stringify(answer)}`)
}

/** The oracle: whoever asked the bank and never came back has half an hour. */
async function look(shop: Shop, provider: Provider): Promise<void> {
  await shop.runJobs(31 * minuteMs)
  const books = await shop.books()
  await expectAccounted(books, provider)
}

async function note(check: () => Promise<void>): Promise<void> {
  await check().catch(error => violations.push(error instanceof Error ? error.message : `${error}`))
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

function spread(durationsMs: number[]) {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  const seconds = (ms = 0) => Math.round(ms / 10) / 100
  const median = sorted[Math.floor(sorted.length / 2)]
  return { min: seconds(sorted[0]), median: seconds(median), max: seconds(sorted.at(-1)) }
}

function progress(text: string): void {
  process.stderr.write(`\r${text}, ${violations.length} violations `)
}

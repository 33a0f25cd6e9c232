import fs from 'node:fs'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { PGlite } from '@electric-sql/pglite'
import { createBackend, prepareDatabase, setBackend } from '@/server/backend'
import { readEnv } from '@/server/config/env'
import { openDatabase } from '@/server/db/open'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { runRetention } from '@/server/jobs/retention'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { reconcile } from '@/server/payments/reconcile'
import { serveCall } from './call-route'
import { readLedgerSnapshot } from './ledger-snapshot'

// A shop process small enough to be killed and restarted often: the checkout calls over the real
// use cases, and jobs on request. Started by `startShop`.

const env = readEnv(process.env)
const database = await openDatabase(env)
let crashPlan = {
  statement: process.env['DIE_AFTER_STATEMENT'] ?? '',
  times: Number(process.env['DIE_AFTER_TIMES']),
}
const { $client: client } = database.db as unknown as { $client: PGlite | object }
if ('execProtocolStream' in client) watchStatements(client)
if (!process.env['IS_PREPARED']) await prepareDatabase(database, { hasSamples: true })
let clockOffsetMs = Number(process.env['AHEAD_MS'])
const backend = {
  ...createBackend(env, database),
  now: () => new Date(Date.now() + clockOffsetMs),
}
setBackend(backend)

/** Additional routes for tests. */
const controlRoutes: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  /** Runs the jobs at an offset in milliseconds from the machine's clock. */
  '/jobs': async query => {
    clockOffsetMs = Number(query.get('ahead'))
    await sweep(backend)
    for (const kinds of Object.values(channels)) await sendDueMessages(backend, kinds)
    await runRetention(backend)
  },
  /** Crashes at this crash point from now on. */
  '/die-at': async query => {
    process.env['FAILPOINT'] = query.get('point') ?? ''
  },
  /** Crashes after this many commits of the embedded database, before the last is acknowledged. */
  '/die-after-commits': async query => {
    crashPlan = { statement: 'COMMIT\0', times: Number(query.get('commits')) }
  },
  /** Makes writes to the disk fail as on a full one. */
  '/disk': async query => setDiskFull(query.get('full') === 'true'),
  '/books': () => readLedgerSnapshot(database.db),
  /** What `npm run reconcile` finds. */
  '/reconcile': () => reconcile(backend, new Date(0)),
}

const { statfsSync } = fs
const { open } = fs.promises

/** The file system without a byte left: the modules that write see it through these functions. */
function setDiskFull(isFull: boolean): void {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  fs.statfsSync = (isFull
    ? (...args: Parameters<typeof statfsSync>) => ({ ...statfsSync(...args), bavail: 0 })
    : statfsSync) as unknown as typeof statfsSync
  fs.promises.open = async (path, flags, mode) => {
    if (isFull && String(flags).startsWith('w')) throw full
    return open(path, flags, mode)
  }
  syncBuiltinESMExports()
}

/**
 * Kills the process after a matching statement of the embedded database; for PostgreSQL a proxy
 * does that from outside.
 */
function watchStatements(client: PGlite): void {
  const run = client.execProtocolStream.bind(client)
  client.execProtocolStream = async (message, options) => {
    const result = await run(message, options)
    const isMatch = crashPlan.times > 0 && Buffer.from(message).includes(crashPlan.statement)
    if (isMatch && --crashPlan.times === 0) process.kill(process.pid, 'SIGKILL')
    return result
  }
}

const server = createServer(async (request, response) => {
  // No keep-alive: after a kill the client would reuse a dead connection.
  response.shouldKeepAlive = false
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop.example')
  const control = controlRoutes[pathname]
  if (control) return response.end(JSON.stringify((await control(searchParams)) ?? null))
  await serveCall(request, response)
})
server.listen(env.port, '127.0.0.1')

process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await database.close()
  process.exit(0)
})

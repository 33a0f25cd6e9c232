import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Client as PgClient, PoolConfig } from 'pg'
import type { Env } from '@/server/config/env'
import { getSocketOptions, serveAdminSocket } from '@/server/db/admin-socket'
import { acquireLock, DatabaseInUseError } from '@/server/db/lock'
import { copyDatabase, migrationsFolder } from '@/server/db/prepared-database'
import { createTransactionRunner, retryConflicts } from '@/server/db/transaction'
import { type UnvalidatedConstraint, validateConstraints } from '@/server/db/validate-constraints'
import { ensureFreeSpace } from '@/server/infra/disk-check'

export type Db = PgDatabase<PgQueryResultHKT>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface OpenDatabase {
  db: Db
  /** Runs the migrations. Returns the constraints that rows from before them break. */
  migrate: () => Promise<UnvalidatedConstraint[]>
  /** Opens an embedded database to operators' commands; does nothing with a server. */
  openAdminSocket: () => Promise<void>
  close: () => Promise<void>
}

type DatabaseEnv = Pick<Env, 'databaseUrl' | 'dataDir'>

/**
 * Opens the PostgreSQL of DATABASE_URL, else the database embedded in the data folder. Throws
 * `DatabaseInUseError` when another process has the embedded one open.
 * @param preparedDataDir its database is copied when the data folder has none; else one is created.
 */
export const openDatabase = (
  { databaseUrl, dataDir }: DatabaseEnv,
  preparedDataDir?: string,
): Promise<OpenDatabase> =>
  databaseUrl
    ? openPostgres(buildServerPoolConfig(databaseUrl))
    : openEmbedded(dataDir, preparedDataDir)

/**
 * Like `openDatabase`, for operators' commands: a running shop's embedded database is reached
 * through its socket.
 */
export async function openForCli(env: DatabaseEnv): Promise<OpenDatabase> {
  try {
    return await openDatabase(env)
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    return await openThroughSocket(env.dataDir, error)
  }
}

async function openThroughSocket(
  dataDir: string,
  inUseError: DatabaseInUseError,
): Promise<OpenDatabase> {
  const database = await openPostgres(buildSocketPoolConfig(dataDir))
  try {
    await database.db.execute('select 1')
    return database
  } catch {
    await database.close()
    throw inUseError // its holder has no socket, or no longer
  }
}

const limits: PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  // The server's own limit does not help when the server or the network is down. Browsers wait 15 s
  // for a response: they get one before.
  query_timeout: 12_000,
}

const buildServerPoolConfig = (connectionString: string): PoolConfig => ({
  ...limits,
  connectionString,
  statement_timeout: 10_000,
  keepAlive: true,
  idle_in_transaction_session_timeout: 10_000,
})

/** Its one session is shared with the shop, so no session settings. */
const buildSocketPoolConfig = (dataDir: string): PoolConfig => ({
  ...limits,
  ...getSocketOptions(dataDir),
  idleTimeoutMillis: 5_000,
})

async function openPostgres(config: PoolConfig): Promise<OpenDatabase> {
  const { Pool } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const pool = new Pool(config)
  // A restarting server closes idle connections; an unhandled error would end this process.
  pool.on('error', () => undefined)
  // The same for a connection that breaks in a transaction; its pending statement fails anyway.
  pool.on('connect', client => client.on('error', () => undefined))
  pool.on('connect', closeOnTimeout)
  // A database that serializes every transaction refuses single statements as well.
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.query = ((...args: unknown[]) => retryConflicts(() => query(...args))) as typeof pool.query
  const db = drizzle(pool)
  const runTransaction = createTransactionRunner({ connect: () => pool.connect() })
  const transaction: typeof db.transaction = (callback, config) =>
    runTransaction(connection => drizzle(connection).transaction(callback, config))
  const typedDb = Object.assign(db, { transaction }) as unknown as Db
  return {
    db: typedDb,
    migrate: () => migrate(db, { migrationsFolder }).then(() => validateConstraints(typedDb)),
    openAdminSocket: async () => undefined,
    close: () => pool.end(),
  }
}

/**
 * Closes a connection whose statement got no response, so that the transaction's rollback does not
 * wait for the same timeout.
 */
function closeOnTimeout(client: PgClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const queryAndClose = (...args: unknown[]) => {
    const result = query(...args)
    if (result instanceof Promise)
      result.catch(error => {
        if ((error as Error).message === 'Query read timeout') void client.end()
      })
    return result
  }
  client.query = queryAndClose as typeof client.query
}

const databaseFolder = 'db'

/** PostgreSQL's default is 128 MB, which never fills: a small shop's tables have a few. */
const memorySettings = ['-c', 'shared_buffers=16MB']

async function openEmbedded(dataDir: string, preparedDataDir?: string): Promise<OpenDatabase> {
  const unlock = acquireLock(join(dataDir, 'db.lock'), process.title)
  try {
    const folder = join(dataDir, databaseFolder)
    if (preparedDataDir) copyDatabase(join(preparedDataDir, databaseFolder), folder)
    const { PGlite } = await import('@electric-sql/pglite')
    const startParams = [...PGlite.defaultStartParams, ...memorySettings]
    const client = await PGlite.create(folder, { startParams })
    return await withAdminSocket(withDiskGuard(client, folder), { dataDir, unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

/** Several of the log's files, which have 16 MB each. */
const minFreeBytes = 64 * 1024 ** 2
const guardedMethods = new Set<unknown>(['query', 'exec', 'transaction'])

/**
 * The client, which refuses statements with `ENOSPC` while the disk is nearly full. The embedded
 * database cannot continue after a failed write to its log: the next statement would block this
 * process for ever.
 */
function withDiskGuard(client: Client, folder: string): Client {
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const method = value.bind(target)
      if (!guardedMethods.has(name)) return method
      return async (...args: unknown[]) => {
        ensureFreeSpace(folder, minFreeBytes)
        return method(...args)
      }
    },
  })
}

type Client = import('@electric-sql/pglite').PGlite

async function withAdminSocket(
  client: Client,
  { dataDir, unlock }: { dataDir: string; unlock: () => void },
): Promise<OpenDatabase> {
  let closeAdminSocket: (() => Promise<void>) | undefined
  const database = await wrapPglite(client)
  return {
    ...database,
    openAdminSocket: async () => {
      closeAdminSocket ??= await serveAdminSocket(client, dataDir).catch(warnSocketUnavailable)
    },
    close: async () => {
      try {
        await closeAdminSocket?.()
        await database.close()
      } finally {
        unlock()
      }
    },
  }
}

/** For example in a folder whose path is too long for a socket: the shop runs without it. */
function warnSocketUnavailable(error: Error): undefined {
  process.emitWarning(`Operators' commands cannot reach this shop's database: ${error.message}`)
}

/** Wraps a PGlite instance without other users. */
export async function wrapPglite(client: Client): Promise<OpenDatabase> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const db = drizzle(client)
  const typedDb = db as unknown as Db
  return {
    db: typedDb,
    migrate: () => migrate(db, { migrationsFolder }).then(() => validateConstraints(typedDb)),
    openAdminSocket: async () => undefined,
    close: () => client.close(),
  }
}

import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { takeLock } from '@/server/db/lock'
import * as schema from '@/server/db/schema'
import { transactionsOn } from '@/server/db/transaction'
import type { Env } from '@/server/env'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** An open database; embedded ones are migrated and seeded already. */
export interface OpenDatabase {
  db: Db
  /** Brings the tables up to date. */
  migrate: () => Promise<void>
  close: () => Promise<void>
}

const migrationsFolder = join(process.cwd(), 'src/server/db/migrations')

/** The PostgreSQL of DATABASE_URL, else the database embedded in the data folder. */
export const openDatabase = (env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> =>
  env.databaseUrl ? openPostgres(env.databaseUrl) : openEmbedded(env.dataDir)

async function openPostgres(connectionString: string): Promise<OpenDatabase> {
  const { Pool } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    // The server's own limit does not help when the server, or the way to it, is gone.
    query_timeout: 15_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 10_000,
  })
  // A server that restarts closes idle connections; unheard, that would end this process.
  pool.on('error', () => undefined)
  const db = drizzle(pool, { schema })
  const inTransaction = transactionsOn({ connect: () => pool.connect() })
  const transaction: typeof db.transaction = (work, config) =>
    inTransaction(connection => drizzle(connection, { schema }).transaction(work, config))
  return {
    db: Object.assign(db, { transaction }) as unknown as Db,
    migrate: () => migrate(db, { migrationsFolder }),
    close: () => pool.end(),
  }
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const unlock = takeLock(join(dataDir, 'db.lock'), process.title)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const client = await PGlite.create(join(dataDir, 'db'))
    return await embedded(client, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Wraps a PGlite instance that nobody else uses. */
export async function embedded(
  client: import('@electric-sql/pglite').PGlite,
  afterClose: () => void,
): Promise<OpenDatabase> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const db = drizzle(client, { schema })
  return {
    db: db as unknown as Db,
    migrate: () => migrate(db, { migrationsFolder }),
    close: async () => {
      await client.close()
      afterClose()
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Backend, createBackend, setBackend } from '@/server/backend'
import { readEnv } from '@/server/config/env'
import { type OpenDatabase, openDatabase } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import { providerEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages } from '@/server/db/tables/photos'
import { hashOf } from '@/server/infra/tokens'
import { openPreparedDatabase } from './embedded-template'

export interface TestBackend {
  backend: Backend
  /** Moves the backend's clock. */
  advanceClock: (milliseconds: number) => void
  /** All rows a customer's request could change, for comparisons. */
  readRows: () => Promise<unknown>
  close: () => Promise<void>
}

interface TestBackendOptions {
  /** A prepared PostgreSQL database; default: a prepared in-memory database. */
  databaseUrl?: string
  /** URL of the sandbox; default: connections are refused. */
  sandboxUrl?: string
  variables?: Record<string, string>
}

/** Opens a fresh, seeded backend and registers it for the route handlers. */
export async function openTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const database = await openFreshDatabase(options.databaseUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'ida-shop-'))
  const env = readEnv({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PAYMENTS: 'sandbox',
    SANDBOX_URL: options.sandboxUrl ?? closedPortUrl,
    APP_URL: 'https://shop.example',
    // Prices must not depend on the season in which the tests run.
    SPRING_DEAL_COUPON: '',
    ...options.variables,
  })
  let offsetMs = 0
  const backend = { ...createBackend(env, database), now: () => new Date(Date.now() + offsetMs) }
  setBackend(backend)
  return {
    backend,
    advanceClock: milliseconds => {
      offsetMs += milliseconds
    },
    readRows: async () => [
      await database.db.select().from(checkouts).orderBy(checkouts.id),
      await database.db.select().from(orders).orderBy(orders.id),
      await database.db.select().from(attempts).orderBy(attempts.id),
      await database.db.select().from(outbox).orderBy(outbox.id),
      await database.db.select().from(providerEvents).orderBy(providerEvents.id),
      await database.db.select().from(approvalImages).orderBy(approvalImages.id),
    ],
    close: async () => {
      await backend.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** No server listens here: connections are refused immediately. */
const closedPortUrl = 'http://127.0.0.1:9'

const openFreshDatabase = (databaseUrl: string | undefined): Promise<OpenDatabase> =>
  databaseUrl ? openDatabase({ databaseUrl, dataDir: '' }) : openPreparedDatabase()

/** A checkout's payment attempts, oldest first. */
export const listAttempts = ({ db }: Backend, token: string) =>
  db
    .select({ state: attempts.state, reason: attempts.reason, amount: attempts.amount })
    .from(attempts)
    .innerJoin(checkouts, eq(checkouts.id, attempts.checkoutId))
    .where(eq(checkouts.tokenHash, hashOf(token)))
    .orderBy(attempts.createdAt)

import { type Logger, pino } from 'pino'
import { type Catalog, readCatalog } from '@/server/catalog/catalog'
import type { Permits } from '@/server/catalog/permit-data'
import { type Env, readEnv } from '@/server/config/env'
import { type Db, type OpenDatabase, openDatabase } from '@/server/db/open'
import { type SeedOptions, seed } from '@/server/db/seed'
import { describeUnvalidated } from '@/server/db/validate-constraints'
import {
  createErrorReporter,
  type ErrorReporter,
  withErrorReporting,
} from '@/server/gateways/error-reporter'
import type { FileStorage } from '@/server/gateways/file-storage'
import { createMailGateway, type MailGateway } from '@/server/gateways/mail'
import { createOrderWebhook, type OrderWebhook } from '@/server/gateways/order-webhook'
import { createPaypalGateway, type PaypalGateway } from '@/server/gateways/paypal'
import { createPermitSource } from '@/server/gateways/permit-cms'
import { createPhotoStorage } from '@/server/gateways/photo-storage'
import { createStripeGateway, type StripeGateway } from '@/server/gateways/stripe'
import { crashAt } from '@/server/infra/crash-point'
import { createFreshValue } from '@/server/infra/fresh-value'
import { createLogOutput } from '@/server/infra/log-output'
import { getRequestId } from '@/server/infra/request-context'
import { readCountryTables } from '@/server/texts/country-tables'

/** The dependencies of the use cases. */
export interface Backend {
  env: Env
  db: Db
  /** Warnings and errors are also sent to the error reporter. */
  log: Logger
  errorReporter: ErrorReporter
  now: () => Date
  /** The shop's catalog, at most 10 s old. */
  catalog: () => Promise<Catalog>
  /** Makes the next call of `catalog` read the database. */
  invalidateCatalog: () => void
  /** The country validity table; empty while it is unavailable. */
  permits: () => Promise<Permits>
  stripe: StripeGateway
  /** Undefined if PayPal is not offered. */
  paypal: PaypalGateway | undefined
  /** The customers' photos. */
  files: FileStorage
  mail: MailGateway
  /** The operator's system for orders; undefined without one. */
  orderWebhook: OrderWebhook | undefined
  close: () => Promise<void>
}

// In each copy of the code: the server file names countries in mails, Next's bundles on pages.
readCountryTables()

// Development reloads modules and bundles each page separately, so the process's one backend is a
// global.
const shared = globalThis as { idaBackend?: Promise<Backend> }

/**
 * This process's backend, opened on first use. A failed start is retried by the next caller.
 * @param preparedDataDir see `openDatabase`.
 */
export function getBackend(preparedDataDir?: string): Promise<Backend> {
  shared.idaBackend ??= openBackend(preparedDataDir).catch(error => {
    delete shared.idaBackend
    throw error
  })
  return shared.idaBackend
}

/**
 * Sets this process's backend.
 * @internal for tests
 */
export function setBackend(instance: Backend): void {
  shared.idaBackend = Promise.resolve(instance)
}

async function openBackend(preparedDataDir?: string): Promise<Backend> {
  const env = readEnv(process.env)
  const database = await openDatabase(env, preparedDataDir)
  if (!env.databaseUrl) await prepareDatabase(database, { hasSamples: env.payments === 'sandbox' })
  await database.openAdminSocket()
  const instance = createBackend(env, database)
  void instance.permits() // so that no page waits for the first table
  return instance
}

/** Migrates and seeds an embedded database, which has no operator. */
export async function prepareDatabase(database: OpenDatabase, options: SeedOptions): Promise<void> {
  const unvalidated = describeUnvalidated(await database.migrate())
  if (unvalidated) process.emitWarning(unvalidated)
  crashAt('migrated')
  await seed(database.db, options)
}

/** A backend over an open database. `logFd` is the file that it logs to: standard output by default. */
export function createBackend(env: Env, { db, close }: OpenDatabase, logFd?: number): Backend {
  const now = () => new Date()
  const catalog = createFreshValue(() => readCatalog(db), catalogMaxAgeMs)
  const errorReporter = createErrorReporter(env.thirdParty.errorReporting)
  const log = withErrorReporting(
    pino({ level: env.logLevel, base: null, mixin: buildLogFields }, createLogOutput(logFd)),
    errorReporter,
  )
  return {
    env,
    db,
    now,
    log,
    errorReporter,
    catalog: catalog.get,
    invalidateCatalog: catalog.invalidate,
    permits: createPermitSource({ env, log }),
    stripe: createStripeGateway(env),
    paypal: env.paypal && createPaypalGateway(env.paypal),
    files: createPhotoStorage(env),
    mail: createMailGateway(env),
    orderWebhook: createOrderWebhook(env, now),
    close,
  }
}

/** What each line of the log has; pino adds the line's own fields to the same object. */
function buildLogFields() {
  const requestId = getRequestId()
  return requestId === undefined ? {} : { request_id: requestId }
}

/** Maximum age of the catalog: 10 s, like the lists in the browser (docs/product.md, Timing). */
const catalogMaxAgeMs = 10_000

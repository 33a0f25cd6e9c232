import { type Logger, pino } from 'pino'
import { type Catalog, readCatalog } from '@/server/catalog/catalog'
import type { Permits } from '@/server/catalog/permit-data'
import { type Env, readEnv } from '@/server/config/env'
import { type Db, type OpenDatabase, openDatabase } from '@/server/db/open'
import { type ShopPrices, seed } from '@/server/db/seed'
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

/** Everything a use case needs from outside. */
export interface Backend {
  env: Env
  db: Db
  /** What it is warned of is reported as well. */
  log: Logger
  errorReporter: ErrorReporter
  now: () => Date
  /** The shop's catalog; it may be some seconds old. */
  catalog: () => Promise<Catalog>
  /** Has the catalog read anew by whoever asks next. */
  invalidateCatalog: () => void
  /** The country validity table; empty while it cannot be had. */
  permits: () => Promise<Permits>
  stripe: StripeGateway
  /** Undefined where PayPal is not offered. */
  paypal: PaypalGateway | undefined
  /** The customers' photos. */
  files: FileStorage
  mail: MailGateway
  /** The operator's own system, as far as there is one. */
  orderWebhook: OrderWebhook | undefined
  close: () => Promise<void>
}

// Development reloads modules and bundles pages apart: one process still has one backend.
const shared = globalThis as { idaBackend?: Promise<Backend> }

/** This process's backend, opened on first use. A failed opening is tried again by the next caller. */
export function getBackend(): Promise<Backend> {
  shared.idaBackend ??= openBackend().catch(error => {
    shared.idaBackend = undefined
    throw error
  })
  return shared.idaBackend
}

/**
 * Makes the given backend this process's.
 * @internal for tests
 */
export function setBackend(instance: Backend): void {
  shared.idaBackend = Promise.resolve(instance)
}

async function openBackend(): Promise<Backend> {
  const env = readEnv(process.env)
  const database = await openDatabase(env)
  if (!env.databaseUrl) await prepareDatabase(database)
  await database.openAdminSocket()
  const instance = createBackend(env, database)
  void instance.permits() // so that no customer's page waits for the first table
  return instance
}

/** Brings an embedded database up to date: it has no operator. Prices are those of the price book unless others are given. */
export async function prepareDatabase(database: OpenDatabase, prices?: ShopPrices): Promise<void> {
  await database.migrate()
  crashAt('migrated')
  await seed(database.db, prices)
}

/** A backend over an open database. */
export function createBackend(env: Env, { db, close }: OpenDatabase): Backend {
  const now = () => new Date()
  const catalog = memoize(() => readCatalog(db), catalogMaxAgeMs)
  const errorReporter = createErrorReporter(env.thirdParty.errorReporting)
  const log = withErrorReporting(pino({ level: env.logLevel, base: null }), errorReporter)
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

/** Prices may be this old; as long as the lists in the browser (SPEC 9: stale time 10 s). */
const catalogMaxAgeMs = 10_000

function memoize<T>(read: () => Promise<T>, maxAgeMs: number) {
  let value: Promise<T> | undefined
  let readAt = 0
  const invalidate = () => {
    value = undefined
  }
  return {
    invalidate,
    get: (): Promise<T> => {
      if (value && performance.now() - readAt < maxAgeMs) return value
      readAt = performance.now()
      value = read().catch(error => {
        invalidate()
        throw error
      })
      return value
    },
  }
}

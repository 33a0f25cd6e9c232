import { type Logger, pino } from 'pino'
import { type Catalog, readCatalog } from '@/server/catalog/catalog'
import type { Permits } from '@/server/catalog/permit-data'
import { type Env, readEnv } from '@/server/config/env'
import { type Db, type OpenDatabase, openDatabase } from '@/server/db/open'
import { type ShopPrices, seed } from '@/server/db/seed'
import type { Files } from '@/server/gateways/file-storage'
import { photoStorage } from '@/server/gateways/files'
import { type MailGateway, mailGateway } from '@/server/gateways/mail'
import { type OrderWebhook, orderWebhook } from '@/server/gateways/order-webhook'
import { type PaypalGateway, paypalGateway } from '@/server/gateways/paypal'
import { permitSource } from '@/server/gateways/permit-cms'
import { type Reports, reporting, reportsTo } from '@/server/gateways/reports'
import { type StripeGateway, stripeGateway } from '@/server/gateways/stripe'
import { failpoint } from '@/server/infra/crash-point'

/** Everything a use case needs from outside. */
export interface Backend {
  env: Env
  db: Db
  /** What it is warned of is reported as well. */
  log: Logger
  reports: Reports
  now: () => Date
  /** The shop's catalog; it may be some seconds old. */
  catalog: () => Promise<Catalog>
  /** Has the catalog read anew by whoever asks next. */
  forgetCatalog: () => void
  /** The country validity table; empty while it cannot be had. */
  permits: () => Promise<Permits>
  stripe: StripeGateway
  /** Undefined where PayPal is not offered. */
  paypal: PaypalGateway | undefined
  /** The customers' photos. */
  files: Files
  mail: MailGateway
  /** The operator's own system, as far as there is one. */
  orderWebhook: OrderWebhook | undefined
  close: () => Promise<void>
}

// Development reloads modules and bundles pages apart: one process still has one backend.
const shared = globalThis as { idaBackend?: Promise<Backend> }

/** This process's backend, opened on first use. A failed opening is tried again by the next caller. */
export function backend(): Promise<Backend> {
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
export function adoptBackend(given: Backend): void {
  shared.idaBackend = Promise.resolve(given)
}

async function openBackend(): Promise<Backend> {
  const env = readEnv(process.env)
  const database = await openDatabase(env)
  if (!env.databaseUrl) await prepare(database)
  await database.letOperatorsIn()
  const opened = backendOf(env, database)
  void opened.permits() // so that no customer's page waits for the first table
  return opened
}

/** Brings an embedded database up to date: it has no operator. Prices are those of the price book unless others are given. */
export async function prepare(database: OpenDatabase, prices?: ShopPrices): Promise<void> {
  await database.migrate()
  failpoint('migrated')
  await seed(database.db, prices)
}

/** A backend over an open database. */
export function backendOf(env: Env, { db, close }: OpenDatabase): Backend {
  const now = () => new Date()
  const catalog = remembered(() => readCatalog(db), catalogAgeMs)
  const reports = reportsTo(env.outside.reports)
  const log = reporting(pino({ level: env.logLevel, base: null }), reports)
  return {
    env,
    db,
    now,
    log,
    reports,
    catalog: catalog.value,
    forgetCatalog: catalog.forget,
    permits: permitSource({ env, log }),
    stripe: stripeGateway(env),
    paypal: env.paypal && paypalGateway(env.paypal),
    files: photoStorage(env),
    mail: mailGateway(env),
    orderWebhook: orderWebhook(env, now),
    close,
  }
}

/** Prices may be this old; as long as the lists in the browser (SPEC 9: stale time 10 s). */
const catalogAgeMs = 10_000

function remembered<T>(read: () => Promise<T>, ageMs: number) {
  let value: Promise<T> | undefined
  let readAt = 0
  const forget = () => {
    value = undefined
  }
  return {
    forget,
    value: (): Promise<T> => {
      if (value && performance.now() - readAt < ageMs) return value
      readAt = performance.now()
      value = read().catch(error => {
        forget()
        throw error
      })
      return value
    },
  }
}

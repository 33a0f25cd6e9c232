import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { AnyProvider } from './any-provider'
import { openTestBackend, type TestBackend } from './backend'
import { createDatabase } from './postgres'

interface ShopOptions<P extends AnyProvider> {
  /** Starts a payment provider, such as `startProvider`; default: connections are refused. */
  provider?: () => Promise<P>
  /** Holds the provider's events until a test ends, so that only the calls have effects. */
  holdEvents?: boolean
  /** Uses a copy of the prepared PostgreSQL database instead of an in-memory one. */
  onPostgres?: boolean
  /** A shop per test, where leftovers of one test would affect the next. */
  perTest?: boolean
  /** More environment, such as `{ LINK_CHECKER: 'on' }`. */
  variables?: Record<string, string>
}

export interface ShopUnderTest<P> extends TestBackend {
  readonly provider: P
}

/**
 * Opens a fresh shop for all tests of a file (or a `describe`) and registers it for the route
 * handlers. It opens before the first test and closes after the last one, with its payment
 * provider.
 */
export function withShop<P extends AnyProvider = never>({
  provider: start,
  holdEvents = false,
  onPostgres = false,
  perTest = false,
  variables,
}: ShopOptions<P> = {}): ShopUnderTest<P> {
  let provider: P | undefined
  let shop: TestBackend | undefined
  const requireOpen = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The shop is open during tests and their hooks only.')
    return value
  }
  const [setUp, tearDown] = perTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
  setUp(async () => {
    provider = await start?.()
    shop = await openTestBackend({
      ...(onPostgres && { databaseUrl: await copyTemplateDatabase() }),
      ...(provider && { sandboxUrl: provider.url }),
      ...(variables && { variables }),
    })
  })
  tearDown(async () => {
    await provider?.stop()
    await shop?.close()
  })
  if (holdEvents) {
    beforeEach(() => provider?.addFaults({ fault: 'hold_webhooks' }))
    afterEach(() => provider?.clearFaults())
  }
  return {
    get provider() {
      return requireOpen(provider)
    },
    get backend() {
      return requireOpen(shop).backend
    },
    advanceClock: milliseconds => requireOpen(shop).advanceClock(milliseconds),
    readRows: () => requireOpen(shop).readRows(),
    close: () => requireOpen(shop).close(),
  }
}

/** DATABASE_URL of a new database with tables, prices and coupons. */
export const copyTemplateDatabase = (): Promise<string> =>
  createDatabase(inject('postgresUrl'), inject('postgresTemplate'))

import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { AnyProvider } from './any-provider'
import { openTestBackend, type TestBackend } from './backend'
import { createDatabase } from './postgres'

interface ShopOptions<P extends AnyProvider> {
  /** Starts a payment provider beside the shop: `startProvider`; without it connections to one are refused. */
  provider?: () => Promise<P>
  /** The provider keeps its events back until a test ends, so that a test sees what the calls alone bring about. */
  holdEvents?: boolean
  /** A copy of the prepared PostgreSQL database instead of one in this process's memory. */
  onPostgres?: boolean
  /** A shop of its own for every test, where what one test leaves behind would disturb the next. */
  perTest?: boolean
  /** More environment, such as `{ LINK_CHECKER: 'on' }`. */
  variables?: Record<string, string>
}

export interface ShopUnderTest<P> extends TestBackend {
  readonly provider: P
}

/**
 * A fresh shop for all tests of a file (or of a `describe`), which route handlers find by themselves. It is opened
 * before the first test and closed after the last one, with its payment provider if it has one.
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

/** The DATABASE_URL of a database with tables, prices and coupons. */
export const copyTemplateDatabase = (): Promise<string> =>
  createDatabase(inject('postgresUrl'), inject('postgresTemplate'))

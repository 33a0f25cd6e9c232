import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attempts } from '@/server/db/tables/orders'
import { settle } from '@/server/payments/settle'
import { openTestBackend, type TestBackend } from '../support/backend'
import { createPayableCheckout, pay, readCheckout } from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { type Postgres, startPostgres } from '../support/postgres'
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy'
import { preparePostgres } from '../support/prepared-database'
import { type Provider, startProvider } from '../support/provider'

// Its own PostgreSQL, restarted with `pg_ctl restart -m immediate` around every statement of
// `settle`: before the server receives it, or after it ran but before its response.
let postgres: Postgres
let proxy: PostgresProxy
let provider: Provider
let shop: TestBackend
beforeAll(async () => {
  postgres = await startPostgres()
  proxy = await startPostgresProxy(postgres.adminUrl)
  provider = await startProvider({ shouldCaptureEvents: true })
  const ownUrl = await postgres.createDatabase()
  await preparePostgres(ownUrl)
  const databaseUrl = proxy.proxyUrl(ownUrl)
  shop = await openTestBackend({ databaseUrl, sandboxUrl: provider.url })
})
afterEach(async () => {
  proxy.watch(() => undefined)
  await expectNothingLost(shop, provider)
})
afterAll(async () => {
  await shop.close()
  await proxy.stop()
  await provider.stop()
  await postgres.stop()
})

let restarted = Promise.resolve()
const restart = () => {
  restarted = postgres.restartImmediately()
  return restarted
}

/** An attempt that the bank has approved and that is not settled yet. */
async function createChallengedAttempt() {
  const { token, quote } = await createPayableCheckout()
  const { body } = await pay({ token, quote }, 'pm_card_authenticationRequired')
  await provider.answerChallenge(body.client_secret, 'authenticated')
  const [attempt] = await shop.backend.db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, body.order.id))
  return { token, id: attempt?.id ?? '' }
}

/** The statements `settle` sends, in order. */
async function recordStatements(id: string): Promise<string[]> {
  const sentStatements: string[] = []
  proxy.watch(statement => {
    sentStatements.push(statement)
    return undefined
  })
  await settle(shop.backend, id)
  proxy.watch(() => undefined)
  return sentStatements
}

describe.each(['before', 'after'] as const)('PostgreSQL restarts %s a statement', timing => {
  it('of `settle`: the payment is settled once, by this call or the next', async () => {
    const statements = await recordStatements((await createChallengedAttempt()).id)
    expect(statements).toContain('commit')
    for (const [number, statement] of statements.entries()) {
      const { token, id } = await createChallengedAttempt()
      let sentCount = 0
      proxy.watch(() => (++sentCount === number + 1 ? { [timing]: restart } : undefined))
      const first = await settle(shop.backend, id).catch(() => undefined)
      proxy.watch(() => undefined)
      await restarted
      expect(sentCount, statement).toBeGreaterThan(number)
      // A caller that missed the commit's response settles again and reads the result.
      const second = await settle(shop.backend, id)
      expect(second.state, statement).toBe('captured')
      if (first) expect(first).toMatchObject({ state: 'captured' })
      expect((await readCheckout(token)).body.status, statement).toBe('paid')
    }
  })
})

describe.each(['before', 'after'] as const)('PostgreSQL restarts %s a commit', timing => {
  it.each([1, 2, 3])('commit %d of a payment: it is paid once, or payable', async nth => {
    const checkout = await createPayableCheckout()
    let commits = 0
    proxy.watch(statement =>
      statement === 'commit' && ++commits === nth ? { [timing]: restart } : undefined,
    )
    await pay(checkout)
    await restarted
    expect(commits).toBeGreaterThanOrEqual(nth)
    proxy.watch(() => undefined)
    await expectNothingLost(shop, provider)
    const { body } = await pay(checkout)
    expect(body.status).toBe('success')
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })
})

import { afterAll, afterEach, expect, inject, it } from 'vitest'
import {
  expectPaidAfterCommit,
  expectRecoveredStart,
  harness,
  testKillPoints,
  withHarness,
} from '../support/kill-points'
import { createDatabase } from '../support/postgres'
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy'
import { createPayableToken, launchShop, payByCard } from '../support/shop'

// Kills a shop on PostgreSQL at every point of a payment.

let proxy: PostgresProxy
// afterAll hooks run in reverse order: the proxy stops after the shop.
afterAll(() => proxy.stop())
withHarness(async () => {
  const adminUrl = inject('postgresUrl')
  proxy = await startPostgresProxy(adminUrl)
  return proxy.proxyUrl(await createDatabase(adminUrl))
})
afterEach(() => proxy.watch(() => undefined))

it('K14 a kill during the migration', async () => {
  let tableCount = 0
  proxy.watch(statement => {
    if (!statement.includes('CREATE TABLE')) return undefined
    tableCount += 1
    return tableCount === 8 ? { after: () => harness.shop.program.forceKill() } : undefined
  })
  harness.shop = await launchShop(harness.config)
  await expectRecoveredStart()
  expect(tableCount).toBeGreaterThan(8)
  harness.config.isPrepared = true
})

it.each([1, 2, 3, 4])(
  'K4 a kill after commit %d of a payment is sent, before it is acknowledged',
  async nth => {
    const token = await createPayableToken(harness.shop)
    let commits = 0
    proxy.watch(statement => {
      if (statement !== 'commit') return undefined
      commits += 1
      return commits === nth ? { after: () => harness.shop.program.forceKill() } : undefined
    })
    await payByCard(harness.shop, token)
    await expectPaidAfterCommit(nth, token)
  },
)

testKillPoints()

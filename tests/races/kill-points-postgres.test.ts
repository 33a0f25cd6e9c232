import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { freePort } from '@/commands/port'
import { startAnyProvider } from '../support/any-provider'
import {
  expectPaidAfterCommit,
  expectStartAfterAll,
  site,
  testKillPoints,
} from '../support/kill-points'
import { createDatabase } from '../support/postgres'
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy'
import { launchShop, newDataDir, payAt, payableAt, removeData } from '../support/shop'

// A shop on PostgreSQL is killed at every point of a payment.

// Events are held back: a shop that is dead would get them much later.
beforeEach(() => site.provider.breakOn({ fault: 'hold_webhooks' }))
afterEach(() => site.provider.heal())

let proxy: PostgresProxy
beforeAll(async () => {
  const port = await freePort()
  const adminUrl = inject('postgresUrl')
  site.provider = await startAnyProvider({ shopPort: port })
  proxy = await startPostgresProxy(adminUrl)
  const databaseUrl = proxy.through(await createDatabase(adminUrl))
  const shared = {
    port,
    dataDir: newDataDir(),
    clock: { aheadMs: 0 },
    sandboxUrl: site.provider.url,
  }
  site.premises = { ...shared, databaseUrl }
})
afterEach(() => proxy.watch(() => undefined))
afterAll(async () => {
  await site.shop.program.stop()
  await site.provider.stop()
  await proxy.stop()
  removeData(site.premises.dataDir)
})

it('K14 in the middle of the migration', async () => {
  let tables = 0
  proxy.watch(statement => {
    if (!statement.includes('CREATE TABLE')) return undefined
    tables += 1
    return tables === 8 ? { after: () => site.shop.program.killHard() } : undefined
  })
  site.shop = await launchShop(site.premises)
  await expectStartAfterAll()
  expect(tables).toBeGreaterThan(8)
  site.premises.isPrepared = true
})

it.each([1, 2, 3])('K4 commit %d of a payment is sent, and not acknowledged', async nth => {
  const token = await payableAt(site.shop)
  let commits = 0
  proxy.watch(statement => {
    if (statement !== 'commit') return undefined
    commits += 1
    return commits === nth ? { after: () => site.shop.program.killHard() } : undefined
  })
  await payAt(site.shop, token)
  await expectPaidAfterCommit(nth, token)
})

testKillPoints()

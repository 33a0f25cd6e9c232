import { afterAll, afterEach, expect, inject, it } from 'vitest'
import {
  expectPaidAfterCommit,
  expectStartAfterAll,
  site,
  testKillPoints,
  withSite,
} from '../support/kill-points'
import { createDatabase } from '../support/postgres'
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy'
import { launchShop, payAt, payableAt } from '../support/shop'

// A shop on PostgreSQL is killed at every point of a payment.

let proxy: PostgresProxy
// Hooks at the end run in reverse: the proxy goes after the shop.
afterAll(() => proxy.stop())
withSite(async () => {
  const adminUrl = inject('postgresUrl')
  proxy = await startPostgresProxy(adminUrl)
  return proxy.through(await createDatabase(adminUrl))
})
afterEach(() => proxy.watch(() => undefined))

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

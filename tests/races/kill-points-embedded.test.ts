import { it } from 'vitest'
import {
  expectKilled,
  expectPaidAfterCommit,
  expectStartAfterAll,
  site,
  testKillPoints,
  withSite,
} from '../support/kill-points'
import { launchShop, payAt, payableAt } from '../support/shop'

// A shop on the embedded database is killed at every point of a payment.

withSite()

it('K14 in the middle of the migration, and again when its prices are not there', async () => {
  site.shop = await launchShop(site.premises, '', { statement: 'CREATE TABLE', times: 8 })
  await expectKilled()
  site.shop = await launchShop(site.premises, 'migrated')
  await expectStartAfterAll()
})

it.each([1, 2, 3])('K4 commit %d of a payment is done, and not acknowledged', async nth => {
  const token = await payableAt(site.shop)
  await site.shop.dieAfterCommits(nth)
  await payAt(site.shop, token)
  await expectPaidAfterCommit(nth, token)
})

testKillPoints()

import { it } from 'vitest'
import {
  expectKilled,
  expectPaidAfterCommit,
  expectRecoveredStart,
  harness,
  testKillPoints,
  withHarness,
} from '../support/kill-points'
import { createPayableToken, launchShop, payByCard } from '../support/shop'

// Kills a shop on the embedded database at every point of a payment.

withHarness()

it('K14 a kill during the migration, and again before the prices are seeded', async () => {
  harness.shop = await launchShop(harness.config, '', { statement: 'CREATE TABLE', times: 8 })
  await expectKilled()
  harness.shop = await launchShop(harness.config, 'migrated')
  await expectRecoveredStart()
})

it.each([1, 2, 3, 4])(
  'K4 a kill after commit %d of a payment, before it is acknowledged',
  async nth => {
    const token = await createPayableToken(harness.shop)
    await harness.shop.crashAfterCommits(nth)
    await payByCard(harness.shop, token)
    await expectPaidAfterCommit(nth, token)
  },
)

testKillPoints()

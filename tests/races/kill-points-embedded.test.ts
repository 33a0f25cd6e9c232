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

// A shop on the embedded database is killed at every point of a payment.

withHarness()

it('K14 in the middle of the migration, and again when its prices are not there', async () => {
  harness.shop = await launchShop(harness.config, '', { statement: 'CREATE TABLE', times: 8 })
  await expectKilled()
  harness.shop = await launchShop(harness.config, 'migrated')
  await expectRecoveredStart()
})

it.each([1, 2, 3])('K4 commit %d of a payment is done, and not acknowledged', async nth => {
  const token = await createPayableToken(harness.shop)
  await harness.shop.crashAfterCommits(nth)
  await payByCard(harness.shop, token)
  await expectPaidAfterCommit(nth, token)
})

testKillPoints()

import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest'
import { freePort } from '@/commands/port'
import { startAnyProvider } from '../support/any-provider'
import {
  expectKilled,
  expectPaidAfterCommit,
  expectStartAfterAll,
  site,
  testKillPoints,
} from '../support/kill-points'
import { launchShop, newDataDir, payAt, payableAt, removeData } from '../support/shop'

// A shop on the embedded database is killed at every point of a payment.

// Events are held back: a shop that is dead would get them much later.
beforeEach(() => site.provider.breakOn({ fault: 'hold_webhooks' }))
afterEach(() => site.provider.heal())

beforeAll(async () => {
  const port = await freePort()
  site.provider = await startAnyProvider({ shopPort: port })
  site.premises = {
    port,
    dataDir: newDataDir(),
    clock: { aheadMs: 0 },
    sandboxUrl: site.provider.url,
  }
})
afterAll(async () => {
  await site.shop.program.stop()
  await site.provider.stop()
  removeData(site.premises.dataDir)
})

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

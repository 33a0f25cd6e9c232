import { runCommand } from '@/commands/command'
import { withDatabase } from '@/commands/with-database'
import { seed } from '@/server/db/seed'

await runCommand({
  name: 'seed',
  purpose: 'Writes the seed files to the shop’s own tables; orders and checkouts do not change.',
  failure: 'nothing was written',
  run: async () => {
    await withDatabase(({ db }) => seed(db))
    return {
      text: 'Plans, prices, delivery, taxes and coupons are in place.\n',
      json: { status: 'seeded' },
    }
  },
})

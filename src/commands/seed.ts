import { readEnvWithoutProviders } from '@/commands/command-env'
import { openForCli } from '@/server/db/open'
import { seed } from '@/server/db/seed'

// Writes the seed files to the shop's own tables; orders and checkouts do not change.
const database = await openForCli(readEnvWithoutProviders())
await seed(database.db)
await database.close()
process.stdout.write('Plans, prices, delivery, taxes and coupons are in place.\n')

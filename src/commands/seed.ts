import { readDatabaseEnv } from '@/commands/database-env'
import { openForCli } from '@/server/db/open'
import { seed } from '@/server/db/seed'

// Fills the shop's own tables from the seed files; orders and checkouts stay as they are.
const database = await openForCli(readDatabaseEnv())
await seed(database.db)
await database.close()
process.stdout.write('Plans, prices, delivery, taxes and coupons are in place.\n')

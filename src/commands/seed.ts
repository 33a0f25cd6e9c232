import { existsSync } from 'node:fs'
import { openDatabase } from '@/server/db/open'
import { seed } from '@/server/db/seed'
import { readEnv } from '@/server/env'

// Fills the shop's own tables from the seed files; orders and checkouts stay as they are.
if (existsSync('.env')) process.loadEnvFile('.env')
const database = await openDatabase(readEnv({ ...process.env, PAYMENTS: 'sandbox' }))
await seed(database.db)
await database.close()
process.stdout.write('Plans, prices, delivery, taxes and coupons are in place.\n')

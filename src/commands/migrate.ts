import { existsSync } from 'node:fs'
import { openDatabase } from '@/server/db/open'
import { readEnv } from '@/server/env'

// Brings the tables of the configured database up to date; repeating it changes nothing.
if (existsSync('.env')) process.loadEnvFile('.env')
const database = await openDatabase(readEnv({ ...process.env, PAYMENTS: 'sandbox' }))
await database.migrate()
await database.close()
process.stdout.write('The database is up to date.\n')

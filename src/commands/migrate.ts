import { databaseEnv } from '@/commands/database-env'
import { reachDatabase } from '@/server/db/open'

// Brings the tables of the configured database up to date; repeating it changes nothing.
const database = await reachDatabase(databaseEnv())
await database.migrate()
await database.close()
process.stdout.write('The database is up to date.\n')

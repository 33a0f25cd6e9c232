import { readDatabaseEnv } from '@/commands/database-env'
import { openForCli } from '@/server/db/open'

// Brings the tables of the configured database up to date; repeating it changes nothing.
const database = await openForCli(readDatabaseEnv())
await database.migrate()
await database.close()
process.stdout.write('The database is up to date.\n')

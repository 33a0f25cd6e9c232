import { readEnvWithoutProviders } from '@/commands/command-env'
import { openForCli } from '@/server/db/open'

// Migrates the configured database; repeatable.
const database = await openForCli(readEnvWithoutProviders())
await database.migrate()
await database.close()
process.stdout.write('The database is up to date.\n')

import { runCommand } from '@/commands/command'
import { withDatabase } from '@/commands/with-database'

await runCommand({
  name: 'migrate',
  purpose: 'Migrates the configured database; repeatable.',
  failure: 'a migration failed, or there is no database',
  run: async () => {
    await withDatabase(database => database.migrate())
    return { text: 'The database is up to date.\n', json: { status: 'up_to_date' } }
  },
})

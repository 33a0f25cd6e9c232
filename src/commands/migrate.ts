import { runCommand } from '@/commands/command'
import { withDatabase } from '@/commands/with-database'
import { describeUnvalidated } from '@/server/db/validate-constraints'

await runCommand({
  name: 'migrate',
  purpose:
    'Migrates the configured database and checks old rows against its constraints; repeatable.',
  failure: 'a migration failed, or there is no database',
  run: async () => {
    const unvalidated = await withDatabase(database => database.migrate())
    return {
      text: `${describeUnvalidated(unvalidated)}The database is up to date.\n`,
      json: { status: 'up_to_date', unvalidated },
    }
  },
})

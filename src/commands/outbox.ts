import { databaseEnv } from '@/commands/database-env'
import { type Db, reachDatabase } from '@/server/db/open'
import type { OutboxRow } from '@/server/db/tables/outbox'
import { givenUp, reopen } from '@/server/outbox/outbox-admin'

// Mails and events that were given up, in the configured database: which there are, and once more.
const usage = `npm run outbox -- list
npm run outbox -- reopen 17        tries message 17 again
npm run outbox -- reopen all
`

const [command, which = ''] = process.argv.slice(2)
const number = /^\d+$/.test(which) ? Number(which) : undefined
const asked = which === 'all' ? 'all' : number

const run =
  command === 'list' && !which
    ? async (db: Db) => listed(await givenUp(db))
    : command === 'reopen' && asked !== undefined
      ? (db: Db) => again(db, asked)
      : undefined

function listed(rows: OutboxRow[]): string {
  if (rows.length === 0) return 'No message was given up.\n'
  return rows
    .map(
      ({ id, kind, orderId, createdAt, attempts, reason }) =>
        `${id}  ${kind}  order ${orderId}  since ${createdAt.toISOString().slice(0, 10)}  ${attempts} tries  ${reason ?? ''}\n`,
    )
    .join('')
}

async function again(db: Db, which: number | 'all'): Promise<string> {
  const count = await reopen(db, which, new Date())
  if (count === 0) throw new Error('No such message was given up: see npm run outbox -- list.')
  return `${count} tried again within seconds of the shop running.\n`
}

if (run) {
  try {
    const database = await reachDatabase(databaseEnv())
    process.stdout.write(await run(database.db).finally(database.close))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}

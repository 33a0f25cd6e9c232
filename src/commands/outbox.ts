import { readEnvWithoutProviders } from '@/commands/command-env'
import { type Db, openForCli } from '@/server/db/open'
import type { OutboxRow } from '@/server/db/tables/outbox'
import { listGivenUp, reopen } from '@/server/outbox/outbox-admin'

// Lists and reopens the mails and events that were given up, in the configured database.
const usage = `npm run outbox -- list
npm run outbox -- reopen 17        tries message 17 again
npm run outbox -- reopen all
`

const [command, argument = ''] = process.argv.slice(2)
const messageId = /^\d+$/.test(argument) ? Number(argument) : undefined
const target = argument === 'all' ? 'all' : messageId

const runCommand =
  command === 'list' && !argument
    ? async (db: Db) => formatRows(await listGivenUp(db))
    : command === 'reopen' && target !== undefined
      ? (db: Db) => reopenMessages(db, target)
      : undefined

function formatRows(rows: OutboxRow[]): string {
  if (rows.length === 0) return 'No message was given up.\n'
  return rows
    .map(
      ({ id, kind, orderId, createdAt, attempts, reason }) =>
        `${id}  ${kind}  order ${orderId}  since ${createdAt.toISOString().slice(0, 10)}  ${attempts} tries  ${reason ?? ''}\n`,
    )
    .join('')
}

async function reopenMessages(db: Db, selection: number | 'all'): Promise<string> {
  const count = await reopen(db, selection, new Date())
  if (count === 0) throw new Error('No such message was given up: see npm run outbox -- list.')
  return `${count} tried again within seconds of the shop running.\n`
}

if (runCommand) {
  try {
    const database = await openForCli(readEnvWithoutProviders())
    process.stdout.write(await runCommand(database.db).finally(database.close))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}

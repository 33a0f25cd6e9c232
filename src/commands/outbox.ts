import { type Result, runCommand, UsageError } from '@/commands/command'
import { withDatabase } from '@/commands/with-database'
import type { Db } from '@/server/db/open'
import { listGivenUp, reopen } from '@/server/outbox/outbox-admin'

await runCommand({
  name: 'outbox',
  purpose: 'Lists the mails and events that were given up, and tries them again.',
  forms: ['list', 'reopen 17', 'reopen all'],
  failure: 'no such message was given up, or there is no database',
  run: async ({ positionals: [action, target = '', ...others] }) => {
    if (action === 'list' && target === '') return withDatabase(({ db }) => list(db))
    if (action === 'reopen' && /^(?:\d+|all)$/.test(target) && others.length === 0)
      return withDatabase(({ db }) => reopenMessages(db, target === 'all' ? 'all' : Number(target)))
    throw new UsageError('The arguments are list, or reopen and a message’s number or all.')
  },
})

async function list(db: Db): Promise<Result> {
  const rows = await listGivenUp(db)
  const messages = rows.map(({ id, kind, orderId: order, createdAt, attempts, reason }) => {
    return { id, kind, order, since: createdAt.toISOString().slice(0, 10), attempts, reason }
  })
  const lines = messages.map(
    ({ id, kind, order, since, attempts, reason }) =>
      `${id}  ${kind}  ${order ? `order ${order}` : 'no order'}  since ${since}  ${attempts} tries  ${reason ?? ''}\n`,
  )
  return { text: lines.join('') || 'No message was given up.\n', json: { messages } }
}

async function reopenMessages(db: Db, target: number | 'all'): Promise<Result> {
  const reopened = await reopen(db, target, new Date())
  if (reopened === 0) throw new Error('No such message was given up: see npm run outbox -- list.')
  return {
    text: `${reopened} tried again within seconds of the shop running.\n`,
    json: { reopened },
  }
}

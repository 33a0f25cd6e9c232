import { parseArgs } from 'node:util'
import { readCommandEnv } from '@/commands/command-env'
import { toMajor } from '@/domain/pricing/money'
import { createBackend } from '@/server/backend'
import { openForCli } from '@/server/db/open'
import { type Finding, reconcile } from '@/server/payments/reconcile'

// Compares the database with the payment providers; exits with 1 when an operator has to act.
const { values } = parseArgs({ options: { days: { type: 'string', default: '7' } } })
const days = Number(values.days)
if (!(days > 0)) {
  process.stderr.write('npm run reconcile [-- --days 7]\n')
  process.exit(1)
}

const env = readCommandEnv()
const database = await openForCli(env)
const since = new Date(Date.now() - days * 86_400_000)
const findings = await reconcile(createBackend(env, database), since).finally(database.close)
process.stdout.write(`${findings.map(formatFinding).join('')}${formatSummary(findings)}\n`)
process.exit(findings.every(({ isResolved }) => isResolved) ? 0 : 1)

function formatFinding({ kind, ref, order, amount, currency, isResolved }: Finding): string {
  const labels = {
    money_without_order: 'money without an order',
    order_without_money: 'order without money',
    open_too_long: 'open for more than an hour',
  }
  const money = `${currency} ${toMajor(amount, currency as Parameters<typeof toMajor>[1])}`
  return `${isResolved ? 'mended ' : 'TO DO  '} ${labels[kind]}: ${money}, order ${order ?? 'none'}, payment ${ref ?? 'none'}\n`
}

function formatSummary(findings: Finding[]): string {
  if (findings.length === 0) return `The books agree for the last ${days} days.`
  const resolvedCount = findings.filter(({ isResolved }) => isResolved).length
  return `${resolvedCount} mended, ${findings.length - resolvedCount} to look at.`
}

import { runCommand, UsageError } from '@/commands/command'
import { withBackend } from '@/commands/with-database'
import { toMajor } from '@/domain/pricing/money'
import { type Finding, reconcile } from '@/server/payments/reconcile'

await runCommand({
  name: 'reconcile',
  purpose: 'Compares the database with the payment providers and settles what it can.',
  options: {
    days: {
      type: 'string',
      value: 'DAYS',
      default: '7',
      description: 'looks back so far; 7 by default',
    },
  },
  failure: 'a finding is left that an operator has to look at, or a provider did not answer',
  run: async ({ values }) => {
    const days = Number(values.days)
    if (!(days > 0)) throw new UsageError('The days must be a number above 0.')
    const since = new Date(Date.now() - days * 86_400_000)
    const findings = await withBackend(backend => reconcile(backend, since))
    return {
      text: `${findings
        .filter(finding => !isIgnored(finding))
        .map(formatFinding)
        .join('')}${formatSummary(findings, days)}\n`,
      json: { since, findings },
      hasFailed: findings.some(({ isResolved }) => !isResolved),
    }
  },
})

function formatFinding({ kind, ref, order, amount, currency, isResolved }: Finding): string {
  const labels = {
    money_without_order: 'money without an order',
    order_without_money: 'order without money',
    open_too_long: 'open for more than an hour',
    foreign_charge: 'charge of another system',
  }
  const money = `${currency} ${toMajor(amount, currency as Parameters<typeof toMajor>[1])}`
  return `${isResolved ? 'mended ' : 'TO DO  '} ${labels[kind]}: ${money}, order ${order ?? 'none'}, payment ${ref ?? 'none'}\n`
}

/** A charge of another system in a shop that ignores them. */
const isIgnored = ({ kind, isResolved }: Finding): boolean =>
  kind === 'foreign_charge' && isResolved

function formatSummary(all: Finding[], days: number): string {
  const findings = all.filter(finding => !isIgnored(finding))
  const ignoredCount = all.length - findings.length
  const ignored =
    ignoredCount > 0 ? ` Ignored: ${ignoredCount} charges of other systems (FOREIGN_CHARGES).` : ''
  if (findings.length === 0) return `The books agree for the last ${days} days.${ignored}`
  const resolvedCount = findings.filter(({ isResolved }) => isResolved).length
  return `${resolvedCount} mended, ${findings.length - resolvedCount} to look at.${ignored}`
}

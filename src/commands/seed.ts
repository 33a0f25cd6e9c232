import { type Result, runCommand } from '@/commands/command'
import { mayHaveSamples } from '@/commands/command-env'
import { withDatabase } from '@/commands/with-database'
import { seed } from '@/server/db/seed'

await runCommand({
  name: 'seed',
  purpose:
    'Writes the seed files to the shop’s own tables. What was changed in the database stays; the sample coupons and partners need PAYMENTS=sandbox.',
  options: {
    'replace-prices': {
      type: 'boolean',
      description: 'also replaces plans, prices, delivery and taxes that were changed',
    },
  },
  failure: 'nothing was written',
  run: ({ values }) =>
    withDatabase(async ({ db }) => {
      const hasSamples = mayHaveSamples()
      const replacesPrices = values['replace-prices'] ?? false
      const result = await seed(db, { hasSamples, replacesPrices })
      return describeSeed({ ...result, hasSamples })
    }),
})

function describeSeed(seeded: {
  kept: string[]
  withdrawn: string[]
  hasSamples: boolean
}): Result {
  const { kept, withdrawn, hasSamples } = seeded
  const samples = hasSamples
    ? 'Sample coupons and partners are there, too: no money moves.'
    : 'There are no sample coupons and partners: they need PAYMENTS=sandbox.'
  const text = [
    `Plans, prices, delivery, taxes and coupons are in place.\n${samples}\n`,
    ...listRows('Ended or deleted, because the seed files have them no more', withdrawn),
    ...listRows('Not written, because they were changed in the database', kept),
  ]
  return { text: text.join(''), json: { status: 'seeded', ...seeded } }
}

function listRows(heading: string, rows: string[]): string[] {
  return rows.length === 0 ? [] : [`${heading}:\n`, ...rows.map(row => `  ${row}\n`)]
}

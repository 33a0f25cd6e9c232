import { databaseEnv } from '@/commands/database-env'
import { usage, wordsIn } from '@/commands/partner-words'
import type { Env } from '@/server/config/env'
import { type Db, reachDatabase } from '@/server/db/open'
import {
  addPartner,
  addPartnerToken,
  addPoint,
  partnersAndTokens,
  pickupDaysIn,
} from '@/server/partners/partner-admin'

// Partners, their pickup points and the tokens that send customers, in the configured database.
type Values = ReturnType<typeof wordsIn>['values']

const commands: Record<string, (db: Db, values: Values, env: Env) => Promise<string>> = {
  list: async db => (await partnersAndTokens(db)).map(told).join('\n'),
  add: async (db, { name, pickup: typed }) => {
    const pickup = typed === undefined ? undefined : pickupDaysIn(typed)
    return `${await addPartner(db, { name, pickup })} is a partner.\n`
  },
  point: async (db, { partner, name, address, country, hours }) => {
    await addPoint(db, { partner, name, address, country, hours })
    return `${name} is a pickup point of ${partner}.\n`
  },
  token: async (db, values, { appUrl }) => {
    const { partner, type: format, years, email, days, sandbox = false } = values
    const names = { firstName: values['first-name'], lastName: values['last-name'] }
    const asked = { partner, format, years, email, days, isSandbox: sandbox, ...names }
    const { token, expiresAt } = await addPartnerToken(db, asked, new Date())
    const until = expiresAt.toISOString().slice(0, 10)
    return `${appUrl}/checkouts/?partner-token=${token}\nGood until ${until}. It is kept nowhere: send it now.\n`
  },
}

type Listed = Awaited<ReturnType<typeof partnersAndTokens>>[number]

function told({ name, points, tokens }: Listed): string {
  const lines = [
    name,
    ...points.map(point => `  collects at ${point.name}, ${point.address.replaceAll('\n', ', ')}`),
    ...tokens.map(token => `  ${token.id}  ${token.productType} ${token.years}  ${stateOf(token)}`),
  ]
  return `${lines.join('\n')}\n`
}

function stateOf({ isSandbox, orders, expiresAt, checkoutId }: Listed['tokens'][number]): string {
  if (isSandbox) return `for trying out, ${orders.length} orders`
  if (orders.length > 0) return `paid: ${orders.join(', ')}`
  if (expiresAt <= new Date()) return 'ended'
  return checkoutId ? 'in use' : `open until ${expiresAt.toISOString().slice(0, 10)}`
}

const words = read()
const run = words && commands[words.positionals[0] ?? '']
if (words && run) {
  try {
    const env = databaseEnv()
    const database = await reachDatabase(env)
    process.stdout.write(await run(database.db, words.values, env).finally(database.close))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
} else if (words) {
  process.stderr.write(usage)
  process.exitCode = 2
}

/** What was typed; undefined, and told with the usage, where the command does not know it. */
function read(): ReturnType<typeof wordsIn> | undefined {
  try {
    return wordsIn(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`)
    process.exitCode = 1
    return undefined
  }
}

import { readEnvWithoutProviders } from '@/commands/command-env'
import { parsePartnerArgs, usage } from '@/commands/partner-args'
import type { Env } from '@/server/config/env'
import { type Db, openForCli } from '@/server/db/open'
import {
  addPartner,
  addPickupPoint,
  issuePartnerToken,
  listPartnersWithTokens,
  parsePickupDays,
} from '@/server/partners/partner-admin'

// Manages partners, their pickup points and their tokens in the configured database.
type Values = ReturnType<typeof parsePartnerArgs>['values']

const commands: Record<string, (db: Db, values: Values, env: Env) => Promise<string>> = {
  list: async db => (await listPartnersWithTokens(db)).map(formatPartner).join('\n'),
  add: async (db, { name, pickup: pickupRange }) => {
    const pickup = pickupRange === undefined ? undefined : parsePickupDays(pickupRange)
    return `${await addPartner(db, { name, pickup })} is a partner.\n`
  },
  point: async (db, { partner, name, address, country, hours }) => {
    await addPickupPoint(db, { partner, name, address, country, hours })
    return `${name} is a pickup point of ${partner}.\n`
  },
  token: async (db, values, { appUrl }) => {
    const { partner, type: format, years, email, days, sandbox = false } = values
    const names = { firstName: values['first-name'], lastName: values['last-name'] }
    const request = { partner, format, years, email, days, isSandbox: sandbox, ...names }
    const { token, expiresAt } = await issuePartnerToken(db, request, new Date())
    const expiryDate = expiresAt.toISOString().slice(0, 10)
    return `${appUrl}/checkouts/?partner-token=${token}\nGood until ${expiryDate}. It is kept nowhere: send it now.\n`
  },
}

type PartnerListing = Awaited<ReturnType<typeof listPartnersWithTokens>>[number]

function formatPartner({ name, points, tokens }: PartnerListing): string {
  const lines = [
    name,
    ...points.map(point => `  collects at ${point.name}, ${point.address.replaceAll('\n', ', ')}`),
    ...tokens.map(
      token => `  ${token.id}  ${token.productType} ${token.years}  ${formatState(token)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

function formatState({
  isSandbox,
  orders,
  expiresAt,
  checkoutId,
}: PartnerListing['tokens'][number]): string {
  if (isSandbox) return `for trying out, ${orders.length} orders`
  if (orders.length > 0) return `paid: ${orders.join(', ')}`
  if (expiresAt <= new Date()) return 'ended'
  return checkoutId ? 'in use' : `open until ${expiresAt.toISOString().slice(0, 10)}`
}

const args = readArgs()
const runCommand = args && commands[args.positionals[0] ?? '']
if (args && runCommand) {
  try {
    const env = readEnvWithoutProviders()
    const database = await openForCli(env)
    process.stdout.write(await runCommand(database.db, args.values, env).finally(database.close))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
} else if (args) {
  process.stderr.write(usage)
  process.exitCode = 2
}

/**
 * The parsed arguments; undefined when they are invalid, after printing the error and the usage.
 */
function readArgs(): ReturnType<typeof parsePartnerArgs> | undefined {
  try {
    return parsePartnerArgs(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`)
    process.exitCode = 1
    return undefined
  }
}

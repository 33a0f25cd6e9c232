import { parseArgs } from 'node:util'

export const usage = `npm run partner -- list
npm run partner -- add --name "Bali Bikes" [--pickup 3-5]          customers collect after 3 to 5 working days
npm run partner -- point --partner "Bali Bikes" --name Ubud --address "Jl. Monkey Forest 18 / Ubud" --country ID [--hours 08:00–20:00]
npm run partner -- token --partner "Bali Bikes" --type physical|digital --years 3
                   [--email … --first-name … --last-name …] [--days 30] [--sandbox]
--sandbox: for trying out, any number of times; a shop that takes money refuses it.
`

/**
 * Parses the command's arguments. Throws one sentence for the operator about an unknown argument.
 */
export function parsePartnerArgs(args: string[]) {
  try {
    return parseArgs({
      args: args.flatMap(joinNegativeValue),
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        pickup: { type: 'string' },
        partner: { type: 'string' },
        address: { type: 'string' },
        country: { type: 'string' },
        hours: { type: 'string' },
        type: { type: 'string' },
        years: { type: 'string' },
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        days: { type: 'string' },
        sandbox: { type: 'boolean' },
      },
    })
  } catch (error) {
    // Node's message continues with advice that does not apply here.
    throw new Error(`${(error as Error).message.split(/\.\s|\.?\n/)[0]}.`)
  }
}

/** A negative number is passed on as a value, so that it is refused as one: `--days -1`. */
function joinNegativeValue(arg: string, index: number, args: string[]): string[] {
  const isNegative = (candidate = '') => /^-\d/.test(candidate)
  if (isNegative(arg) && args[index - 1]?.startsWith('--')) return []
  return arg.startsWith('--') && isNegative(args[index + 1]) ? [`${arg}=${args[index + 1]}`] : [arg]
}

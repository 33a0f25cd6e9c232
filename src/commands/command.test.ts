import { describe, expect, it } from 'vitest'
import { execute, UsageError } from '@/commands/command'

const command = {
  name: 'weigh',
  purpose: 'Weighs parcels.',
  forms: ['all', 'one 17 [--unit g]'],
  options: { unit: { type: 'string', value: 'UNIT', description: 'g or kg' } },
  failure: 'the scales are out of order',
  run: async ({ positionals, values }: { positionals: string[]; values: { unit?: string } }) => {
    const [parcel] = positionals
    if (parcel === 'none') throw new UsageError('There is all and one.')
    if (parcel === 'broken')
      throw new Error('No weight', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
    const { unit = 'kg' } = values
    return { text: `2 ${unit}\n`, json: { weight: 2, unit }, hasFailed: parcel === 'heavy' }
  },
} as const

const usage = `Weighs parcels.

Usage:
  npm run weigh -- all
  npm run weigh -- one 17 [--unit g]

Options:
  --unit UNIT  g or kg
  --json       prints the result as one JSON document
  --help       prints this text

Exit codes:
  0  done
  1  the scales are out of order
  2  wrong arguments
`

describe('a command', () => {
  it('explains its arguments, options and exit codes with --help', async () => {
    expect(await execute(command, ['all', '--help'])).toEqual({ stdout: usage, exitCode: 0 })
  })

  it('prints its result for people, or as JSON', async () => {
    expect(await execute(command, ['all'])).toEqual({ stdout: '2 kg\n', exitCode: 0 })
    const { stdout = '', exitCode } = await execute(command, ['all', '--unit=-1', '--json'])
    expect([JSON.parse(stdout), exitCode]).toEqual([{ weight: 2, unit: '-1' }, 0])
  })

  it('has exit code 1 and its result when a person has to act', async () => {
    expect(await execute(command, ['heavy'])).toEqual({ stdout: '2 kg\n', exitCode: 1 })
  })

  it('has exit code 1 and the reason with its cause when it failed', async () => {
    const stderr = 'No weight\nECONNREFUSED\n'
    expect(await execute(command, ['broken', '--json'])).toEqual({ stderr, exitCode: 1 })
  })

  it.each([
    [['all', '--colour', 'red'], "Unknown option '--colour'."],
    [['all', '--unit'], "Option '--unit <value>' argument missing."],
    [['all', '--unit', '-1'], "Option '--unit' argument is ambiguous."],
    [['all', '-1'], "Unknown option '-1'."],
    [['none'], 'There is all and one.'],
  ])('has exit code 2 and the usage for wrong arguments: %j', async (args, message) => {
    const stderr = `${message}\n\n${usage}`
    expect(await execute(command, args)).toEqual({ stderr, exitCode: 2 })
  })

  it('takes only options unless its forms say otherwise', async () => {
    const { stderr, exitCode } = await execute({ ...command, forms: undefined }, ['all'])
    expect(stderr).toMatch(/^Unexpected argument 'all'\.\n/)
    expect(exitCode).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'
import { parsePartnerArgs } from '@/commands/partner-args'

describe('the arguments of npm run partner', () => {
  it('are parsed, including a negative number', () => {
    const { positionals, values } = parsePartnerArgs([
      'token',
      '--partner',
      'Bali Bikes',
      '--days',
      '-1',
    ])
    expect(positionals).toEqual(['token'])
    expect(values).toMatchObject({ partner: 'Bali Bikes', days: '-1' })
  })

  it.each([
    [['token', '--colour', 'red'], "Unknown option '--colour'."],
    [['token', '--years'], "Option '--years <value>' argument missing."],
    [['list', '-1'], "Unknown option '-1'."],
  ])('are refused in one line when they are unknown: %j', (args, message) => {
    const parse = () => parsePartnerArgs(args)
    expect(parse).toThrow(message)
    expect(parse).not.toThrow('\n')
  })
})

import { describe, expect, it } from 'vitest'
import { parsePartnerArgs } from '@/commands/partner-args'

describe('an operator’s words about partners', () => {
  it('are read, a number below zero among them', () => {
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
  ])('are answered in one line where they are not known: %j', (args, message) => {
    const parse = () => parsePartnerArgs(args)
    expect(parse).toThrow(message)
    expect(parse).not.toThrow('\n')
  })
})

import { describe, expect, it } from 'vitest'
import { type CardEntry, cardIssue, holderIssue } from '@/features/payment/card'

const entry = (entry: Partial<CardEntry> = {}): CardEntry => ({
  isEmpty: false,
  isComplete: false,
  code: null,
  ...entry,
})

describe('a card field says', () => {
  it.each([
    ['nothing before it is filled in', entry({ isEmpty: true }), false, undefined],
    [
      'that it is missing once Pay was pressed',
      entry({ isEmpty: true }),
      true,
      'issues.card.missing',
    ],
    ['nothing while it is typed', entry(), false, undefined],
    ['that it is unfinished once Pay was pressed', entry(), true, 'issues.card.incomplete'],
    [
      'what the provider sees',
      entry({ code: 'incomplete_number' }),
      false,
      'issues.card.incomplete',
    ],
    ['that the number is wrong', entry({ code: 'invalid_number' }), false, 'issues.card.wrong'],
    [
      'that something is wrong in any other case',
      entry({ code: 'new' }),
      false,
      'issues.card.wrong',
    ],
    ['nothing when it is complete', entry({ isComplete: true }), true, undefined],
  ])('%s', (_, given, isAsked, told) => {
    expect(cardIssue('card', given, isAsked)).toBe(told)
  })
})

it.each([
  ['', 'issues.cardholder_name.missing'],
  ['   ', 'issues.cardholder_name.missing'],
  ['4242 4242 4242 4242', 'issues.cardholder_name.number'],
  ['Maria José Almeida', undefined],
  ['X Æ 12', undefined],
])('the name on the card “%s”: %s', (name, told) => {
  expect(holderIssue(name)).toBe(told)
})

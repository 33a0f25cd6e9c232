import { describe, expect, it } from 'vitest'
import { type CardEntry, findCardIssue, findHolderIssue } from '@/features/payment/payment-fields'

const buildEntry = (overrides: Partial<CardEntry> = {}): CardEntry => ({
  isEmpty: false,
  isComplete: false,
  code: null,
  ...overrides,
})

describe('a card field shows', () => {
  it.each([
    ['nothing before it is filled in', buildEntry({ isEmpty: true }), false, undefined],
    ['that it is missing after Pay', buildEntry({ isEmpty: true }), true, 'issues.card.missing'],
    ['nothing while it is typed', buildEntry(), false, undefined],
    ['that it is incomplete after Pay', buildEntry(), true, 'issues.card.incomplete'],
    [
      'the provider’s error',
      buildEntry({ code: 'incomplete_number' }),
      false,
      'issues.card.incomplete',
    ],
    [
      'that the number is wrong',
      buildEntry({ code: 'invalid_number' }),
      false,
      'issues.card.wrong',
    ],
    [
      'a generic error for an unknown code',
      buildEntry({ code: 'new' }),
      false,
      'issues.card.wrong',
    ],
    ['nothing when it is complete', buildEntry({ isComplete: true }), true, undefined],
  ])('%s', (_, cardEntry, isSubmitted, expected) => {
    expect(findCardIssue('card', cardEntry, isSubmitted)).toBe(expected)
  })
})

it.each([
  ['', 'issues.cardholder_name.missing'],
  ['   ', 'issues.cardholder_name.missing'],
  ['4242 4242 4242 4242', 'issues.cardholder_name.number'],
  ['Maria José Almeida', undefined],
  ['X Æ 12', undefined],
])('the name on the card “%s”: %s', (name, expected) => {
  expect(findHolderIssue(name)).toBe(expected)
})

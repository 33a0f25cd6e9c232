import { describe, expect, it } from 'vitest'
import { type AttemptState, attemptEdges } from '@/domain/payments/payment-states'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { decideSettlement, stateByAnswer } from '@/server/payments/decide-settlement'

const createdAt = new Date('2026-01-01T12:00:00Z')
const secondsLater = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000)
const attempt = { id: 'a', amount: 4_900, currency: 'USD', createdAt }
const approved = {
  status: 'approved',
  ref: 'O-1',
  amount: 4_900,
  currency: 'USD',
  attemptId: 'a',
} as const

const decide = (
  state: AttemptState,
  retrieved: Parameters<typeof decideSettlement>[1],
  seconds = 90,
) => decideSettlement({ ...attempt, state }, retrieved, secondsLater(seconds))
const leaveUnchanged = { action: 'record', outcome: { status: 'unknown' } }

describe('an approved PayPal order', () => {
  it.each(['created', 'confirming', 'needs_check'] as const)(
    'of a %s attempt is captured',
    state => {
      expect(decide(state, approved)).toEqual({ action: 'capture', order: approved })
    },
  )

  it.each(['failed', 'cancelled'] as const)('of a %s attempt is never captured', state => {
    expect(decide(state, approved)).toEqual(leaveUnchanged)
  })

  it.each([{ amount: 1 }, { currency: 'JPY' }, { attemptId: 'b' }, { attemptId: undefined }])(
    'changed by the browser to %o ends the attempt',
    change => {
      expect(decide('confirming', { ...approved, ...change })).toEqual({
        action: 'record',
        outcome: { status: 'declined', ref: 'O-1', reason: 'amount_changed' },
      })
      expect(decide('needs_check', { ...approved, ...change })).toEqual(leaveUnchanged)
    },
  )
})

it('a payment that the provider does not know is recorded only after a minute', () => {
  const none: ChargeOutcome = { status: 'none' }
  expect(decide('created', none, 59)).toEqual(leaveUnchanged)
  expect(decide('created', none, 60)).toEqual({ action: 'record', outcome: none })
})

it.each<ChargeOutcome>([
  { status: 'succeeded', ref: 'r', amount: 1, currency: 'USD', paidWith: null },
  { status: 'processing', ref: 'r' },
  { status: 'declined', ref: 'r', reason: 'card_declined' },
  { status: 'cancelled', ref: 'r' },
  { status: 'unknown' },
])('$status is recorded as it is, in every state', outcome => {
  for (const state of ['created', 'confirming', 'needs_check', 'failed', 'cancelled'] as const)
    expect(decide(state, outcome, 0)).toEqual({ action: 'record', outcome })
})

it('the answer of the call that charged leads only where an attempt may go', () => {
  const states = Object.values(stateByAnswer).filter(state => state !== undefined)
  expect(attemptEdges.created).toEqual(expect.arrayContaining(states))
})

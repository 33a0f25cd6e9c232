import { describe, expect, it } from 'vitest'
import {
  attemptEdges,
  deriveOrderStatus,
  mayBecome,
  orderEdges,
} from '@/domain/payments/payment-states'

/** All allowed transitions; every other one is forbidden. */
const allowedTransitions = {
  attempt: [
    'created>confirming',
    'created>captured',
    'created>failed',
    'created>cancelled',
    'created>needs_check',
    'confirming>captured',
    'confirming>failed',
    'confirming>cancelled',
    'confirming>needs_check',
    'needs_check>confirming',
    'needs_check>captured',
    'needs_check>failed',
    'needs_check>cancelled',
    'failed>captured',
    'cancelled>captured',
  ],
  order: [
    'pending>paid',
    'paid>fulfilled',
    'paid>refunded',
    'paid>disputed',
    'fulfilled>refunded',
    'fulfilled>disputed',
    'refunded>paid',
    'refunded>fulfilled',
    'refunded>disputed',
    'disputed>paid',
    'disputed>fulfilled',
    'disputed>refunded',
  ],
}

const tables = [
  ['attempt', attemptEdges],
  ['order', orderEdges],
] as const

describe.each(tables)('the states of %s', (name, table) => {
  const edges = table as Record<string, readonly string[]>
  const states = Object.keys(edges)
  const pairs = states.flatMap(from => states.map(to => [from, to] as const))

  it.each(pairs)('%s to %s', (from, to) => {
    expect(mayBecome(edges, from, to)).toBe(allowedTransitions[name].includes(`${from}>${to}`))
  })
})

describe('money that was captured', () => {
  it('stays captured: `captured` is final', () => {
    expect(attemptEdges.captured).toEqual([])
  })

  it('is always recorded: every other attempt may still become captured', () => {
    for (const [from, to] of Object.entries(attemptEdges))
      if (from !== 'captured') expect(to).toContain('captured')
  })

  it('never turns a paid order back into a pending one', () => {
    expect(mayBecome(orderEdges, 'paid', 'pending')).toBe(false)
  })
})

describe('an order of 49 dollars', () => {
  it.each([
    ['paid', 0, null],
    ['paid', 1_000, null],
    ['refunded', 4_900, null],
    ['disputed', 0, 'open'],
    ['disputed', 1_000, 'open'],
    ['paid', 0, 'won'],
    ['disputed', 0, 'lost'],
    ['refunded', 4_900, 'open'],
  ] as const)(
    'is %s when %d cents are refunded and the dispute is %s',
    (status, refunded, dispute) => {
      expect(deriveOrderStatus({ total: 4_900, before: 'paid' }, { refunded, dispute })).toBe(
        status,
      )
    },
  )

  it('that was fulfilled is fulfilled again once the dispute is won', () => {
    const order = { total: 4_900, before: 'fulfilled' } as const
    expect(deriveOrderStatus(order, { refunded: 0, dispute: 'won' })).toBe('fulfilled')
  })

  it('that cost nothing is never refunded', () => {
    const freeOrder = { total: 0, before: 'paid' } as const
    expect(deriveOrderStatus(freeOrder, { refunded: 0, dispute: null })).toBe('paid')
  })
})

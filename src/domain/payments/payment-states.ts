import type { CheckoutStatus } from '@/domain/checkout/checkout-status'

export type OrderStatus = 'pending' | 'paid' | 'fulfilled' | 'refunded' | 'disputed'
export type AttemptState =
  | 'created'
  | 'confirming'
  | 'captured'
  | 'failed'
  | 'cancelled'
  | 'needs_check'

type Edges<S extends string> = Record<S, readonly S[]>

/** Which state may follow which. What is not listed cannot happen, in whatever order events arrive. */
export const attemptEdges: Edges<AttemptState> = {
  created: ['confirming', 'captured', 'failed', 'cancelled', 'needs_check'],
  confirming: ['captured', 'failed', 'cancelled', 'needs_check'],
  needs_check: ['confirming', 'captured', 'failed', 'cancelled'],
  // The provider may still take the money of an attempt we gave up: its word is final.
  failed: ['captured'],
  cancelled: ['captured'],
  captured: [],
}

export const orderEdges: Edges<OrderStatus> = {
  pending: ['paid'],
  paid: ['fulfilled', 'refunded', 'disputed'],
  fulfilled: ['refunded', 'disputed'],
  // Banks send refunds back that they cannot place.
  refunded: ['paid', 'fulfilled', 'disputed'],
  disputed: ['paid', 'fulfilled', 'refunded'],
}

/** @internal the table that tests hold the status of a checkout to */
export const checkoutEdges: Edges<CheckoutStatus> = {
  processing: ['paid'],
  paid: ['completed'],
  completed: [],
}

/** Whether the table lets `to` follow `from`. */
export const mayBecome = <S extends string>(edges: Edges<S>, from: S, to: NoInfer<S>): boolean =>
  edges[from].includes(to)

/** Where the customer's money is, each with a message of its own. */
export type PaymentOutcome = 'not_charged' | 'waiting' | 'checking' | 'done'

/** What has become of a payment since it was made; `refunded` in minor units. */
export interface RefundsAndDisputes {
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
}

/**
 * What an order is after that; `total` in minor units, `before` is what it would be if nothing had been given
 * back and nobody had disputed it.
 */
export function deriveOrderStatus(
  { total, before: baseStatus }: { total: number; before: 'paid' | 'fulfilled' },
  { refunded, dispute }: RefundsAndDisputes,
): OrderStatus {
  if (total > 0 && refunded >= total) return 'refunded'
  return dispute === 'open' || dispute === 'lost' ? 'disputed' : baseStatus
}

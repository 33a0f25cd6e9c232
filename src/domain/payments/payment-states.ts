export type OrderStatus = 'pending' | 'paid' | 'fulfilled' | 'refunded' | 'disputed'
export type AttemptState =
  | 'created'
  | 'confirming'
  | 'captured'
  | 'failed'
  | 'cancelled'
  | 'needs_check'

type Edges<S extends string> = Record<S, readonly S[]>

/** Allowed transitions, in whatever order events arrive; all others are rejected. */
export const attemptEdges: Edges<AttemptState> = {
  created: ['confirming', 'captured', 'failed', 'cancelled', 'needs_check'],
  confirming: ['captured', 'failed', 'cancelled', 'needs_check'],
  needs_check: ['confirming', 'captured', 'failed', 'cancelled'],
  // The provider may still capture an attempt we gave up; the provider's state wins.
  failed: ['captured'],
  cancelled: ['captured'],
  captured: [],
}

export const orderEdges: Edges<OrderStatus> = {
  pending: ['paid'],
  paid: ['fulfilled', 'refunded', 'disputed'],
  fulfilled: ['refunded', 'disputed'],
  // The customer's bank may return a refund it cannot credit.
  refunded: ['paid', 'fulfilled', 'disputed'],
  disputed: ['paid', 'fulfilled', 'refunded'],
}

/** Whether the table allows the transition from `from` to `to`. */
export const mayBecome = <S extends string>(edges: Edges<S>, from: S, to: NoInfer<S>): boolean =>
  edges[from].includes(to)

/** States of an attempt without an end. */
export const openAttemptStates: AttemptState[] = ['created', 'confirming', 'needs_check']

/** Reason of an attempt that waits for the customer: without them no money is taken. */
export const authenticationRequired = 'authentication_required'
/** Reason of a captured attempt whose money no order waits for, until it is refunded. */
export const unmatchedReason = 'surplus'
/** Reason of a captured attempt whose money was refunded because no order waited for it. */
export const returnedReason = 'returned'

interface AttemptStatus {
  state: AttemptState
  reason: string | null
}

/** Whether the attempt's money pays its order; captured unmatched money has a reason. */
export const isPayment = ({ state, reason }: AttemptStatus): boolean =>
  state === 'captured' && reason === null

/** Whether the attempt waits for the customer. */
export const isWaitingForCustomer = ({ state, reason }: AttemptStatus): boolean =>
  state === 'confirming' && reason === authenticationRequired

/** Where the customer's money is; each outcome has its own message. */
export type PaymentOutcome = 'not_charged' | 'waiting' | 'checking' | 'done'

/** States of a dispute; a payment without one has none. */
export const disputeStates = ['open', 'won', 'lost'] as const

/** Refunds and disputes of a payment; `refunded` in minor units. */
export interface RefundsAndDisputes {
  refunded: number
  dispute: (typeof disputeStates)[number] | null
}

/**
 * The order's status after refunds and disputes; `total` in minor units, `before` is its status
 * without them.
 */
export function deriveOrderStatus(
  { total, before: baseStatus }: { total: number; before: 'paid' | 'fulfilled' },
  { refunded, dispute }: RefundsAndDisputes,
): OrderStatus {
  if (total > 0 && refunded >= total) return 'refunded'
  return dispute === 'open' || dispute === 'lost' ? 'disputed' : baseStatus
}

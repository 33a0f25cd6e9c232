/** Which state may follow which. What is not listed cannot happen, in whatever order events arrive. */
export const attemptEdges = {
  created: ['confirming', 'captured', 'failed', 'cancelled', 'needs_check'],
  confirming: ['captured', 'failed', 'cancelled', 'needs_check'],
  needs_check: ['confirming', 'captured', 'failed', 'cancelled'],
  // The provider may still take the money of an attempt we gave up: its word is final.
  failed: ['captured'],
  cancelled: ['captured'],
  captured: [],
} as const

export const orderEdges = {
  pending: ['paid'],
  paid: ['fulfilled', 'refunded', 'disputed'],
  fulfilled: ['refunded', 'disputed'],
  refunded: [],
  disputed: ['paid', 'fulfilled', 'refunded'],
} as const

export const checkoutEdges = {
  processing: ['paid'],
  paid: ['completed'],
  completed: [],
} as const

/** Whether the table lets `to` follow `from`. */
export const mayBecome = <S extends string>(
  edges: Record<S, readonly S[]>,
  from: S,
  to: NoInfer<S>,
): boolean => edges[from].includes(to)

/** Where the customer's money is, for the three grades of message. */
export type MoneyIs = 'not_charged' | 'checking' | 'done'

import type { AttemptState } from '@/domain/payments/payment-states'
import type { AttemptRow } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { ApprovedOrder } from '@/server/gateways/paypal'

/** What `settle` does next: store the provider's state, or capture an approved PayPal order. */
export type SettlementStep =
  | { action: 'record'; outcome: ChargeOutcome }
  | { action: 'capture'; order: ApprovedOrder }

/** A younger charge that the provider does not know may still be on its way to it. */
const inFlightMs = 60_000

/** Decides what to do about the state that was retrieved from the provider. Calls no provider. */
export function decideSettlement(
  attempt: Pick<AttemptRow, 'id' | 'state' | 'amount' | 'currency' | 'createdAt'>,
  retrieved: ChargeOutcome | ApprovedOrder,
  now: Date,
): SettlementStep {
  if (retrieved.status === 'none' && now.getTime() - attempt.createdAt.getTime() < inFlightMs)
    return leaveUnchanged
  if (retrieved.status !== 'approved') return { action: 'record', outcome: retrieved }
  if (attempt.state === 'failed' || attempt.state === 'cancelled') return leaveUnchanged
  if (isOrderOf(attempt, retrieved)) return { action: 'capture', order: retrieved }
  // A capture under way has a result of its own.
  if (attempt.state === 'needs_check') return leaveUnchanged
  const { ref } = retrieved
  return { action: 'record', outcome: { status: 'declined', ref, reason: 'amount_changed' } }
}

const leaveUnchanged: SettlementStep = { action: 'record', outcome: { status: 'unknown' } }

/** The customer's browser can change the PayPal order before approving it. */
const isOrderOf = (
  { id, amount, currency }: Pick<AttemptRow, 'id' | 'amount' | 'currency'>,
  order: ApprovedOrder,
): boolean => order.attemptId === id && order.amount === amount && order.currency === currency

/** The outcome of an order with a total of 0: no provider is asked. */
export const toFreeOutcome = ({
  id,
  currency,
}: Pick<AttemptRow, 'id' | 'currency'>): ChargeOutcome => ({
  status: 'succeeded',
  ref: id,
  amount: 0,
  currency,
  paidWith: null,
})

/** The next state by the answer of the call that charged; undefined leaves the state unchanged. */
export const stateByAnswer: Record<ChargeOutcome['status'], AttemptState | undefined> = {
  succeeded: undefined,
  requires_action: 'confirming',
  processing: undefined,
  declined: 'failed',
  refused: 'failed',
  cancelled: undefined,
  none: undefined,
  unknown: 'needs_check',
}

/** The next state by the provider's state; undefined leaves the state unchanged. */
export const stateByOutcome: Record<ChargeOutcome['status'], AttemptState | undefined> = {
  succeeded: 'captured',
  requires_action: 'confirming',
  processing: 'confirming',
  declined: 'failed',
  refused: undefined,
  cancelled: 'cancelled',
  none: 'failed',
  unknown: undefined,
}

import { newId } from '@/sandbox/ids'
import { emitEvent } from '@/sandbox/stripe/events'
import type { Dispute } from '@/sandbox/stripe/objects'
import { findIntent } from '@/sandbox/stripe/payment-intents'
import { findCharge } from '@/sandbox/stripe/refunds'
import type { RequestContext } from '@/sandbox/stripe/tables'

/** Opens the dispute of a payment, or closes the open one. */
export function recordDispute(
  context: RequestContext,
  intentId: string,
  status: Dispute['status'],
): Dispute {
  const intent = findIntent(context, intentId)
  const charge = findCharge(context, intent.latest_charge ?? '')
  const openDispute = context.disputes
    .list()
    .find(candidate => candidate.charge === charge.id && candidate.status === 'needs_response')
  context.charges.put({ ...charge, disputed: true })
  const updated = context.disputes.put({
    id: openDispute?.id ?? newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: openDispute?.created ?? context.now,
    currency: charge.currency,
    livemode: false,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status,
  })
  emitEvent(
    context,
    status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed',
    updated,
  )
  return updated
}

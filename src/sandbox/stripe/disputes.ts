import { newId } from '@/sandbox/ids'
import { record } from '@/sandbox/stripe/events'
import type { Dispute } from '@/sandbox/stripe/objects'
import { findIntent } from '@/sandbox/stripe/payment-intents'
import { findCharge } from '@/sandbox/stripe/refunds'
import type { Scene } from '@/sandbox/stripe/tables'

/** Opens the dispute of a payment, or decides the open one. */
export function dispute(scene: Scene, intentId: string, status: Dispute['status']): Dispute {
  const intent = findIntent(scene, intentId)
  const charge = findCharge(scene, intent.latest_charge ?? '')
  const open = scene.disputes
    .all()
    .find(one => one.charge === charge.id && one.status === 'needs_response')
  scene.charges.put({ ...charge, disputed: true })
  const told = scene.disputes.put({
    id: open?.id ?? newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: open?.created ?? scene.now,
    currency: charge.currency,
    livemode: false,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status,
  })
  record(
    scene,
    status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed',
    told,
  )
  return told
}

import { tell } from '@/sandbox/paypal/events'
import { notFound } from '@/sandbox/paypal/failure'
import type { PaypalDispute } from '@/sandbox/paypal/objects'
import { newPaypalId } from '@/sandbox/paypal/paypal-ids'
import { moment, type PaypalWorld } from '@/sandbox/paypal/tables'

/** The payer disputes a capture, or PayPal has decided. */
export function disputeCapture(
  world: PaypalWorld,
  capture: string,
  outcome?: PaypalDispute['outcome'],
): PaypalDispute {
  const open = world.disputes.all().find(one => one.capture === capture && one.status === 'OPEN')
  const dispute = world.disputes.put({
    id: open?.id ?? `PP-D-${newPaypalId(5)}`,
    capture,
    status: outcome ? 'RESOLVED' : 'OPEN',
    outcome,
    create_time: open?.create_time ?? moment(),
    update_time: moment(),
  })
  const type = `CUSTOMER.DISPUTE.${outcome ? 'RESOLVED' : 'CREATED'}`
  tell(world, type, 'dispute', disputeView(world, dispute))
  return dispute
}

export function disputeView(world: PaypalWorld, dispute: PaypalDispute): object {
  const { id, capture: of, status, outcome, create_time, update_time } = dispute
  const capture = world.captures.find(of)
  return {
    dispute_id: id,
    create_time,
    update_time,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status,
    dispute_amount: capture?.amount,
    disputed_transactions: [
      {
        seller_transaction_id: of,
        custom: capture?.custom_id,
        invoice_number: capture?.invoice_id,
      },
    ],
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
  }
}

/** A list names no outcome, as PayPal's does not. */
export const disputeList = (world: PaypalWorld, capture: string): object => ({
  items: world.disputes
    .all()
    .filter(one => one.capture === capture)
    .map(({ id, status, create_time, update_time }) => ({
      dispute_id: id,
      status,
      create_time,
      update_time,
    })),
})

export function findDispute(world: PaypalWorld, id: string): PaypalDispute {
  const dispute = world.disputes.find(id)
  if (!dispute) throw notFound()
  return dispute
}

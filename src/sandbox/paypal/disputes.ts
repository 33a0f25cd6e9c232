import { newPaypalId } from '@/sandbox/ids'
import { emitEvent } from '@/sandbox/paypal/events'
import type { PaypalDispute } from '@/sandbox/paypal/objects'
import { currentTimestamp, type PaypalTables } from '@/sandbox/paypal/tables'

/** Opens the dispute of a capture, or closes it with PayPal's decision. */
export function disputeCapture(
  tables: PaypalTables,
  capture: string,
  outcome?: PaypalDispute['outcome'],
): PaypalDispute {
  const openDispute = tables.disputes
    .list()
    .find(candidate => candidate.capture === capture && candidate.status === 'OPEN')
  const dispute = tables.disputes.put({
    id: openDispute?.id ?? `PP-D-${newPaypalId(5)}`,
    capture,
    status: outcome ? 'RESOLVED' : 'OPEN',
    outcome,
    create_time: openDispute?.create_time ?? currentTimestamp(),
    update_time: currentTimestamp(),
  })
  const type = `CUSTOMER.DISPUTE.${outcome ? 'RESOLVED' : 'CREATED'}`
  emitEvent(tables, type, 'dispute', serializeDispute(tables, dispute))
  return dispute
}

export function serializeDispute(tables: PaypalTables, dispute: PaypalDispute): object {
  const { id, capture: captureId, status, outcome, create_time, update_time } = dispute
  const capture = tables.captures.find(captureId)
  return {
    dispute_id: id,
    create_time,
    update_time,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status,
    dispute_amount: capture?.amount,
    disputed_transactions: [
      {
        seller_transaction_id: captureId,
        custom: capture?.custom_id,
        invoice_number: capture?.invoice_id,
      },
    ],
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
  }
}

/** A list contains no outcome, like PayPal's. */
export const serializeDisputeList = (tables: PaypalTables, capture: string): object => ({
  items: tables.disputes
    .list()
    .filter(candidate => candidate.capture === capture)
    .map(({ id, status, create_time, update_time }) => ({
      dispute_id: id,
      status,
      create_time,
      update_time,
    })),
})

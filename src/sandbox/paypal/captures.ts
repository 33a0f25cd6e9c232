import { newId, newPaypalId } from '@/sandbox/ids'
import { toMinorUnits, toMoney } from '@/sandbox/paypal/amounts'
import { findRow, unprocessable } from '@/sandbox/paypal/api-error'
import { emitEvent } from '@/sandbox/paypal/events'
import type { Capture, Money, PaypalOrder, PaypalRefund } from '@/sandbox/paypal/objects'
import { serializeCapture, serializeRefund } from '@/sandbox/paypal/serialize'
import { currentTimestamp, type PaypalTables } from '@/sandbox/paypal/tables'
import type { Movement } from '@/sandbox/stripe/objects'

const INITIAL_STATUS = {
  approved: 'COMPLETED',
  pending: 'PENDING',
  denied: 'PENDING',
  declined: 'DECLINED',
}

/** Captures an approved order: completed, or pending PayPal's review. */
export function createCapture(tables: PaypalTables, order: PaypalOrder): Capture {
  const now = currentTimestamp()
  const capture = tables.captures.put({
    id: newPaypalId(),
    status: INITIAL_STATUS[order.choice ?? 'approved'] as Capture['status'],
    order: order.id,
    amount: order.amount,
    custom_id: order.custom_id,
    invoice_id: order.invoice_id,
    create_time: now,
    update_time: now,
  })
  if (capture.status === 'COMPLETED') recordMovement(tables, capture, 'charge', capture.amount)
  emitEvent(tables, `PAYMENT.CAPTURE.${capture.status}`, 'capture', serializeCapture(capture))
  return capture
}

/** PayPal decides a pending capture. */
export function decideCapture(
  tables: PaypalTables,
  id: string,
  status: 'COMPLETED' | 'DENIED',
): Capture {
  const capture = findRow(tables.captures, id)
  if (capture.status !== 'PENDING') throw unprocessable('INVALID_STATUS', 'It is not pending.')
  const updated = tables.captures.put({
    ...capture,
    status: status === 'DENIED' ? 'DECLINED' : status,
    update_time: currentTimestamp(),
  })
  if (status === 'COMPLETED') recordMovement(tables, updated, 'charge', updated.amount)
  emitEvent(tables, `PAYMENT.CAPTURE.${status}`, 'capture', serializeCapture(updated))
  return updated
}

/** Refunds a capture. Throws PaypalError 422 when refunds would exceed it. */
export function addRefund(tables: PaypalTables, capture: Capture, requested?: Money): PaypalRefund {
  const { currency_code: currency } = capture.amount
  const remaining = toMinorUnits(capture.amount) - sumRefunds(tables, capture)
  if (capture.status === 'REFUNDED') {
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
  }
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
    throw unprocessable('REFUND_NOT_ALLOWED', 'This capture cannot be refunded.')
  }
  const amount = requested ? toMinorUnits(requested) : remaining
  if (requested && requested.currency_code !== currency) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'The refund needs the same currency.')
  }
  if (amount < 1 || amount > remaining) {
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'The refund is more than what is left.')
  }
  const refund = tables.refunds.put({
    id: newPaypalId(),
    status: 'COMPLETED',
    capture: capture.id,
    amount: toMoney(amount, currency),
    create_time: currentTimestamp(),
  })
  const status = amount === remaining ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  tables.captures.put({ ...capture, status, update_time: currentTimestamp() })
  recordMovement(tables, capture, 'refund', refund.amount)
  emitEvent(tables, 'PAYMENT.CAPTURE.REFUNDED', 'refund', serializeRefund(tables, refund))
  return refund
}

function sumRefunds(tables: PaypalTables, { id }: Capture): number {
  return tables.refunds
    .list()
    .filter(refund => refund.capture === id)
    .reduce((sum, { amount }) => sum + toMinorUnits(amount), 0)
}

function recordMovement(
  tables: PaypalTables,
  capture: Capture,
  kind: Movement['kind'],
  amount: Money,
): void {
  const { custom_id: attempt = '', invoice_id: order = '' } = capture
  tables.movements.put({
    id: newId('txn'),
    provider: 'paypal',
    kind,
    amount: toMinorUnits(amount),
    currency: amount.currency_code.toLowerCase(),
    intent: capture.order,
    charge: capture.id,
    customer: null,
    metadata: { attempt, order },
    at: new Date().toISOString(),
  })
}

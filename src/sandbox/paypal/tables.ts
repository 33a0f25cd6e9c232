import type {
  Capture,
  PaypalDispute,
  PaypalEvent,
  PaypalOrder,
  PaypalRefund,
  SavedRequest,
} from '@/sandbox/paypal/objects'
import type { Store } from '@/sandbox/store'
import type { Movement } from '@/sandbox/stripe/objects'
import type { Delivery } from '@/sandbox/webhooks'

/** The PayPal sandbox's tables; journal and ledger are shared with Stripe's. */
export function openPaypalTables(store: Store) {
  return {
    captures: store.table<Capture>('paypal_captures'),
    deliveries: store.table<Delivery>('paypal_deliveries'),
    disputes: store.table<PaypalDispute>('paypal_disputes'),
    events: store.table<PaypalEvent>('paypal_events'),
    movements: store.table<Movement>('movements'),
    orders: store.table<PaypalOrder>('paypal_orders'),
    refunds: store.table<PaypalRefund>('paypal_refunds'),
    requests: store.table<SavedRequest>('paypal_requests'),
  }
}

export type PaypalTables = ReturnType<typeof openPaypalTables>

/** PayPal timestamps have second precision. */
export const currentTimestamp = (): string => `${new Date().toISOString().slice(0, 19)}Z`

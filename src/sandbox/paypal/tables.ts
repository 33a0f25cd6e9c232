import type {
  Capture,
  PaypalDispute,
  PaypalEvent,
  PaypalOrder,
  PaypalRefund,
  SavedRequest,
} from '@/sandbox/paypal/objects'
import type { Store, Table } from '@/sandbox/store'
import type { Movement } from '@/sandbox/stripe/objects'
import type { Delivery } from '@/sandbox/webhooks'

/** The PayPal sandbox's tables; journal and ledger are shared with Stripe's. */
export interface PaypalTables {
  captures: Table<Capture>
  deliveries: Table<Delivery>
  disputes: Table<PaypalDispute>
  events: Table<PaypalEvent>
  movements: Table<Movement>
  orders: Table<PaypalOrder>
  refunds: Table<PaypalRefund>
  requests: Table<SavedRequest>
}

export function openPaypalTables(store: Store): PaypalTables {
  return {
    captures: store.table('paypal_captures'),
    deliveries: store.table('paypal_deliveries'),
    disputes: store.table('paypal_disputes'),
    events: store.table('paypal_events'),
    movements: store.table('movements'),
    orders: store.table('paypal_orders'),
    refunds: store.table('paypal_refunds'),
    requests: store.table('paypal_requests'),
  }
}

/** PayPal timestamps have second precision. */
export const currentTimestamp = (): string => `${new Date().toISOString().slice(0, 19)}Z`

import type { Store } from '@/sandbox/store'
import type {
  CardBehaviour,
  Challenge,
  Charge,
  Customer,
  Dispute,
  Event,
  Invoice,
  Movement,
  PaymentIntent,
  PaymentMethod,
  Price,
  Refund,
  SetupIntent,
  StoredToken,
  Subscription,
} from '@/sandbox/stripe/objects'
import type { Delivery } from '@/sandbox/webhooks'

/** The imitated Stripe release; events contain it. */
export const API_VERSION = '2026-10-28.endive'

/** Path under which the app proxies the sandbox's browser files. */
export const BROWSER_PREFIX = '/checkouts/api/sandbox/'

/** The request that causes events. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

export type Tables = ReturnType<typeof openTables>

/** One call's view of the tables. */
export interface RequestContext extends Tables {
  cause: Cause
  /** Seconds. */
  now: number
}

/** All tables of the sandbox, in one journal. */
export function openTables(store: Store) {
  return {
    behaviours: store.table<CardBehaviour>('behaviours'),
    challenges: store.table<Challenge>('challenges'),
    charges: store.table<Charge>('charges'),
    customers: store.table<Customer>('customers'),
    deliveries: store.table<Delivery>('deliveries'),
    disputes: store.table<Dispute>('disputes'),
    events: store.table<Event>('events'),
    intents: store.table<PaymentIntent>('intents'),
    invoices: store.table<Invoice>('invoices'),
    methods: store.table<PaymentMethod>('methods'),
    movements: store.table<Movement>('movements'),
    prices: store.table<Price>('prices'),
    refunds: store.table<Refund>('refunds'),
    setups: store.table<SetupIntent>('setups'),
    subscriptions: store.table<Subscription>('subscriptions'),
    tokens: store.table<StoredToken>('tokens'),
  }
}

/** The view of a call; a test's or a browser's call has no cause. */
export function forRequest(
  tables: Tables,
  cause: Cause = { requestId: null, idempotencyKey: null },
): RequestContext {
  return { ...tables, cause, now: Math.floor(Date.now() / 1000) }
}

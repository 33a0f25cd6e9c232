import type { Store, Table } from '@/sandbox/store'
import type {
  CardBehaviour,
  Challenge,
  Charge,
  Customer,
  Dispute,
  Event,
  Movement,
  PaymentIntent,
  PaymentMethod,
  Refund,
  StoredToken,
} from '@/sandbox/stripe/objects'
import type { Invoice, Price, SetupIntent, Subscription } from '@/sandbox/stripe/records'
import type { Delivery } from '@/sandbox/webhooks'

/** The imitated Stripe release; events contain it. */
export const API_VERSION = '2026-10-28.endive'

/** Path under which the app proxies the sandbox's browser files. */
export const BROWSER_PREFIX = '/checkouts/api/sandbox/'

/** All tables of the sandbox, in one journal. */
export interface Tables {
  behaviours: Table<CardBehaviour>
  challenges: Table<Challenge>
  charges: Table<Charge>
  customers: Table<Customer>
  deliveries: Table<Delivery>
  disputes: Table<Dispute>
  events: Table<Event>
  intents: Table<PaymentIntent>
  invoices: Table<Invoice>
  methods: Table<PaymentMethod>
  movements: Table<Movement>
  prices: Table<Price>
  refunds: Table<Refund>
  setups: Table<SetupIntent>
  subscriptions: Table<Subscription>
  tokens: Table<StoredToken>
}

/** The request that causes events. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

/** One call's view of the tables. */
export interface RequestContext extends Tables {
  cause: Cause
  /** Seconds. */
  now: number
}

export function openTables(store: Store): Tables {
  return {
    behaviours: store.table('behaviours'),
    challenges: store.table('challenges'),
    charges: store.table('charges'),
    customers: store.table('customers'),
    deliveries: store.table('deliveries'),
    disputes: store.table('disputes'),
    events: store.table('events'),
    intents: store.table('intents'),
    invoices: store.table('invoices'),
    methods: store.table('methods'),
    movements: store.table('movements'),
    prices: store.table('prices'),
    refunds: store.table('refunds'),
    setups: store.table('setups'),
    subscriptions: store.table('subscriptions'),
    tokens: store.table('tokens'),
  }
}

export function forRequest(tables: Tables, cause: Cause): RequestContext {
  return { ...tables, cause, now: Math.floor(Date.now() / 1000) }
}

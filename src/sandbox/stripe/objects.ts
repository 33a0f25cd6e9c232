import type { StripeErrorBody } from '@/sandbox/stripe/api-error'
import type { Metadata } from '@/sandbox/stripe/parameters'

/** As in Stripe's API, amounts are integers in minor units and times are in seconds. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled'

export interface BillingDetails {
  email?: string | null | undefined
  name?: string | null | undefined
}

export interface Card {
  brand: string
  country: string
  exp_month: number
  exp_year: number
  fingerprint: string
  funding: string
  last4: string
  /** Null for an entered card. */
  wallet: Wallet | null
}

export type WalletType = 'apple_pay' | 'google_pay'

export interface Wallet {
  apple_pay?: object
  dynamic_last4: string | null
  google_pay?: object
  type: WalletType
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  allow_redisplay: 'unspecified'
  billing_details: BillingDetails
  card: Card
  created: number
  customer: string | null
  livemode: false
  type: 'card'
}

/** Payment details collected by a browser, for one confirmation. */
export interface ConfirmationToken {
  id: string
  object: 'confirmation_token'
  created: number
  /** Null after use. */
  expires_at: number | null
  livemode: false
  payment_intent: string | null
  payment_method_preview: Pick<PaymentMethod, 'billing_details' | 'card' | 'customer' | 'type'>
  return_url: string | null
  use_stripe_sdk: boolean
}

/** A token and the payment method it becomes when used. */
export interface StoredToken {
  id: string
  token: ConfirmationToken
  method: string
}

/** Behavior of a stored test card. The number itself is never stored. */
export interface CardBehaviour {
  /** The payment method's id. */
  id: string
  decline: DeclineReason | null
  authentication: 'never' | 'unless_saved' | 'always'
  /** Paid once without a customer: the provider refuses any further use. */
  isSpent: boolean
  isSaved: boolean
}

export interface DeclineReason {
  code: string
  decline_code?: string
  message: string
}

export interface NextAction {
  type: 'redirect_to_url' | 'use_stripe_sdk'
  redirect_to_url?: { url: string; return_url: string | null }
  use_stripe_sdk?: { type: 'three_d_secure_redirect'; stripe_js: string; source: string }
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  allowed_payment_method_types: string[] | null
  amount: number
  amount_received: number
  automatic_payment_methods: { allow_redirects: 'always' | 'never'; enabled: boolean } | null
  canceled_at: number | null
  client_secret: string
  confirmation_method: 'automatic' | 'manual'
  created: number
  currency: string
  customer: string | null
  last_payment_error: StripeErrorBody | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  next_action: NextAction | null
  payment_method: string | null
  payment_method_types: string[]
  setup_future_usage: 'off_session' | 'on_session' | null
  statement_descriptor_suffix: string | null
  status: IntentStatus
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  billing_details: BillingDetails
  captured: boolean
  /** The text on the customer's statement. */
  calculated_statement_descriptor: string
  created: number
  currency: string
  customer: string | null
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Metadata
  outcome: { network_status: string; reason: string | null; type: string }
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { card: Card; type: 'card' }
  refunded: boolean
  status: 'failed' | 'succeeded'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  payment_intent: string
  status: 'succeeded' | 'failed'
}

/** A chargeback by the customer's bank. */
export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  livemode: false
  payment_intent: string
  reason: 'fraudulent'
  status: 'needs_response' | 'won' | 'lost'
}

export interface Customer {
  id: string
  object: 'customer'
  /** A deleted customer stays with its payments, without its data. */
  deleted?: true
  created: number
  email: string | null
  livemode: false
  metadata: Metadata
  name: string | null
}

/** One 3-D Secure challenge. Its id is the browser's only access to it, so it is unguessable. */
export interface Challenge {
  id: string
  intent: string
  payment_method: string
  return_url: string | null
  outcome: 'authenticated' | 'failed' | 'open'
}

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/**
 * One movement of money with a positive amount: a charge comes in, a refund goes out, a failed
 * refund comes back.
 */
export interface Movement {
  id: string
  provider: 'paypal' | 'stripe'
  kind: 'charge' | 'refund' | 'refund_failed'
  amount: number
  currency: string
  intent: string
  charge: string
  customer: string | null
  metadata: Metadata
  at: string
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  created: number
  currency: string
  livemode: false
  metadata: Metadata
  product: string
  recurring: { interval: 'year'; interval_count: number; usage_type: 'licensed' }
  tax_behavior: 'exclusive' | 'inclusive' | 'unspecified'
  type: 'recurring'
  unit_amount: number
}

/** Saves a card for later charges; no money moves. */
export interface SetupIntent {
  id: string
  object: 'setup_intent'
  client_secret: string
  created: number
  customer: string | null
  last_setup_error: StripeErrorBody | null
  livemode: false
  metadata: Metadata
  next_action: NextAction | null
  payment_method: string | null
  payment_method_types: string[]
  status: IntentStatus
  usage: 'off_session'
}

export interface Subscription {
  id: string
  object: 'subscription'
  billing_cycle_anchor: number
  cancel_at_period_end: boolean
  canceled_at: number | null
  collection_method: 'charge_automatically'
  created: number
  currency: string
  customer: string
  default_payment_method: string
  ended_at: number | null
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string }
  latest_invoice: string | null
  livemode: false
  metadata: Metadata
  start_date: number
  status: 'active' | 'past_due' | 'canceled'
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  current_period_end: number
  current_period_start: number
  price: Price
  quantity: 1
}

export interface Invoice {
  id: string
  object: 'invoice'
  amount_due: number
  amount_paid: number
  billing_reason: 'subscription_cycle'
  created: number
  currency: string
  customer: string
  livemode: false
  metadata: Metadata
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
  status: 'open' | 'paid'
}

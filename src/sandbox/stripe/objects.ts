import type { StripeErrorBody } from '@/sandbox/stripe/api-error'
import type { Metadata } from '@/sandbox/stripe/parameters'

/** As in Stripe's API, amounts are integers in minor units and times are in seconds. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled'

export type Contact = { [field: string]: unknown }

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
  billing_details: Contact
  card: Card
  created: number
  customer: string | null
  livemode: false
  metadata: Metadata
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
  mandate_data: null
  metadata: Metadata | null
  payment_intent: string | null
  payment_method_options: null
  payment_method_preview: Pick<PaymentMethod, 'billing_details' | 'card' | 'customer' | 'type'>
  return_url: string | null
  setup_future_usage: PaymentIntent['setup_future_usage']
  setup_intent: string | null
  shipping: Contact | null
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
  amount_capturable: 0
  amount_received: number
  automatic_payment_methods: { allow_redirects: 'always' | 'never'; enabled: boolean } | null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic' | 'automatic_async'
  client_secret: string
  confirmation_method: 'automatic' | 'manual'
  created: number
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: StripeErrorBody | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  next_action: NextAction | null
  payment_method: string | null
  payment_method_types: string[]
  processing: null
  receipt_email: string | null
  setup_future_usage: 'off_session' | 'on_session' | null
  shipping: Contact | null
  statement_descriptor: null
  statement_descriptor_suffix: string | null
  status: IntentStatus
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  billing_details: Contact
  captured: boolean
  created: number
  currency: string
  customer: string | null
  description: string | null
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
  receipt_email: string | null
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
  metadata: Metadata
  payment_intent: string
  reason: string | null
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
  address: Contact | null
  created: number
  description: string | null
  email: string | null
  livemode: false
  metadata: Metadata
  name: string | null
  phone: string | null
  preferred_locales: string[]
  shipping: Contact | null
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

import type { StripeErrorBody } from '@/sandbox/stripe/api-error'
import type { NextAction } from '@/sandbox/stripe/objects'
import type { Metadata } from '@/sandbox/stripe/parameters'

export type Interval = 'day' | 'week' | 'month' | 'year'

export interface Price {
  id: string
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  created: number
  currency: string
  livemode: false
  metadata: Metadata
  nickname: string | null
  product: string
  recurring: { interval: Interval; interval_count: number; usage_type: 'licensed' } | null
  tax_behavior: 'exclusive' | 'inclusive' | 'unspecified'
  type: 'one_time' | 'recurring'
  unit_amount: number
}

/** Saves a card for later charges; no money moves. */
export interface SetupIntent {
  id: string
  object: 'setup_intent'
  automatic_payment_methods: { allow_redirects?: string; enabled?: boolean } | null
  client_secret: string
  created: number
  customer: string | null
  description: string | null
  last_setup_error: StripeErrorBody | null
  livemode: false
  metadata: Metadata
  next_action: NextAction | null
  payment_method: string | null
  payment_method_types: string[]
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled'
  usage: 'off_session' | 'on_session'
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
  default_payment_method: string | null
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
  quantity: number
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

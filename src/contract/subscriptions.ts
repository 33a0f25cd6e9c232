import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCodes } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/** State of a paid plan's auto-renewal; amounts in major units. */
export const renewal = z.object({
  status: z.enum(['none', 'offered', 'checking', 'active', 'past_due', 'stopped']),
  /** The full price of one renewal; null if it is not offered. */
  price: z.nullable(
    z.object({
      currency: z.enum(currencyCodes),
      total: z.number(),
      full: z.number(),
      years: z.int(),
    }),
  ),
  /** The day of the next charge: `yyyy-mm-dd`. */
  charge_on: z.nullable(z.string()),
  /** The card that will be charged, as shown to the customer: `visa 4242`. */
  card: z.nullable(z.string()),
})

/** The auto-renewal of a token's order: its current state, or the offer. */
export const readRenewal = defineApiCall({
  method: 'GET',
  path: '/api/subscriptions/[token]/',
  response: renewal,
})

/**
 * Stores a card that the provider has collected, for renewals only; nothing is charged.
 * `expected_total` and `expected_currency` are what the customer saw. If a renewal costs anything
 * else, no card is stored and the error `quote_changed` contains both amounts. `requires_action`
 * means that the bank asks the customer to confirm.
 */
export const createSetupIntent = defineApiCall({
  method: 'POST',
  path: '/api/merchant/stripe/setup-intent/',
  body: z.object({
    token,
    payment_method: z.string().check(z.maxLength(100)),
    expected_total: z.number(),
    expected_currency: z.enum(currencyCodes),
  }),
  response: z.object({
    status: z.enum(['success', 'requires_action']),
    client_secret: z.nullable(z.string()),
  }),
})

/**
 * Starts auto-renewal with the stored card; the first charge is when the plan ends. `checking`
 * while the outcome is unknown; `failed` with its reason if there is no subscription and nothing
 * was charged. Idempotent.
 */
export const createSubscription = defineApiCall({
  method: 'POST',
  path: '/api/subscriptions/stripe/create-subscription/',
  body: z.object({ token }),
  response: z.object({
    status: z.enum(['success', 'checking', 'failed']),
    error: z.optional(z.string()),
  }),
})

/** Stops auto-renewal, which is final. The paid plan does not change. */
export const cancelSubscription = defineApiCall({
  method: 'POST',
  path: '/api/subscriptions/stripe/cancel-subscription/',
  body: z.object({ token }),
  response: renewal,
})

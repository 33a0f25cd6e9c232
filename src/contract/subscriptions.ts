import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCode } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/** How a paid plan's auto-renewal stands; amounts in major units. */
export const renewal = z.object({
  status: z.enum(['none', 'offered', 'checking', 'active', 'past_due', 'stopped']),
  /** What one renewal costs, all in; null where it is not offered. */
  price: z.nullable(
    z.object({ currency: currencyCode, total: z.number(), full: z.number(), years: z.int() }),
  ),
  /** The day of the next charge: `yyyy-mm-dd`. */
  charge_on: z.nullable(z.string()),
  /** The card that will be charged, for people: `visa 4242`. */
  card: z.nullable(z.string()),
})

/** Auto-renewal of the order that a token opens: as it is, or as it is offered. */
export const readRenewal = defineApiCall({
  method: 'GET',
  path: '/api/subscriptions/[token]/',
  response: renewal,
})

/**
 * Keeps a card that the provider has collected, for the renewals alone; nothing is charged. `expected_total` and
 * `expected_currency` are what the customer saw: where a renewal costs anything else, no card is kept and the
 * refusal `quote_changed` brings both amounts. `requires_action` is the bank's question for the customer.
 */
export const createSetupIntent = defineApiCall({
  method: 'POST',
  path: '/api/merchant/stripe/setup-intent/',
  body: z.object({
    token,
    payment_method: z.string().check(z.maxLength(100)),
    expected_total: z.number(),
    expected_currency: currencyCode,
  }),
  response: z.object({
    status: z.enum(['success', 'requires_action']),
    client_secret: z.nullable(z.string()),
  }),
})

/**
 * Begins the auto-renewal with the card that was kept: charged first when the plan ends. `checking` while nobody
 * knows yet; `failed` with its reason when there is none and nothing was charged (SPEC 8). Any number of times.
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

/** Stops the auto-renewal, for good. The plan that is paid stays as it is. */
export const cancelSubscription = defineApiCall({
  method: 'POST',
  path: '/api/subscriptions/stripe/cancel-subscription/',
  body: z.object({ token }),
  response: renewal,
})

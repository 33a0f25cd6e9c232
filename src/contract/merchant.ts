import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCodes } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/** Result of a payment call: paid, the customer must act, or still being checked. */
const paymentStatus = z.enum(['success', 'requires_action', 'checking'])

/**
 * Charges the stored checkout with a card the provider has collected. `expected_total` is the total
 * the customer saw, in major units of `expected_currency`. If the checkout costs anything else,
 * nothing is charged and the error `quote_changed` contains both amounts. Pages loaded before an
 * update send no currency.
 */
export const createPaymentIntent = defineApiCall({
  method: 'POST',
  path: '/api/merchant/stripe/create-payment-intent/',
  body: z.object({
    token,
    payment_method: z.nullable(z.string().check(z.maxLength(100))),
    /** Replaces `payment_method` for wallets and the Payment Element. */
    confirmation_token: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    expected_total: z.number(),
    expected_currency: z.optional(z.enum(currencyCodes)),
  }),
  response: z.object({
    status: paymentStatus,
    order: z.object({ id: z.string() }),
    client_secret: z.nullable(z.string()),
  }),
})

/**
 * Creates a PayPal order for the price of the stored checkout, to be approved by the customer;
 * `finishOrder` then captures it. `expected_total` and `expected_currency` as in
 * `createPaymentIntent`. `success` without a PayPal order means that nothing is left to pay.
 */
export const createPaypalOrder = defineApiCall({
  method: 'POST',
  path: '/api/merchant/paypal/order/',
  body: z.object({
    token,
    expected_total: z.number(),
    expected_currency: z.optional(z.enum(currencyCodes)),
  }),
  response: z.object({
    status: z.enum(['success', 'approve']),
    order: z.object({ id: z.string() }),
    /** PayPal's order id. */
    id: z.nullable(z.string()),
    /** PayPal's approval page, for browsers that block pop-up windows. */
    approve_url: z.nullable(z.string()),
  }),
})

import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCode } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/** Where the money is after a payment call: SPEC 4's success answers, and the two that need the customer. */
export const paymentStatus = z.enum(['success', 'requires_action', 'checking'])

/**
 * Charges the stored checkout with a card the provider has collected. `expected_total` is what the customer
 * saw, in major units of `expected_currency`; when the checkout costs anything else nothing is charged and
 * the refusal `quote_changed` brings both amounts. Pages from before an update name no currency.
 */
export const createPaymentIntent = defineApiCall({
  method: 'POST',
  path: '/api/merchant/stripe/create-payment-intent/',
  body: z.object({
    token,
    payment_method: z.nullable(z.string().check(z.maxLength(100))),
    /** Instead of a payment method, from a wallet and from a form that is one piece. */
    confirmation_token: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    expected_total: z.number(),
    expected_currency: z.optional(currencyCode),
  }),
  response: z.object({
    status: paymentStatus,
    order: z.object({ id: z.string() }),
    client_secret: z.nullable(z.string()),
  }),
})

/**
 * Makes a PayPal order for the price of the stored checkout, for the customer to approve; asking where the
 * money is (`finishOrder`) takes it then. `expected_total` and `expected_currency` as above. `success` without an
 * order of PayPal's means that nothing is left to pay.
 */
export const createPaypalOrder = defineApiCall({
  method: 'POST',
  path: '/api/merchant/paypal/order/',
  body: z.object({
    token,
    expected_total: z.number(),
    expected_currency: z.optional(currencyCode),
  }),
  response: z.object({
    status: z.enum(['success', 'approve']),
    order: z.object({ id: z.string() }),
    /** PayPal's id of the order. */
    id: z.nullable(z.string()),
    /** PayPal's page for the customer whose browser opens no windows. */
    approve_url: z.nullable(z.string()),
  }),
})

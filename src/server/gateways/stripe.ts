import Stripe from 'stripe'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import type { Env } from '@/server/config/env'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import {
  buildPaymentIntent,
  type Charge,
  cancelCharge,
  type PaymentSource,
  retrieveAttemptId,
  retrieveCardFingerprint,
  retrieveCharge,
} from '@/server/gateways/stripe-charges'
import {
  type CustomerCall,
  findOrCreateCustomer,
  type Person,
  updateCustomer,
} from '@/server/gateways/stripe-customers'
import { callStripe } from '@/server/gateways/stripe-outcome'
import {
  listPaymentsSince,
  type Payment,
  refundOnce,
  retrieveRefundsAndDisputes,
} from '@/server/gateways/stripe-refunds'
import { createRenewalGateway, type RenewalGateway } from '@/server/gateways/stripe-renewals'

export interface StripeGateway {
  /** Finds, creates or updates the provider's customer and returns its id. */
  upsertCustomer: (customerId: string | null, person: Person, call: CustomerCall) => Promise<string>
  charge: (charge: Charge) => Promise<ChargeOutcome>
  /** The card's fingerprint, the same for every customer; null if the provider has no such card. */
  retrieveCardFingerprint: (paymentSource: PaymentSource) => Promise<string | null>
  /** Reads a charge by its id or, if that was never learned, among the customer's charges. */
  retrieve: (
    attempt: { id: string; providerRef: string | null },
    customer: string,
  ) => Promise<ChargeOutcome>
  /** Our attempt id of a charge; null without one. Throws when the provider does not answer. */
  retrieveAttemptId: (ref: string) => Promise<string | null>
  cancel: (ref: string) => Promise<ChargeOutcome>
  /** Refunds all that is left. The same key refunds once. Throws a `RefundError`. */
  refund: (ref: string, idempotencyKey: string) => Promise<void>
  /** Refunded amount in minor units, and the dispute. Throws when the provider does not answer. */
  retrieveRefundsAndDisputes: (ref: string) => Promise<RefundsAndDisputes>
  /** Our successful payments since a date, newest first. */
  listPayments: (since: Date) => AsyncIterable<Payment>
  renewals: RenewalGateway
  /** The event of a webhook; undefined when the signature is invalid. */
  constructEvent: (rawBody: Buffer, signature: string) => Stripe.Event | undefined
}

/** Timeout of every call to Stripe. */
const defaultTimeoutMs = 10_000

/** Stripe through its SDK; `apiBase` points it at the sandbox or another local stand-in. */
export function createStripeGateway(
  { stripe: { secretKey, webhookSecret, apiBase } }: Pick<Env, 'stripe'>,
  timeoutMs = defaultTimeoutMs,
): StripeGateway {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    ...parseApiHost(apiBase),
  })
  return {
    upsertCustomer: (customerId, person, call) =>
      customerId
        ? updateCustomer(stripe, customerId, person)
        : findOrCreateCustomer(stripe, person, call),
    charge: charge => callStripe(() => stripe.paymentIntents.create(...buildPaymentIntent(charge))),
    retrieveCardFingerprint: paymentSource => retrieveCardFingerprint(stripe, paymentSource),
    retrieve: (attempt, customer) => retrieveCharge(stripe, attempt, customer),
    retrieveAttemptId: ref => retrieveAttemptId(stripe, ref),
    cancel: ref => cancelCharge(stripe, ref),
    refund: (ref, idempotencyKey) => refundOnce(stripe, ref, idempotencyKey),
    retrieveRefundsAndDisputes: ref => retrieveRefundsAndDisputes(stripe, ref),
    listPayments: since => listPaymentsSince(stripe, since),
    renewals: createRenewalGateway(stripe),
    constructEvent: (rawBody, signature) => {
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret)
      } catch {
        return undefined
      }
    },
  }
}

function parseApiHost(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

import Stripe from 'stripe'
import type { Aftermath } from '@/domain/payments/payment-states'
import type { Env } from '@/server/config/env'
import type { Truth } from '@/server/gateways/charge-outcome'
import {
  type Charge,
  cancelOrRead,
  intentFor,
  lookUp,
  type Means,
  ownNameOf,
  printOf,
} from '@/server/gateways/stripe-charges'
import {
  type CustomerCall,
  oneCustomer,
  type Person,
  updateCustomer,
} from '@/server/gateways/stripe-customers'
import { truthOf } from '@/server/gateways/stripe-outcome'
import {
  aftermathOf,
  type Payment,
  paymentsSince,
  refundOnce,
} from '@/server/gateways/stripe-refunds'
import { type RenewalGateway, renewalGateway } from '@/server/gateways/stripe-renewals'

export interface StripeGateway {
  /** Finds or creates, and updates, the provider's record of this customer; its id. */
  customer: (known: string | null, person: Person, asked: CustomerCall) => Promise<string>
  charge: (charge: Charge) => Promise<Truth>
  /** What tells a card from others, whoever uses it; null for what is no card the provider knows. */
  cardPrint: (means: Means) => Promise<string | null>
  /** Reads a charge back, by its id or, when that was never learnt, among the customer's charges. */
  look: (attempt: { id: string; providerRef: string | null }, customer: string) => Promise<Truth>
  /** The name we have given a charge; null for one that is not ours. Throws where the provider does not say. */
  ownName: (ref: string) => Promise<string | null>
  cancel: (ref: string) => Promise<Truth>
  refund: (ref: string, attemptId: string) => Promise<void>
  /** What was given back of a charge, and whether it is disputed. Throws where the provider does not say. */
  aftermath: (ref: string) => Promise<Aftermath>
  /** Every payment of ours that has gone through since a moment, the newest first. */
  payments: (since: Date) => AsyncIterable<Payment>
  renewals: RenewalGateway
  /** The event of a webhook; undefined when the signature does not fit. */
  event: (rawBody: Buffer, signature: string) => Stripe.Event | undefined
}

/** Nothing waits for the provider longer than this. */
const patienceMs = 10_000

/** Stripe through its own SDK; `apiBase` points it at the sandbox or at another stand-in on this machine. */
export function stripeGateway(
  { stripe: { secretKey, webhookSecret, apiBase } }: Pick<Env, 'stripe'>,
  timeout = patienceMs,
): StripeGateway {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 0, timeout, ...hostOf(apiBase) })
  return {
    customer: (known, person, asked) =>
      known ? updateCustomer(stripe, known, person) : oneCustomer(stripe, person, asked),
    charge: charge => truthOf(() => stripe.paymentIntents.create(...intentFor(charge))),
    cardPrint: means => printOf(stripe, means),
    look: (attempt, customer) => lookUp(stripe, attempt, customer),
    ownName: ref => ownNameOf(stripe, ref),
    cancel: ref => cancelOrRead(stripe, ref),
    refund: ref => refundOnce(stripe, ref),
    aftermath: ref => aftermathOf(stripe, ref),
    payments: since => paymentsSince(stripe, since),
    renewals: renewalGateway(stripe),
    event: (rawBody, signature) => {
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret)
      } catch {
        return undefined
      }
    },
  }
}

function hostOf(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

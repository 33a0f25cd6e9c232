import Stripe from 'stripe'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import { withCharge } from '@/server/gateways/stripe-outcome'

/** A payment that has gone through, as the provider lists it; amount in minor units. */
export interface Payment {
  ref: string
  attemptId: string
  amount: number
  currency: string
  isRefunded: boolean
}

/**
 * All that is left is given back: a second time the provider refuses by itself. A key of ours would only have it
 * repeat a failure of its own for ever. Money that was given back already, by an operator for one, is as good as ours.
 */
export async function refundOnce(stripe: Stripe, ref: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: ref })
  } catch (error) {
    const isAlreadyRefunded =
      error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
    if (!isAlreadyRefunded) throw error
  }
}

/** What was given back of a charge, and whether it is disputed. */
export async function retrieveRefundsAndDisputes(
  stripe: Stripe,
  ref: string,
): Promise<RefundsAndDisputes> {
  const { latest_charge } = await stripe.paymentIntents.retrieve(ref, withCharge)
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  return {
    refunded: charge?.amount_refunded ?? 0,
    dispute: charge?.disputed ? await retrieveDispute(stripe, ref) : null,
  }
}

/** A payment can be disputed more than once: one that is open, or was lost, counts. */
async function retrieveDispute(
  stripe: Stripe,
  ref: string,
): Promise<RefundsAndDisputes['dispute']> {
  const { data } = await stripe.disputes.list({ payment_intent: ref, limit: 100 })
  const states = data.map(({ status }) => disputeStates[status] ?? 'open')
  return (['open', 'lost', 'won'] as const).find(dispute => states.includes(dispute)) ?? null
}

/** What is not listed here is still being decided; a warning is a question and no dispute yet. */
const disputeStates: Partial<Record<Stripe.Dispute.Status, 'won' | 'lost'>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
}

/** Every payment of ours since a moment. What others charge through the same account has no attempt of ours. */
export async function* listPaymentsSince(stripe: Stripe, since: Date): AsyncGenerator<Payment> {
  const gte = Math.floor(since.getTime() / 1_000)
  const expand = ['data.latest_charge']
  for await (const intent of stripe.paymentIntents.list({ created: { gte }, limit: 100, expand })) {
    const { id, metadata, status, latest_charge: charge } = intent
    if (status !== 'succeeded' || !metadata.attempt) continue
    yield {
      ref: id,
      attemptId: metadata.attempt,
      amount: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      isRefunded: typeof charge === 'object' && charge !== null && charge.refunded,
    }
  }
}

import Stripe from 'stripe'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import { RefundError } from '@/server/gateways/charge-outcome'

/** A successful payment, as the provider lists it; amount in minor units. */
export interface Payment {
  ref: string
  /** Null for a charge of another system in the account, and for a renewal. */
  attemptId: string | null
  /** The provider's id of the customer. */
  customer: string | null
  amount: number
  currency: string
  isRefunded: boolean
}

/**
 * Refunds an amount in minor units, or all that is left. The same key refunds once. A charge of which
 * nothing is left, for example because an operator refunded it, counts as refunded unless an amount was
 * asked for. Throws a `RefundError`.
 */
export async function refundCharge(
  stripe: Stripe,
  ref: string,
  idempotencyKey: string,
  amount?: number,
): Promise<void> {
  try {
    const rest = amount === undefined ? {} : { amount }
    await stripe.refunds.create({ payment_intent: ref, ...rest }, { idempotencyKey })
  } catch (error) {
    const { code, statusCode, type } = error instanceof Stripe.errors.StripeError ? error : {}
    if (code === 'charge_already_refunded' && amount === undefined) return
    // 409: another call with the same key is running; 429: not looked at.
    const isFinal = statusCode !== undefined && ![409, 429].includes(statusCode)
    throw new RefundError(error, {
      isAnswered: isFinal,
      refusal: isFinal && statusCode < 500 ? (code ?? type) : undefined,
    })
  }
}

/** The refunded amount of a charge in minor units, and its dispute. */
export async function retrieveRefundsAndDisputes(
  stripe: Stripe,
  ref: string,
): Promise<RefundsAndDisputes> {
  const { latest_charge } = await stripe.paymentIntents.retrieve(ref, {
    expand: ['latest_charge'],
  })
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  return {
    refunded: charge?.amount_refunded ?? 0,
    dispute: charge?.disputed ? await retrieveDispute(stripe, ref) : null,
  }
}

/** Of several disputes an open one counts before a lost one, and a lost one before a won one. */
async function retrieveDispute(
  stripe: Stripe,
  ref: string,
): Promise<RefundsAndDisputes['dispute']> {
  const { data } = await stripe.disputes.list({ payment_intent: ref, limit: 100 })
  const states = data.map(({ status }) => disputeStates[status] ?? 'open')
  return (['open', 'lost', 'won'] as const).find(dispute => states.includes(dispute)) ?? null
}

/** A status not listed here is undecided; a closed warning counts as won. */
const disputeStates: Partial<Record<Stripe.Dispute.Status, 'won' | 'lost'>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
}

/** The successful payments of the account since a date, those of other systems too. */
export async function* listPaymentsSince(stripe: Stripe, since: Date): AsyncGenerator<Payment> {
  const gte = Math.floor(since.getTime() / 1_000)
  const expand = ['data.latest_charge']
  for await (const intent of stripe.paymentIntents.list({ created: { gte }, limit: 100, expand })) {
    const { id, metadata, status, latest_charge: charge } = intent
    if (status !== 'succeeded') continue
    yield {
      ref: id,
      attemptId: metadata['attempt'] ?? null,
      customer:
        typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null),
      amount: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      isRefunded: typeof charge === 'object' && charge !== null && charge.refunded,
    }
  }
}

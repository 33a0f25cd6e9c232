import type Stripe from 'stripe'
import { isCurrency } from '@/domain/data/currencies'
import { toMinor } from '@/domain/pricing/money'
import type { Movement } from './provider'

// Reads money movements through the providers' public APIs, as any shop could.

/** Stripe movements since a date for payments of the shop: their metadata has the attempt. */
export async function stripeMovements(stripe: Stripe, since: Date): Promise<Movement[]> {
  const gte = Math.floor(since.getTime() / 1_000)
  const movements: Movement[] = []
  const listParams = { created: { gte }, limit: 100, expand: ['data.latest_charge'] }
  for await (const intent of stripe.paymentIntents.list(listParams)) {
    const { id, amount_received: amount, currency, metadata, latest_charge: charge } = intent
    if (!metadata['attempt']) continue
    if (amount > 0) movements.push({ kind: 'charge', amount, currency, intent: id })
    const refundedAmount = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
    if (refundedAmount > 0)
      movements.push({ kind: 'refund', amount: refundedAmount, currency, intent: id })
  }
  return movements
}

type ReadOrder = (path: string) => Promise<{ body: PaypalOrder }>

interface PaypalOrder {
  id: string
  purchase_units: { payments?: Record<'captures' | 'refunds', PaypalTransaction[] | undefined> }[]
}

interface PaypalTransaction {
  status: string
  amount: { currency_code: string; value: string }
}

/** PayPal movements of these orders; PayPal has no list that is up to date. */
export async function paypalMovements(readOrder: ReadOrder, orders: string[]): Promise<Movement[]> {
  const responses = await Promise.all(orders.map(id => readOrder(`/v2/checkout/orders/${id}`)))
  return responses.flatMap(({ body: { id, purchase_units: units } }) => {
    const { captures = [], refunds = [] } = units[0]?.payments ?? {}
    return [
      ...captures.filter(isCaptured).map(transaction => toMovement('charge', id, transaction)),
      ...refunds.filter(isRefundSent).map(transaction => toMovement('refund', id, transaction)),
    ]
  })
}

const isCaptured = ({ status }: PaypalTransaction): boolean =>
  /^(COMPLETED|(PARTIALLY_)?REFUNDED)$/.test(status)
const isRefundSent = ({ status }: PaypalTransaction): boolean =>
  /^(COMPLETED|PENDING)$/.test(status)

function toMovement(
  kind: Movement['kind'],
  intent: string,
  { amount: { currency_code: currency, value } }: PaypalTransaction,
): Movement {
  if (!isCurrency(currency)) throw new Error(`PayPal has moved money of a kind we do not take`)
  return {
    kind,
    amount: toMinor(Number(value), currency),
    currency: currency.toLowerCase(),
    intent,
  }
}

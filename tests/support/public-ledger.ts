import type Stripe from 'stripe'
import { isCurrency } from '@/domain/data/currencies'
import { toMinor } from '@/domain/pricing/money'
import type { Movement } from './provider'

// The money that moved, read as any shop could read it: through the providers' public calls.

/** What went through at Stripe for shops of ours since then: their payments carry the attempt's name. */
export async function stripeMovements(stripe: Stripe, since: Date): Promise<Movement[]> {
  const gte = Math.floor(since.getTime() / 1_000)
  const moved: Movement[] = []
  const asked = { created: { gte }, limit: 100, expand: ['data.latest_charge'] }
  for await (const intent of stripe.paymentIntents.list(asked)) {
    const { id, amount_received: amount, currency, metadata, latest_charge: charge } = intent
    if (!metadata.attempt) continue
    if (amount > 0) moved.push({ kind: 'charge', amount, currency, intent: id })
    const back = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
    if (back > 0) moved.push({ kind: 'refund', amount: back, currency, intent: id })
  }
  return moved
}

type Read = (path: string) => Promise<{ body: PaypalOrder }>

interface PaypalOrder {
  id: string
  purchase_units: { payments?: Record<'captures' | 'refunds', Part[] | undefined> }[]
}

interface Part {
  status: string
  amount: { currency_code: string; value: string }
}

/** What went through for these orders of PayPal's: it has no list of them that would be up to date. */
export async function paypalMovements(read: Read, orders: string[]): Promise<Movement[]> {
  const found = await Promise.all(orders.map(id => read(`/v2/checkout/orders/${id}`)))
  return found.flatMap(({ body: { id, purchase_units: units } }) => {
    const { captures = [], refunds = [] } = units[0]?.payments ?? {}
    return [
      ...captures.filter(isTaken).map(part => movement('charge', id, part)),
      ...refunds.filter(isOnItsWay).map(part => movement('refund', id, part)),
    ]
  })
}

const isTaken = ({ status }: Part): boolean => /^(COMPLETED|(PARTIALLY_)?REFUNDED)$/.test(status)
const isOnItsWay = ({ status }: Part): boolean => /^(COMPLETED|PENDING)$/.test(status)

function movement(
  kind: Movement['kind'],
  intent: string,
  { amount: { currency_code: currency, value } }: Part,
): Movement {
  if (!isCurrency(currency)) throw new Error(`PayPal has moved money of a kind we do not take`)
  return {
    kind,
    amount: toMinor(Number(value), currency),
    currency: currency.toLowerCase(),
    intent,
  }
}

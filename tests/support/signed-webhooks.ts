import { createHash } from 'node:crypto'
import type { Done } from './fault-proxy'

/** An event in the words of the provider it is of. */
export interface Told {
  /** The same for the same: a call that is repeated tells nothing new. */
  id: string
  from: 'stripe' | 'paypal'
  type: string
  body: object
}

/** The events that a service would tell after a call that it has done, the first first: they are hints, nothing more. */
export function eventsAfter({ method, path, status, body }: Done): Told[] {
  if (method !== 'POST' || !body) return []
  if (path.startsWith('/v1/payment_intents'))
    return afterIntent(path, status, status === 402 ? body.error?.payment_intent : body)
  if (status >= 300) return []
  if (path === '/v1/refunds') return afterRefund(body)
  if (path.endsWith('/confirm-payment-source'))
    return [ofPaypal('CHECKOUT.ORDER.APPROVED', 'checkout-order', body)]
  if (path.endsWith('/capture')) return afterCapture(body)
  if (path.endsWith('/refund')) return [ofPaypal('PAYMENT.CAPTURE.REFUNDED', 'refund', body)]
  return []
}

const endings: Record<string, string> = {
  succeeded: 'payment_intent.succeeded',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
  processing: 'payment_intent.processing',
  canceled: 'payment_intent.canceled',
}

function afterIntent(path: string, status: number, intent?: Record<string, unknown>): Told[] {
  if ((status >= 300 && status !== 402) || intent?.object !== 'payment_intent') return []
  const isNew = /^\/v1\/payment_intents\/?$/.test(path)
  const ending = endings[String(intent.status)]
  return [
    ...(isNew ? [ofStripe('payment_intent.created', intent)] : []),
    ...(intent.status === 'succeeded' ? [ofStripe('charge.succeeded', chargeOf(intent))] : []),
    ...(ending ? [ofStripe(ending, intent)] : []),
  ]
}

/** The charge of an intent, with what Stripe copies to it. */
const chargeOf = ({ id, metadata, latest_charge: latest }: Record<string, unknown>) => ({
  ...(typeof latest === 'object' ? latest : { id: latest }),
  object: 'charge',
  payment_intent: id,
  metadata,
})

const afterRefund = (refund: Record<string, unknown>): Told[] => [
  ofStripe('refund.created', refund),
  ofStripe('charge.refunded', {
    id: refund.charge,
    object: 'charge',
    payment_intent: refund.payment_intent,
  }),
]

function afterCapture(order: Record<string, unknown>): Told[] {
  const [unit] = (order.purchase_units ?? []) as { payments?: { captures?: object[] } }[]
  return (unit?.payments?.captures ?? []).map(capture =>
    ofPaypal(`PAYMENT.CAPTURE.${(capture as { status: string }).status}`, 'capture', {
      ...capture,
      supplementary_data: { related_ids: { order_id: order.id } },
    }),
  )
}

function ofStripe(type: string, object: Record<string, unknown>): Told {
  const id = `evt_${named(type, object)}`
  return { id, from: 'stripe', type, body: { id, object: 'event', type, data: { object } } }
}

function ofPaypal(type: string, kind: string, resource: object): Told {
  const id = `WH-${named(type, resource)}`
  const body = { id, event_type: type, resource_type: kind, resource }
  return { id, from: 'paypal', type, body }
}

const named = (type: string, object: { id?: string }): string =>
  createHash('sha256').update(`${type} ${object.id}`).digest('hex').slice(0, 24)

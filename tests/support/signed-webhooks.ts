import { createHash } from 'node:crypto'
import type { ForwardedCall } from './fault-proxy'

/** An event in its provider's format. */
export interface ProviderEvent {
  /** The same for the same change, so that a repeated call adds no event. */
  id: string
  provider: 'stripe' | 'paypal'
  type: string
  body: object
}

/** The events a service would send after a call, in order. */
export function deriveEvents({ method, path, status, body }: ForwardedCall): ProviderEvent[] {
  if (method !== 'POST' || !body) return []
  if (path.startsWith('/v1/payment_intents'))
    return deriveIntentEvents(path, status, status === 402 ? body.error?.payment_intent : body)
  if (status >= 300) return []
  if (path === '/v1/refunds') return deriveRefundEvents(body)
  if (path.endsWith('/confirm-payment-source'))
    return [toPaypalEvent('CHECKOUT.ORDER.APPROVED', 'checkout-order', body)]
  if (path.endsWith('/capture')) return deriveCaptureEvents(body)
  if (path.endsWith('/refund')) return [toPaypalEvent('PAYMENT.CAPTURE.REFUNDED', 'refund', body)]
  return []
}

const eventTypes: Record<string, string> = {
  succeeded: 'payment_intent.succeeded',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
  processing: 'payment_intent.processing',
  canceled: 'payment_intent.canceled',
}

function deriveIntentEvents(
  path: string,
  status: number,
  intent?: Record<string, unknown>,
): ProviderEvent[] {
  if ((status >= 300 && status !== 402) || intent?.['object'] !== 'payment_intent') return []
  const isNew = /^\/v1\/payment_intents\/?$/.test(path)
  const eventType = eventTypes[String(intent['status'])]
  return [
    ...(isNew ? [toStripeEvent('payment_intent.created', intent)] : []),
    ...(intent['status'] === 'succeeded'
      ? [toStripeEvent('charge.succeeded', buildCharge(intent))]
      : []),
    ...(eventType ? [toStripeEvent(eventType, intent)] : []),
  ]
}

/** The charge of an intent, with the fields Stripe copies to it. */
const buildCharge = ({ id, metadata, latest_charge: latest }: Record<string, unknown>) => ({
  ...(typeof latest === 'object' ? latest : { id: latest }),
  object: 'charge',
  payment_intent: id,
  metadata,
})

const deriveRefundEvents = (refund: Record<string, unknown>): ProviderEvent[] => [
  toStripeEvent('refund.created', refund),
  toStripeEvent('charge.refunded', {
    id: refund['charge'],
    object: 'charge',
    payment_intent: refund['payment_intent'],
  }),
]

function deriveCaptureEvents(order: Record<string, unknown>): ProviderEvent[] {
  const [unit] = (order['purchase_units'] ?? []) as { payments?: { captures?: object[] } }[]
  return (unit?.payments?.captures ?? []).map(capture =>
    toPaypalEvent(`PAYMENT.CAPTURE.${(capture as { status: string }).status}`, 'capture', {
      ...capture,
      supplementary_data: { related_ids: { order_id: order['id'] } },
    }),
  )
}

function toStripeEvent(type: string, object: Record<string, unknown>): ProviderEvent {
  const id = `evt_${buildEventId(type, object)}`
  return { id, provider: 'stripe', type, body: { id, object: 'event', type, data: { object } } }
}

function toPaypalEvent(type: string, kind: string, resource: object): ProviderEvent {
  const id = `WH-${buildEventId(type, resource)}`
  const body = { id, event_type: type, resource_type: kind, resource }
  return { id, provider: 'paypal', type, body }
}

const buildEventId = (type: string, object: { id?: string }): string =>
  createHash('sha256').update(`${type} ${object.id}`).digest('hex').slice(0, 24)

import { type OrderEvent, type OrderEventType, orderEventVersion } from '@/contract/order-events'
import { toMajor } from '@/domain/pricing/money'
import { toWireQuote, toWireTravelItems } from '@/server/checkout/derive-state'
import type { Env } from '@/server/config/env'
import type { Message } from '@/server/outbox/load-message'
import { toOrderDetails } from '@/server/outbox/order-details'

/** An event with everything that is needed to make and send the permit. */
export const buildOrderEvent =
  (type: OrderEventType) =>
  ({ env }: { env: Env }, message: Message): OrderEvent => ({
    ...buildEnvelope(message, type),
    data: toOrderDetails(env, message),
  })

/**
 * `purchase`: for marketing, with the click ids of the customer's link. No data about the buyer.
 */
export function buildPurchaseEvent(message: Message): OrderEvent {
  const { state, plan, order } = message
  const { charged, currency } = order
  return {
    ...buildEnvelope(message, 'purchase'),
    data: {
      event_id: order.id,
      order: {
        id: order.id,
        kind: order.kind,
        paid_at: order.paidAt.toISOString(),
        currency,
        total: toMajor(order.total, currency),
        charged: toWireQuote(charged),
        plan_id: charged.planId,
        category: plan?.category ?? null,
        years: plan?.years ?? null,
        coupon: charged.coupon,
        travel_items: toWireTravelItems(charged),
      },
      clicks: {
        gclid: state.gclid,
        fbc: state.fbc,
        fbp: state.fbp,
        msclkid: state.affiliate_meta.msclkid,
        voluum_cid: state.voluum_cid,
        tune_offer_id: state.tune_offer_id,
        tune_aff_click_id: state.tune_aff_click_id,
        tune_affiliate_id: state.tune_affiliate_id,
        tune_source: state.tune_source,
        tune_transaction_id: state.tune_transaction_id,
      },
      variants: state.variants,
    },
  }
}

const buildEnvelope = <Type extends OrderEvent['type']>({ id, queuedAt }: Message, type: Type) => ({
  id,
  type,
  version: orderEventVersion,
  created_at: queuedAt.toISOString(),
})

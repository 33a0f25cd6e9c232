import { toMajor } from '@/domain/pricing/money'
import { toWireQuote } from '@/server/checkout/derive-state'
import type { OrderEvent } from '@/server/gateways/order-webhook'
import type { Message } from '@/server/outbox/load-message'

/** `order.paid`: what the operator needs to make and send the permit. Amounts in major units. */
export function buildOrderPaidEvent(message: Message): OrderEvent {
  const { state, language, paidWith, forOrder } = message
  const { customer, shipping, selectedShippingMethod } = state
  return {
    ...buildEnvelope(message, 'order.paid'),
    data: {
      order: {
        ...toEventOrder(message),
        paid_with: paidWith,
        ...(forOrder && { for_order: forOrder }),
      },
      customer: {
        email: customer.email,
        phone: customer.phone,
        license_first_name: customer.license_first_name,
        license_last_name: customer.license_last_name,
        country_of_residence: customer.country_of_residence,
        language,
      },
      /** Null when nothing is printed. */
      shipping: shipping.country
        ? { ...toEventAddress(shipping), method: selectedShippingMethod?.code ?? null }
        : null,
      partner: state.partner || null,
      photos: state.approval_documents.images.map(({ type }) => type),
    },
  }
}

/**
 * `purchase`: for marketing, with the click ids of the customer's link. No data about the buyer.
 */
export function buildPurchaseEvent(message: Message): OrderEvent {
  const { state } = message
  return {
    ...buildEnvelope(message, 'purchase'),
    data: {
      // The browser's event of this purchase has the same id, so that marketing counts it once.
      event_id: message.order.id,
      order: toEventOrder(message),
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

const buildEnvelope = ({ id, order }: Message, type: string) => ({
  id,
  type,
  created_at: order.paidAt.toISOString(),
})

function toEventOrder({ order, plan }: Message) {
  const { id, kind, total, currency, paidAt, charged } = order
  return {
    id,
    kind,
    paid_at: paidAt.toISOString(),
    ...toWireQuote(charged),
    total: toMajor(total, currency),
    currency,
    plan_id: charged.planId,
    category: plan?.category ?? null,
    years: plan?.years ?? null,
    coupon: charged.coupon,
    travel_items: (charged.travelItems ?? []).map(line => ({
      ...line,
      total: toMajor(line.total, currency),
    })),
  }
}

const toEventAddress = (shipping: Message['state']['shipping']) => ({
  first_name: shipping.first_name,
  last_name: shipping.last_name,
  country: shipping.country,
  state: shipping.state,
  city: shipping.city,
  postcode: shipping.postcode,
  address: shipping.address,
  address_2: shipping.address_2,
  street_number: shipping.street_number,
  pickup_point: shipping.pickup_point,
})

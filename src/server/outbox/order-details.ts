import { readOrderPhoto } from '@/contract/operator'
import type { OrderDetails, OrderSummary } from '@/contract/order-details'
import { hasParcel } from '@/domain/catalog/plans'
import type { BaseState } from '@/domain/checkout/checkout-state'
import type { Customer } from '@/domain/checkout/customer-schema'
import type { CurrencyCode } from '@/domain/data/currencies'
import { licenceClasses } from '@/domain/data/licence-classes'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { toMajor } from '@/domain/pricing/money'
import { toWireQuote, toWireTravelItems } from '@/server/checkout/derive-state'
import type { Env } from '@/server/config/env'
import type { OrderRow } from '@/server/db/tables/orders'
import type { OrderRecord } from '@/server/outbox/load-order'

/** The answers that a list of orders shows. */
export type SummaryAnswers = Pick<BaseState, 'category' | 'partner'> & {
  shipping: Pick<BaseState['shipping'], 'country'>
  approval_documents: Pick<BaseState['approval_documents'], 'images'>
}

/** An order as operators see it in a list; amounts in major units. */
export function toOrderSummary(order: OrderRow, state: SummaryAnswers): OrderSummary {
  return {
    ...toOrderHead(order),
    plan_id: order.charged?.planId ?? null,
    country: hasParcel(state.category) ? state.shipping.country : '',
    partner: state.partner || null,
    missing_photos: findMissingPhotoTypes(state.approval_documents.images),
  }
}

/** Everything that is needed to make and send the permit; amounts in major units. */
export function toOrderDetails(
  env: Pick<Env, 'appUrl' | 'operatorKeys'>,
  record: OrderRecord,
): OrderDetails {
  const { state, language } = record
  const { images } = state.approval_documents
  return {
    order: toOrderPart(record),
    customer: toDriver(state.customer, language),
    destinations: state.destinations,
    shipping: toDelivery(record),
    partner: state.partner || null,
    photos: images.map(({ type, revision, needs_review }) => ({
      type,
      revision,
      needs_review,
      url: env.operatorKeys ? buildPhotoUrl(env, record.order.id, type) : null,
    })),
    missing_photos: findMissingPhotoTypes(images),
  }
}

const buildPhotoUrl = ({ appUrl }: Pick<Env, 'appUrl'>, id: string, type: string): string =>
  `${appUrl}/checkouts/backend${readOrderPhoto.path.replace('[id]', id).replace('[type]', type)}`

function toOrderHead(order: OrderRow) {
  const currency = order.currency as CurrencyCode
  return {
    id: order.id,
    kind: order.kind,
    status: order.status,
    currency,
    total: toMajor(order.total, currency),
    refunded: toMajor(order.refunded, currency),
    dispute: order.dispute,
    created_at: order.createdAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    fulfilled_at: order.fulfilledAt?.toISOString() ?? null,
    tracking_number: order.trackingNumber,
  }
}

function toOrderPart({ order, plan, paidWith, forOrder }: OrderRecord): OrderDetails['order'] {
  const { charged } = order
  return {
    ...toOrderHead(order),
    charged: charged && toWireQuote(charged),
    plan_id: charged?.planId ?? null,
    category: plan?.category ?? null,
    years: plan?.years ?? null,
    urgent: (charged?.urgent ?? 0) > 0,
    coupon: charged?.coupon ?? null,
    paid_with: paidWith,
    travel_items: charged ? toWireTravelItems(charged) : [],
    for_order: forOrder,
  }
}

const toDriver = (customer: Customer, language: string): OrderDetails['customer'] => ({
  email: customer.email,
  phone: customer.phone,
  first_name: customer.first_name,
  last_name: customer.last_name,
  license_first_name: customer.license_first_name,
  license_last_name: customer.license_last_name,
  date_of_birth: customer.date_of_birth,
  place_of_birth: customer.place_of_birth,
  gender: customer.gender,
  height: customer.height,
  eye_color: customer.eye_color,
  license_issued: customer.license_issued,
  license_classes: licenceClasses.map(({ flag }) => flag).filter(flag => customer[flag]),
  country_of_residence: customer.country_of_residence,
  state: customer.state,
  city: customer.city,
  postcode: customer.postcode,
  language,
})

/** Null when nothing is printed. */
function toDelivery({ state }: OrderRecord): OrderDetails['shipping'] {
  const { category, shipping, selectedShippingMethod } = state
  if (!hasParcel(category)) return null
  return {
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
    method: selectedShippingMethod?.code ?? null,
  }
}

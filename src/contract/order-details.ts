import * as z from 'zod/mini'
import { priceLines } from '@/domain/checkout/checkout-state'
import { currencyCodes } from '@/domain/data/currencies'
import { documentTypes } from '@/domain/data/document-types'
import { disputeStates, type OrderStatus, orderEdges } from '@/domain/payments/payment-states'

// What operators learn about an order, by a call, a command or an event. Amounts in major units,
// times as ISO 8601 in UTC.

const orderStatuses = Object.keys(orderEdges) as [OrderStatus, ...OrderStatus[]]
export const orderStatus = z.enum(orderStatuses)

/** What identifies an order and where it stands. */
const orderHead = {
  id: z.string(),
  kind: z.enum(['plan', 'lifetime']),
  status: orderStatus,
  currency: z.enum(currencyCodes),
  total: z.number(),
  /** The refunded part of `total`. */
  refunded: z.number(),
  dispute: z.nullable(z.enum(disputeStates)),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  fulfilled_at: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
}

/** An order in a list: without personal data. */
export const orderSummary = z.object({
  ...orderHead,
  plan_id: z.nullable(z.int()),
  /** The country of the delivery address; empty for a digital permit. */
  country: z.string(),
  partner: z.nullable(z.string()),
  missing_photos: z.array(z.enum(documentTypes)),
})
export type OrderSummary = z.infer<typeof orderSummary>

/** An order with its price as charged. */
const orderPart = z.object({
  ...orderHead,
  /** Null until the order is paid. */
  charged: z.nullable(z.extend(priceLines, { currency: z.enum(currencyCodes) })),
  plan_id: z.nullable(z.int()),
  category: z.nullable(z.enum(['physical', 'digital', 'urgent', 'lifetime'])),
  years: z.nullable(z.number()),
  urgent: z.boolean(),
  coupon: z.nullable(z.string()),
  /** The payment method for display: `visa 4242`. */
  paid_with: z.nullable(z.string()),
  /** The cost of each travel item before any discount. */
  travel_items: z.array(z.object({ item_id: z.int(), quantity: z.int(), total: z.number() })),
  /** The number of the plan order that a lifetime order belongs to. */
  for_order: z.nullable(z.string()),
})

/** The driver's answers for the permit. */
const driver = z.object({
  email: z.string(),
  phone: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** As on the licence. */
  license_first_name: z.string(),
  license_last_name: z.string(),
  /** `year-month-day`. */
  date_of_birth: z.string(),
  place_of_birth: z.string(),
  gender: z.nullable(z.string()),
  /** In centimetres. */
  height: z.string(),
  eye_color: z.nullable(z.string()),
  /** The country that issued the licence. */
  license_issued: z.string(),
  /** The classes by their wire names, such as `b_passenger_car` (docs/product.md). */
  license_classes: z.array(z.string()),
  country_of_residence: z.string(),
  state: z.string(),
  city: z.string(),
  postcode: z.string(),
  language: z.string(),
})

const delivery = z.object({
  first_name: z.string(),
  last_name: z.string(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  postcode: z.string(),
  address: z.string(),
  address_2: z.string(),
  street_number: z.string(),
  pickup_point: z.string(),
  method: z.nullable(z.string()),
})

const photo = z.object({
  type: z.enum(documentTypes),
  /** Increases each time the customer replaces the photo. */
  revision: z.int(),
  /** The customer uses it despite the advice of the browser's checks. */
  needs_review: z.boolean(),
  /** Where operators get the file, with their key; null in a shop without one. */
  url: z.nullable(z.string()),
})

/** Everything that is needed to make and send the permit. */
export const orderDetails = z.object({
  order: orderPart,
  customer: driver,
  /** Countries and areas, such as `fr` or `x-bali`. */
  destinations: z.array(z.string()),
  /** Null when nothing is printed. */
  shipping: z.nullable(delivery),
  partner: z.nullable(z.string()),
  photos: z.array(photo),
  missing_photos: z.array(z.enum(documentTypes)),
})
export type OrderDetails = z.infer<typeof orderDetails>

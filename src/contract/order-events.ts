import * as z from 'zod/mini'
import { orderDetails } from '@/contract/order-details'
import { priceLines } from '@/domain/checkout/checkout-state'
import { currencyCodes } from '@/domain/data/currencies'

/** The version of the events' `data`; a receiver may rely on it until this number changes. */
export const orderEventVersion = 2 as const

/**
 * Events about one order. `order.photos`: the photos are complete, or one of them was replaced.
 * `order.changed`: the customer has corrected the email address (`data.customer.email`).
 * `order.refunded`: the refunded amount has changed (`data.order.refunded`). `order.disputed`: a dispute
 * began or ended (`data.order.dispute`).
 */
const orderEventTypes = [
  'order.paid',
  'order.photos',
  'order.changed',
  'order.fulfilled',
  'order.refunded',
  'order.disputed',
] as const
export type OrderEventType = (typeof orderEventTypes)[number]

const event = <Type extends z.core.SomeType, Data extends z.core.SomeType>(
  type: Type,
  data: Data,
) =>
  z.object({
    /** The same on each retry, so that receivers can ignore duplicates. */
    id: z.string(),
    type,
    version: z.literal(orderEventVersion),
    created_at: z.string(),
    data,
  })

/** For marketing, with the click ids of the customer's link. No data about the buyer. */
const purchase = z.object({
  /** The browser's event of this purchase has the same id, so that marketing counts it once. */
  event_id: z.string(),
  order: z.object({
    id: z.string(),
    kind: z.enum(['plan', 'lifetime']),
    paid_at: z.string(),
    currency: z.enum(currencyCodes),
    total: z.number(),
    charged: z.extend(priceLines, { currency: z.enum(currencyCodes) }),
    plan_id: z.int(),
    category: z.nullable(z.string()),
    years: z.nullable(z.number()),
    coupon: z.nullable(z.string()),
    travel_items: z.array(z.object({ item_id: z.int(), quantity: z.int(), total: z.number() })),
  }),
  clicks: z.record(z.string(), z.string()),
  variants: z.record(z.string(), z.string()),
})

/** The events of an order, as they are posted to the operator's system. Amounts in major units. */
export const orderEvent = z.discriminatedUnion('type', [
  event(z.enum(orderEventTypes), orderDetails),
  event(z.literal('purchase'), purchase),
])
export type OrderEvent = z.infer<typeof orderEvent>

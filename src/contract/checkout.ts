import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { isPlanId } from '@/domain/catalog/plans'
import { checkoutState, priceLines } from '@/domain/checkout/checkout-state'
import { checkoutStatuses } from '@/domain/checkout/checkout-status'
import { customer, shipping } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { currencyCodes } from '@/domain/data/currencies'
import {
  acknowledgementIdPattern,
  isDestinationCode,
  maxDestinations,
} from '@/domain/destinations/destinations'

/** A quote on the wire, in major units. */
const wireQuote = z.extend(priceLines, { currency: z.enum(currencyCodes) })

const order = z.nullable(
  z.object({
    id: z.string(),
    status: z.string(),
    total: z.number(),
    /** The refunded part of `total`. */
    refunded: z.number(),
    /** When the last refund was recorded; absent without one, and once that is not known any more. */
    refunded_at: z.optional(z.string()),
    currency: z.enum(currencyCodes),
    paid_at: z.nullable(z.string()),
    /** When the permit was sent, and the parcel's number; absent until then. */
    fulfilled_at: z.optional(z.string()),
    tracking_number: z.optional(z.nullable(z.string())),
    /** The price as charged, with plan and coupon; null until the order is paid. */
    charged: z.nullable(
      z.extend(wireQuote, {
        plan_id: z.int(),
        coupon: z.nullable(z.string()),
        /** Cost of the travel items before any discount; absent in older orders. */
        travel_items: z.optional(
          z.array(z.object({ item_id: z.int(), quantity: z.int(), total: z.number() })),
        ),
      }),
    ),
  }),
)

/** A checkout as the server returns it. */
export const wireCheckout = z.object({
  token: z.string(),
  state: checkoutState,
  status: z.enum(checkoutStatuses),
  currency: z.enum(currencyCodes),
  order,
  /**
   * Only once the order is paid: the lifetime order, and its price while the offer is open. The
   * offer's `discount` is the amount paid for the plan.
   */
  lifetime: z.optional(z.object({ offer: z.nullable(wireQuote), order })),
  version: z.int(),
  quote: z.nullable(wireQuote),
})
export type WireCheckout = z.infer<typeof wireCheckout>
export type WireOrder = NonNullable<WireCheckout['order']>

const flag = z.boolean()
const text = z.string().check(z.maxLength(2_000))
const shape = checkoutState.shape

/** The driver's fields; one that is not sent stays unchanged. */
export const customerChange = buildPartialGroup(z.omit(customer, { id: true }))

/** The address's fields; one that is not sent stays unchanged. */
export const shippingChange = buildPartialGroup(
  z.omit(shipping, {
    id: true,
    shipping_method: true,
    total: true,
    tax: true,
    total_currency: true,
  }),
)

/**
 * The fields a customer may change: an allowlist. Only the server sets ids, prices, totals, tax,
 * the order and the status. Names that are not listed are ignored: a client may send back a whole state.
 */
export const wireChange: z.ZodMiniType<StateChange> = z.exactPartial(
  z.object({
    step: z.int().check(z.gte(1), z.lte(6)),
    category: z.enum(['physical', 'digital']),
    selectedLicense: z.int().check(z.refine(isPlanId, 'selectedLicense.unknown')),
    planChanged: flag,
    cartProduct: z.nullable(z.int()),
    /** The server looks up the terms; null removes the coupon. */
    coupon: z.nullable(z.object({ name: z.string().check(z.maxLength(64)) })),
    products: z.array(z.int()).check(z.maxLength(20)),
    travelItemsInCart: shape.travelItemsInCart.def.innerType,
    customer: customerChange,
    shipping: shippingChange,
    full_address: text,
    selectedShippingMethod: z.nullable(z.object({ code: z.string().check(z.maxLength(40)) })),
    approval_documents: z.object({ add_later: flag }),
    urgent: z.exactPartial(z.object({ selected: flag, is_skip: flag })),
    terms: z.exactPartial(z.object({ selected: flag, error: flag })),
    paymentMethod: shape.paymentMethod.def.innerType,
    destinations: z
      .array(z.string().check(z.toLowerCase(), z.refine(isDestinationCode, 'destinations.unknown')))
      .check(z.maxLength(maxDestinations, 'destinations.many')),
    acknowledgements: z
      .array(z.string().check(z.regex(acknowledgementIdPattern, 'acknowledgements.unknown')))
      .check(z.maxLength(2 * maxDestinations)),
    /** `yyyy-mm-dd`; null without one. */
    trip_start: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'trip_start.impossible'))),
    userCountry: text,
    dialCode: text,
    currency: z.enum(currencyCodes),
    language: z.string().check(z.maxLength(8)),
    langData: shape.langData.def.innerType,
    /** An IANA name: `Europe/Madrid`. */
    time_zone: z.string().check(z.maxLength(64)),
    gclid: text,
    fbc: text,
    fbp: text,
    tune_offer_id: text,
    tune_aff_click_id: text,
    tune_affiliate_id: text,
    tune_source: text,
    tune_transaction_id: text,
    voluum_cid: text,
    tracking_url: text,
    affiliate_meta: z.object({ msclkid: text }),
  }),
)
/** A group's fields without their defaults, each of them optional. */
function buildPartialGroup<Shape extends Record<string, z.ZodMiniDefault<z.core.SomeType>>>(
  group: z.ZodMiniObject<Shape>,
) {
  const shape = Object.fromEntries(
    Object.entries(group.shape).map(([name, field]) => [
      name,
      z.exactOptional(field.def.innerType),
    ]),
  ) as { [K in keyof Shape]: z.ZodMiniExactOptional<Shape[K]['_zod']['def']['innerType']> }
  return z.object(shape)
}

const launchQuery = z.record(
  z.string().check(z.maxLength(64)),
  z.string().check(z.maxLength(4_000)),
)

const checkoutPath = '/api/checkout/[token]/'

/**
 * Creates a checkout, or continues the one this browser has in progress. `launch` is the query of
 * the landing address.
 */
export const createCheckout = defineApiCall({
  method: 'POST',
  path: '/api/checkout/',
  body: z.object({ state: z.optional(wireChange), launch: z.optional(launchQuery) }),
  response: wireCheckout,
})

/** The checkout of a token. */
export const readCheckout = defineApiCall({
  method: 'GET',
  path: checkoutPath,
  response: wireCheckout,
})

/** The steps whose form the customer submits. */
const submittedStep = z.enum(['driver-details', 'upload-photos', 'shipping', 'review', 'info'])
export type SubmittedStep = z.infer<typeof submittedStep>

/**
 * Saves part of the state, based on `version`. A page that is being unloaded cannot handle a
 * `stale` response: it omits the version, and its change is applied to the current state.
 *
 * `submits` names the step that the customer leaves by Continue: its answers are stored as by its
 * own call (`createCustomer`, `createShipping`) in the same write. If they are incomplete or
 * invalid, the change is saved without the step; `step_refused` lists the issues and has the
 * checkout.
 */
export const saveCheckout = defineApiCall({
  method: 'PATCH',
  path: checkoutPath,
  body: z.object({
    version: z.optional(z.int()),
    state: wireChange,
    submits: z.optional(submittedStep),
  }),
  response: wireCheckout,
})

import * as z from 'zod/mini'
import { campaigns } from '@/domain/catalog/campaigns'
import { defaultLicense } from '@/domain/catalog/plans'
import { product } from '@/domain/catalog/product-schema'
import { travelCart, travelItem } from '@/domain/catalog/travel-item-schema'
import { customer, emptyCustomer, emptyShipping, shipping } from '@/domain/checkout/customer-schema'
import { currencyCodes, defaultCurrency } from '@/domain/data/currencies'
import { defaultLanguage } from '@/domain/data/default-language'
import { documentTypes } from '@/domain/data/document-types'
import { couponRefusals } from '@/domain/pricing/coupon'
import { coupon } from '@/domain/pricing/coupon-schema'

const text = z._default(z.string().check(z.maxLength(2_000)), '')
const flag = z._default(z.boolean(), false)
const list = <T extends z.core.SomeType>(item: T) => z._default(z.array(item), [])
const nullable = <T extends z.core.SomeType>(schema: T) => z._default(z.nullable(schema), null)

/** The currencies the coupon has an amount in, if the checkout's is not one of them: `EUR, PLN`. */
const currencies = z.optional(z.string())

/** A price line by line, in major units, with the names of `Quote`. */
export const priceLines = z.object({
  plan: z.number(),
  urgent: z.number(),
  shipping: z.number(),
  travel: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
})

/** An uploaded photo. */
export const approvalImage = z.object({
  id: z.string(),
  type: z.enum(documentTypes),
  /** Increases each time the photo is replaced. */
  revision: z._default(z.int(), 1),
  /** The browser's checks advised against the photo and the customer uses it anyway. */
  needs_review: flag,
  /** When this revision was stored; absent in older checkouts. */
  added_at: z.optional(z.string()),
})
export type ApprovalImage = z.infer<typeof approvalImage>

/** Urgent processing, as the customer chose it. */
const urgentChoice = z.object({
  selected: z.boolean(),
  is_skip: z.boolean(),
  /** The customer has chosen; otherwise it is the default. */
  is_chosen: z.optional(z.boolean()),
})

/**
 * A checkout as it is stored, with its names on the wire: the customer's answers, and what the
 * server decided once. It has no prices: `deriveState` computes them from the catalog.
 */
export const storedState = z.object({
  /** The furthest step reached, 1 to 6: `domain/checkout/steps.ts`. */
  step: z._default(z.int().check(z.gte(1), z.lte(6)), 1),
  category: z._default(z.enum(['physical', 'digital', 'urgent', 'lifetime']), 'physical'),
  coupon: nullable(z.object({ name: z.string() })),
  /**
   * The last applied coupon that is currently unusable, and why; another found coupon may replace
   * it.
   */
  coupon_refused: nullable(
    z.object({ name: z.string(), code: z.enum(couponRefusals), currencies }),
  ),
  /**
   * The customer chose the coupon, or chose none: a better one does not replace it automatically.
   */
  coupon_is_own: flag,
  /** Coupons the customer removed: only the customer can apply them again. */
  coupons_removed: list(z.string()),
  /**
   * Every coupon from the link or the shop's campaigns, with what it would save, in major units.
   */
  coupons_found: list(
    z.object({
      name: z.string(),
      saves: z.number(),
      code: z.nullable(z.enum(couponRefusals)),
      currencies,
      /** It saves only on delivery, whose price is still an estimate. */
      on_delivery: z.optional(z.boolean()),
      /** It is in no link: the customer typed it, or it is the season's deal. */
      typed: z.optional(z.boolean()),
    }),
  ),
  /** Campaigns switched on by the landing link. */
  campaigns: list(z.enum(campaigns)),
  /** The variant of each experiment this checkout is in. */
  variants: z._default(z.record(z.string(), z.string()), {}),
  /** Plan ids the link limits the choice to; empty offers all. */
  products: list(z.int()),
  selectedLicense: z._default(z.int(), defaultLicense),
  planChanged: flag,
  cartProduct: nullable(z.int()),
  travel_items: list(z.object({ id: z.string(), item_id: z.int(), quantity: z.int() })),
  travelItemsInCart: travelCart,
  /** Travel items a digital plan removed from the cart; a printed plan restores them. */
  travelItemsAside: travelCart,
  customer: z._default(customer, emptyCustomer),
  shipping: z._default(shipping, emptyShipping),
  full_address: text,
  selectedShippingMethod: nullable(z.object({ code: z.string() })),
  approval_documents: z._default(
    z.object({ add_later: z.boolean(), images: z.array(approvalImage) }),
    { add_later: false, images: [] },
  ),
  urgent: z._default(urgentChoice, { selected: true, is_skip: false }), // preselected
  upsellOffers: list(z.object({ id: z.int(), accepted: z.boolean() })),
  terms: z._default(z.object({ selected: z.boolean(), error: z.boolean() }), {
    selected: false,
    error: false,
  }),
  paymentMethod: nullable(z.enum(['stripe', 'paypal', 'apple pay', 'google pay'])),
  confirmation_payment_method: nullable(z.string()),
  isLifetimePaid: flag,
  isSubscriptionEnabled: flag,
  destinations: list(z.string().check(z.maxLength(8))),
  /** When the trip starts, `yyyy-mm-dd`: which couriers arrive in time. */
  trip_start: nullable(z.string().check(z.maxLength(10))),
  /**
   * What the customer has acknowledged, by the ids of `domain/destinations/permit-verdict.ts`:
   * `not_accepted:jp`.
   */
  acknowledgements: list(z.string().check(z.maxLength(40))),
  userCountry: text,
  /** The country of the phone number's calling code. */
  dialCode: text,
  currency: z._default(z.enum(currencyCodes), defaultCurrency),
  /**
   * The last change of currency, with the price before it in major units; null once the order has
   * changed.
   */
  currencyData: nullable(
    z.object({
      from_value: z.enum(currencyCodes),
      to_value: z.enum(currencyCodes),
      before: priceLines,
    }),
  ),
  /** The currency of a failed change; the old one stays. */
  currency_error: nullable(z.enum(currencyCodes)),
  language: z._default(z.string().check(z.maxLength(8)), defaultLanguage),
  langData: nullable(z.object({ from_value: z.string(), to_value: z.string() })),
  /** The id of the partner's token. The token itself is not stored. */
  partnerToken: nullable(z.string()),
  /** The partner's name. */
  partner: nullable(z.string()),
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
  affiliate_meta: z._default(z.object({ msclkid: z.string() }), { msclkid: '' }),
})

/** The fields that are computed, not stored. Money is in major units. */
const derivedFields = {
  token: text,
  email: text,
  completedStep: z._default(z.int().check(z.gte(0), z.lte(6)), 0),
  deliveryMethod: z._default(z.enum(['delivery', 'pickupPoints']), 'delivery'),
  coupon_expired: flag,
  total: z._default(z.number(), 0),
  productList: list(product),
  travelItemsData: list(travelItem),
  tax_group: z._default(z.object({ tax_rate: z.number() }), { tax_rate: 0 }),
  orderId: nullable(z.string()),
}

/** A checkout on the wire and in the browser: what is stored, with plans, prices, tax and terms. */
export const checkoutState = z.extend(storedState, {
  ...derivedFields,
  coupon: nullable(coupon),
  selectedShippingMethod: nullable(
    z.object({
      code: z.string(),
      /** In the shop's own language; texts may have another one. */
      name: z._default(z.string(), ''),
      price: z._default(z.number(), 0),
      /** Working days. */
      min_delivery: z._default(z.number(), 0),
      max_delivery: z._default(z.number(), 0),
    }),
  ),
  urgent: z._default(z.extend(urgentChoice, { total: z.number(), discount: z.number() }), {
    selected: true,
    is_skip: false,
    total: 0,
    discount: 0,
  }),
})

/** What a stored and a derived state have in common. */
export type BaseState = z.infer<typeof storedState>

/** A derived state is no stored one: its prices are of one moment. */
export type StoredState = BaseState & { [Field in keyof typeof derivedFields]?: never } & {
  /** The IANA name of the customer's time zone, for times in mails. Pages do not read it. */
  time_zone?: string
}

/** A derived state: the only one that has a price. */
export type CheckoutState = z.infer<typeof checkoutState>

export const emptyStoredState: StoredState = /* @__PURE__ */ storedState.parse({})
export const emptyCheckout: CheckoutState = checkoutState.parse({})

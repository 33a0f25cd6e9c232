import type { WireCheckout, WireOrder } from '@/contract/checkout'
import {
  findPlan,
  findReplacementPlan,
  hasParcel,
  listOfferedProducts,
  urgentId,
} from '@/domain/catalog/plans'
import { resolveShippingMethod } from '@/domain/catalog/shipping-methods'
import {
  type CheckoutState,
  emptyCheckout,
  type StoredState,
} from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { residenceOf, resolveAddressee } from '@/domain/checkout/residence'
import type { CurrencyCode } from '@/domain/data/currencies'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import {
  type CouponContext,
  couponContextOf,
  deriveCoupons,
  type PricedState,
} from '@/server/checkout/coupons'
import { buildLifetimeOffer } from '@/server/checkout/lifetime-offer'
import type { StoredCheckout, StoredOrder } from '@/server/checkout/stored-checkout'
import type { ChargedQuote } from '@/server/db/tables/orders'

/**
 * A stored state with everything that the catalog and the day decide: plans, prices, tax and coupon
 * terms. Only the result has a price. Money is in major units. `toWireCheckout` adds token, order
 * and total.
 */
export function deriveState(
  stored: StoredState,
  catalog: Catalog,
  couponContext: CouponContext,
): CheckoutState {
  return deriveCoupons(derivePrices(stored, catalog), { catalog, couponContext })
}

/**
 * The plans on offer and the plan that counts: the chosen one, or its replacement if it is not on
 * offer. Prices in major units.
 */
export function resolvePlan(state: StoredState, catalog: Catalog) {
  const products = catalog.products(state.currency)
  const productList = listOfferedProducts(products, state)
  const plan =
    findPlan(productList, state.selectedLicense) ??
    findReplacementPlan(findPlan(products, state.selectedLicense), productList)
  return {
    productList,
    selectedLicense: plan?.id ?? state.selectedLicense,
    category: plan?.category ?? state.category,
    hasPlan: plan !== undefined,
  }
}

/** Everything of a state that the catalog decides, coupons excepted. Money is in major units. */
export function derivePrices(stored: StoredState, catalog: Catalog): PricedState {
  const { hasPlan, ...plan } = resolvePlan(stored, catalog)
  const { currency, language, partner } = stored
  const state = {
    ...emptyCheckout,
    ...stored,
    ...plan,
    email: stored.customer.email,
    completedStep: stored.step - 1,
    deliveryMethod: resolveDeliveryMethod(partner, catalog),
    urgent: deriveUrgent(stored, plan.productList),
    travelItemsData: catalog.travelItems(currency, language),
    tax_group: { tax_rate: resolveTaxRate(stored, hasPlan && hasParcel(plan.category), catalog) },
  }
  const { country } = resolveAddressee(stored)
  return { ...state, selectedShippingMethod: findMethodTo(country, state, catalog) }
}

/** A printed permit is taxed by the delivery address, a digital one by the driver's residence. */
function resolveTaxRate(state: StoredState, isPhysical: boolean, catalog: Catalog): number {
  const { shipping, customer } = state
  if (isPhysical && shipping.country) return catalog.taxRate(shipping.country, shipping.state)
  return catalog.taxRate(residenceOf(state), customer.state)
}

/** `pickupPoints` while the order's partner has open pickup points; else `delivery`. */
export const resolveDeliveryMethod = (
  partner: string | null,
  catalog: Catalog,
): CheckoutState['deliveryMethod'] =>
  partner && catalog.pickupPoints(partner).length > 0 ? 'pickupPoints' : 'delivery'

/** Without a price in the currency the extra is deselected: it is never free. */
function deriveUrgent({ urgent }: StoredState, productList: CheckoutState['productList']) {
  const offer = findPlan(productList, urgentId)
  return {
    ...urgent,
    selected: urgent.selected && offer !== undefined,
    total: offer?.price ?? 0,
    discount: 0,
  }
}

/** What decides the shipping method, the country apart. */
type MethodChoice = Pick<CheckoutState, 'currency' | 'category' | 'deliveryMethod' | 'partner'> &
  Pick<StoredState, 'selectedShippingMethod'>

/**
 * The chosen shipping method, else the default one, with its price to a country in major units: an
 * estimate until the customer has given an address. Null for a digital permit, without a country and
 * without a carrier.
 */
function findMethodTo(
  country: string,
  state: MethodChoice,
  catalog: Catalog,
): CheckoutState['selectedShippingMethod'] {
  const { selectedShippingMethod, currency, category } = state
  if (!hasParcel(category) || !country) return null
  const methods = catalog.shippingMethods(country, currency, findPickupPartner(state))
  return resolveShippingMethod(methods, selectedShippingMethod?.code) ?? null
}

/**
 * A checkout in its wire format, with money in major units. A caller that has just derived the
 * row's state passes it.
 */
export function toWireCheckout(
  storedCheckout: StoredCheckout,
  token: string,
  catalog: Catalog,
  now: Date,
  state = deriveState(storedCheckout.row.state, catalog, couponContextOf(storedCheckout.row, now)),
): WireCheckout {
  const { row, order } = storedCheckout
  const quote = quoteOf(state)
  return {
    token,
    state: {
      ...state,
      token,
      total: quote ? toMajor(quote.total, quote.currency) : 0,
      orderId: order?.id ?? null,
    },
    status: row.status,
    currency: state.currency,
    order: order && toWireOrder(order),
    ...(row.status !== 'processing' && { lifetime: toWireLifetime(storedCheckout, catalog) }),
    version: row.version,
    quote: quote && toWireQuote(quote),
  }
}

/** The travel items as charged, with their totals in major units; none in older orders. */
export const toWireTravelItems = ({ travelItems = [], currency }: ChargedQuote) =>
  travelItems.map(line => ({ ...line, total: toMajor(line.total, currency) }))

/** A quote in major units. */
export function toWireQuote(quote: Quote): NonNullable<WireCheckout['quote']> {
  const toMajorUnits = (amount: number) => toMajor(amount, quote.currency)
  return {
    currency: quote.currency,
    plan: toMajorUnits(quote.plan),
    urgent: toMajorUnits(quote.urgent),
    shipping: toMajorUnits(quote.shipping),
    travel: toMajorUnits(quote.travel),
    discount: toMajorUnits(quote.discount),
    tax: toMajorUnits(quote.tax),
    total: toMajorUnits(quote.total),
  }
}

function toWireOrder(order: StoredOrder): WireOrder {
  const { id, status, total, refunded, currency, paidAt, fulfilledAt, charged } = order
  const code = currency as CurrencyCode
  return {
    id,
    status,
    total: toMajor(total, code),
    refunded: toMajor(refunded, code),
    ...(order.refundedAt && { refunded_at: order.refundedAt.toISOString() }),
    currency: code,
    paid_at: paidAt?.toISOString() ?? null,
    ...(fulfilledAt && {
      fulfilled_at: fulfilledAt.toISOString(),
      tracking_number: order.trackingNumber,
    }),
    charged: charged && {
      ...toWireQuote(charged),
      plan_id: charged.planId,
      coupon: charged.coupon,
      travel_items: toWireTravelItems(charged),
    },
  }
}

function toWireLifetime(storedCheckout: StoredCheckout, catalog: Catalog) {
  const offer = buildLifetimeOffer(storedCheckout, catalog)
  return {
    offer: offer && toWireQuote(offer),
    order: storedCheckout.lifetime ? toWireOrder(storedCheckout.lifetime) : null,
  }
}

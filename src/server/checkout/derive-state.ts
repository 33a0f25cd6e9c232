import type { WireCheckout } from '@/contract/checkout'
import {
  findPlan,
  findReplacementPlan,
  hasParcel,
  listOfferedProducts,
  urgentId,
} from '@/domain/catalog/plans'
import { pickDefaultMethod } from '@/domain/catalog/shipping-methods'
import { type CheckoutState, checkoutState } from '@/domain/checkout/checkout-state'
import { orderOf, quoteOf } from '@/domain/checkout/quote-of-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { savingOf } from '@/domain/pricing/best-coupon'
import {
  type Coupon,
  type CouponConditions,
  type CouponRefusal,
  resolveCouponRefusal,
} from '@/domain/pricing/coupon'
import { toMajor } from '@/domain/pricing/money'
import type { Order, Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import { buildLifetimeOffer } from '@/server/checkout/lifetime-offer'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import { resolveTaxRate } from '@/server/checkout/tax-rate'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

/**
 * A checkout in its wire format: the stored answers and the values derived from the catalog. Money
 * is in major units.
 */
export function toWireCheckout(
  storedCheckout: StoredCheckout,
  token: string,
  catalog: Catalog,
  now: Date,
): WireCheckout {
  const { row, order } = storedCheckout
  const state = deriveState(row.state, catalog, couponContextOf(row, now))
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

function toWireOrder({ id, status, total, refunded, currency, paidAt, charged }: OrderRow) {
  const code = currency as CurrencyCode
  return {
    id,
    status,
    total: toMajor(total, code),
    refunded: toMajor(refunded, code),
    currency: code,
    paid_at: paidAt?.toISOString() ?? null,
    charged: charged && {
      ...toWireQuote(charged),
      plan_id: charged.planId,
      coupon: charged.coupon,
      travel_items: (charged.travelItems ?? []).map(line => ({
        ...line,
        total: toMajor(line.total, code),
      })),
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

/**
 * The coupon conditions that are not in the catalog. `hasBoughtBefore` needs a query of the
 * orders, so it is optional.
 */
export type CouponContext = Pick<CouponConditions, 'nowMs' | 'isReserved'> &
  Partial<Pick<CouponConditions, 'hasBoughtBefore'>>

/** The coupon conditions of a checkout. The coupon of a payment, active or made, stays valid. */
export const couponContextOf = (
  row: Pick<CheckoutRow, 'activeAttemptId' | 'status'>,
  now: Date,
): CouponContext => ({
  nowMs: now.getTime(),
  isReserved: row.activeAttemptId !== null || row.status !== 'processing',
})

/**
 * The state with everything derived from the catalog: products, prices, tax and coupon terms. Money
 * is in major units.
 */
export function deriveState(
  storedState: CheckoutState,
  catalog: Catalog,
  couponContext: CouponContext,
): CheckoutState {
  const parsedState = checkoutState.parse(storedState)
  const products = catalog.products(parsedState.currency)
  const productList = listOfferedProducts(products, parsedState)
  const plan =
    findPlan(productList, parsedState.selectedLicense) ??
    findReplacementPlan(findPlan(products, parsedState.selectedLicense), productList)
  const state: CheckoutState = {
    ...parsedState,
    email: parsedState.customer.email,
    deliveryMethod: resolveDeliveryMethod(parsedState, catalog),
    completedStep: parsedState.step - 1,
    productList,
    selectedLicense: plan?.id ?? parsedState.selectedLicense,
    category: plan?.category ?? parsedState.category,
    urgent: deriveUrgent(parsedState, productList),
    travelItemsData: catalog.travelItems(parsedState.currency, parsedState.language),
    tax_group: {
      tax_rate: resolveTaxRate(
        parsedState,
        plan !== undefined && hasParcel(plan.category),
        catalog,
      ),
    },
  }
  const stateWithShipping = {
    ...state,
    selectedShippingMethod: resolveShippingMethod(state, catalog),
  }
  return { ...stateWithShipping, ...deriveCoupons(stateWithShipping, catalog, couponContext) }
}

/** `pickupPoints` while the order's partner has open pickup points; else `delivery`. */
function resolveDeliveryMethod(
  state: CheckoutState,
  catalog: Catalog,
): CheckoutState['deliveryMethod'] {
  const partner = findPickupPartner(state)
  return partner && catalog.pickupPoints(partner).length > 0 ? 'pickupPoints' : 'delivery'
}

/** Without a price in the currency the extra is deselected: it is never free. */
function deriveUrgent({ urgent }: CheckoutState, productList: CheckoutState['productList']) {
  const offer = findPlan(productList, urgentId)
  return {
    ...urgent,
    selected: urgent.selected && offer !== undefined,
    total: offer?.price ?? 0,
    discount: 0,
  }
}

/** The chosen coupon's terms or its refusal, and the saving or refusal of every found coupon. */
function deriveCoupons(state: CheckoutState, catalog: Catalog, couponContext: CouponContext) {
  const { coupon: chosenCoupon, coupon_refused, coupons_found } = state
  const evaluation =
    chosenCoupon && evaluateCoupon(state, catalog, chosenCoupon.name, couponContext)
  const refusal =
    chosenCoupon && evaluation?.code
      ? { name: chosenCoupon.name, code: evaluation.code }
      : coupon_refused
  return {
    coupon: evaluation?.coupon ?? null,
    coupon_refused: refusal && { ...refusal, ...buildCurrencyHint(refusal, catalog) },
    coupon_expired: refusal?.code === 'expired',
    coupons_found: coupons_found.map(foundCoupon => {
      const { coupon, code: currentCode } = evaluateCoupon(
        state,
        catalog,
        foundCoupon.name,
        couponContext,
      )
      // `new_customers` was checked in the database when the coupon was found.
      const code = currentCode ?? (foundCoupon.code === 'new_customers' ? foundCoupon.code : null)
      const saving = coupon && !code ? calculateSaving(state, coupon, catalog) : { saves: 0 }
      const entry = { ...foundCoupon, ...saving, name: coupon?.name ?? foundCoupon.name, code }
      return { ...entry, ...buildCurrencyHint(entry, catalog) }
    }),
  }
}

/** For a coupon refused for its currency: the currencies that it has, `EUR, PLN`. */
export const buildCurrencyHint = (
  { name, code }: { name: string; code: CouponRefusal | null },
  catalog: Catalog,
) => (code === 'currency' ? { currencies: catalog.couponCurrencies(name).join(', ') } : {})

/** The terms of a coupon for a derived state, or the code of its refusal. */
export function evaluateCoupon(
  state: CheckoutState,
  catalog: Catalog,
  name: string,
  couponContext: CouponContext,
): { coupon: Coupon | null; code: CouponRefusal | null } {
  const knownCoupon = catalog.coupon(name, state.currency)
  const code = resolveCouponRefusal(knownCoupon, {
    nowMs: couponContext.nowMs,
    // Looked up when a coupon is applied and at payment.
    hasBoughtBefore: couponContext.hasBoughtBefore ?? false,
    isReserved: couponContext.isReserved && state.coupon?.name === knownCoupon?.name,
    plan: { id: state.selectedLicense, isPhysical: hasParcel(state.category) },
    travel: state.travelItemsInCart.map(({ item_id }) => item_id),
    isPartnerOrder: state.partnerToken !== null,
  })
  return { coupon: code ? null : (knownCoupon?.terms ?? null), code }
}

/**
 * The saving of a coupon on a derived state, in major units. Free delivery counts before the
 * delivery price is known.
 */
function calculateSaving(state: CheckoutState, coupon: Coupon, catalog: Catalog) {
  const savings = buildComparisonOrders(state, catalog).map(order => savingOf(order, coupon))
  const saving = savings.find(amount => amount > 0) ?? 0
  return {
    saves: toMajor(saving, state.currency),
    ...(saving > 0 && savings[0] === 0 && { on_delivery: true }),
  }
}

/**
 * The orders that coupons are compared on, without a coupon: first at the shown price, then with
 * the delivery price of the customer's likely country. Without the second, free delivery would save
 * nothing on the first step.
 */
export function buildComparisonOrders(state: CheckoutState, catalog: Catalog): Order[] {
  const { shipping, customer, userCountry } = state
  const country = shipping.country || customer.country_of_residence || userCountry
  const selectedShippingMethod = findShippingMethod(country, state, catalog)
  return [state, { ...state, selectedShippingMethod }].flatMap(
    candidate => orderOf({ ...candidate, coupon: null }) ?? [],
  )
}

type ChosenMethod = CheckoutState['selectedShippingMethod']

/** Without an address, the parcel of a stored driver goes to the residence. */
const resolveShippingMethod = (state: CheckoutState, catalog: Catalog): ChosenMethod =>
  findShippingMethod(
    state.shipping.country || (state.customer.id && state.customer.country_of_residence),
    state,
    catalog,
  )

function findShippingMethod(
  country: string | null,
  state: CheckoutState,
  catalog: Catalog,
): ChosenMethod {
  const { selectedShippingMethod, currency, category } = state
  if (!hasParcel(category) || !country) return null
  const methods = catalog.shippingMethods(country, currency, findPickupPartner(state))
  const method =
    methods.find(({ code }) => code === selectedShippingMethod?.code) ?? pickDefaultMethod(methods)
  return method ? { code: method.code, price: method.price } : null
}

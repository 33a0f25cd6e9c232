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
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

/** A checkout as the wire tells it: what the customer said, and what the shop's own tables add to it. */
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

/** What besides the catalog decides whether a coupon counts. Who has bought before only the orders know. */
export type CouponContext = Pick<CouponConditions, 'nowMs' | 'isReserved'> &
  Partial<Pick<CouponConditions, 'hasBoughtBefore'>>

/** A row's moment: a coupon that is being paid with, or was, stays good. */
export const couponContextOf = (
  row: Pick<CheckoutRow, 'activeAttemptId' | 'status'>,
  now: Date,
): CouponContext => ({
  nowMs: now.getTime(),
  isReserved: row.activeAttemptId !== null || row.status !== 'processing',
})

/** The state with everything derived from the catalog: products, prices, tax and coupon terms. */
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

/** Of a partner who has closed every point it is sent, as of others. */
function resolveDeliveryMethod(
  state: CheckoutState,
  catalog: Catalog,
): CheckoutState['deliveryMethod'] {
  const partner = findPickupPartner(state)
  return partner && catalog.pickupPoints(partner).length > 0 ? 'pickupPoints' : 'delivery'
}

/** Without a price the extra is not on offer: it is never given away. */
function deriveUrgent({ urgent }: CheckoutState, productList: CheckoutState['productList']) {
  const offer = findPlan(productList, urgentId)
  return {
    ...urgent,
    selected: urgent.selected && offer !== undefined,
    total: offer?.price ?? 0,
    discount: 0,
  }
}

/** The chosen coupon's terms, or why it does not count just now; and what everything found would do. */
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
      // That somebody has bought before was looked up when the coupon was found.
      const code = currentCode ?? (foundCoupon.code === 'new_customers' ? foundCoupon.code : null)
      const saving = coupon && !code ? calculateSaving(state, coupon, catalog) : { saves: 0 }
      const entry = { ...foundCoupon, ...saving, name: coupon?.name ?? foundCoupon.name, code }
      return { ...entry, ...buildCurrencyHint(entry, catalog) }
    }),
  }
}

/** Where a coupon has no discount in a currency, the ones it has: `EUR, PLN`. */
export const buildCurrencyHint = (
  { name, code }: { name: string; code: CouponRefusal | null },
  catalog: Catalog,
) => (code === 'currency' ? { currencies: catalog.couponCurrencies(name).join(', ') } : {})

/** What a filled state may have of a coupon: its terms, or why it may not. */
export function evaluateCoupon(
  state: CheckoutState,
  catalog: Catalog,
  name: string,
  couponContext: CouponContext,
): { coupon: Coupon | null; code: CouponRefusal | null } {
  const knownCoupon = catalog.coupon(name, state.currency)
  const code = resolveCouponRefusal(knownCoupon, {
    nowMs: couponContext.nowMs,
    // It is looked up where a coupon is taken on, and at payment.
    hasBoughtBefore: couponContext.hasBoughtBefore ?? false,
    isReserved: couponContext.isReserved && state.coupon?.name === knownCoupon?.name,
    plan: { id: state.selectedLicense, isPhysical: hasParcel(state.category) },
    travel: state.travelItemsInCart.map(({ item_id }) => item_id),
    isPartnerOrder: state.partnerToken !== null,
  })
  return { coupon: code ? null : (knownCoupon?.terms ?? null), code }
}

/** What a coupon saves on a filled state, in major units; free delivery counts before its price is known. */
function calculateSaving(state: CheckoutState, coupon: Coupon, catalog: Catalog) {
  const savings = buildComparisonOrders(state, catalog).map(order => savingOf(order, coupon))
  const saving = savings.find(amount => amount > 0) ?? 0
  return {
    saves: toMajor(saving, state.currency),
    ...(saving > 0 && savings[0] === 0 && { on_delivery: true }),
  }
}

/**
 * What coupons are compared on, without one: the order at its shown price, then the same with what delivery
 * will cost where the customer seems to be, else free delivery would save nothing on the first step.
 */
export function buildComparisonOrders(state: CheckoutState, catalog: Catalog): Order[] {
  const { shipping, customer, userCountry } = state
  const country = shipping.country || customer.country_of_residence || userCountry
  const selectedShippingMethod = findShippingMethod(country, state, catalog)
  return [state, { ...state, selectedShippingMethod }].flatMap(
    candidate => orderOf({ ...candidate, coupon: null }) ?? [],
  )
}

/** Tax follows the parcel; a digital permit is taxed where its driver lives. */
function resolveTaxRate(state: CheckoutState, isPhysical: boolean, catalog: Catalog): number {
  const { shipping, customer, userCountry } = state
  if (isPhysical && shipping.country) return catalog.taxRate(shipping.country, shipping.state)
  return catalog.taxRate(customer.country_of_residence || userCountry, customer.state)
}

type ChosenMethod = CheckoutState['selectedShippingMethod']

/** Until there is an address, a known driver's parcel goes home. */
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

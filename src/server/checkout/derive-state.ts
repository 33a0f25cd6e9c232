import type { WireCheckout } from '@/contract/checkout'
import { hasParcel, insteadOf, offeredOf, planById, urgentId } from '@/domain/catalog/plans'
import { defaultMethod } from '@/domain/catalog/shipping-methods'
import { type CheckoutState, checkoutState } from '@/domain/checkout/checkout-state'
import { orderOf, quoteOf } from '@/domain/checkout/quote-of-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { pickupPartner } from '@/domain/links/partner-offer'
import { savingOf } from '@/domain/pricing/best-coupon'
import {
  type Circumstances,
  type Coupon,
  type CouponRefusal,
  refusalOf,
} from '@/domain/pricing/coupon'
import { toMajor } from '@/domain/pricing/money'
import type { Order, Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog/catalog'
import { lifetimeOffer } from '@/server/checkout/lifetime-offer'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

/** A checkout as the wire tells it: what the customer said, and what the shop's own tables add to it. */
export function present(
  stored: StoredCheckout,
  token: string,
  catalog: Catalog,
  now: Date,
): WireCheckout {
  const { row, order } = stored
  const state = filled(row.state, catalog, momentOf(row, now))
  const priced = quoteOf(state)
  return {
    token,
    state: {
      ...state,
      token,
      total: priced ? toMajor(priced.total, priced.currency) : 0,
      orderId: order?.id ?? null,
    },
    status: row.status,
    currency: state.currency,
    order: order && presentOrder(order),
    ...(row.status !== 'processing' && { lifetime: presentLifetime(stored, catalog) }),
    version: row.version,
    quote: priced && wireQuoteOf(priced),
  }
}

/** A quote in major units. */
export function wireQuoteOf(priced: Quote): NonNullable<WireCheckout['quote']> {
  const major = (amount: number) => toMajor(amount, priced.currency)
  return {
    currency: priced.currency,
    plan: major(priced.plan),
    urgent: major(priced.urgent),
    shipping: major(priced.shipping),
    travel: major(priced.travel),
    discount: major(priced.discount),
    tax: major(priced.tax),
    total: major(priced.total),
  }
}

function presentOrder({ id, status, total, refunded, currency, paidAt, charged }: OrderRow) {
  const code = currency as CurrencyCode
  return {
    id,
    status,
    total: toMajor(total, code),
    refunded: toMajor(refunded, code),
    currency: code,
    paid_at: paidAt?.toISOString() ?? null,
    charged: charged && {
      ...wireQuoteOf(charged),
      plan_id: charged.planId,
      coupon: charged.coupon,
      travel_items: (charged.travelItems ?? []).map(line => ({
        ...line,
        total: toMajor(line.total, code),
      })),
    },
  }
}

function presentLifetime(stored: StoredCheckout, catalog: Catalog) {
  const offer = lifetimeOffer(stored, catalog)
  return {
    offer: offer && wireQuoteOf(offer),
    order: stored.lifetime ? presentOrder(stored.lifetime) : null,
  }
}

/** What besides the catalog decides whether a coupon counts. Who has bought before only the orders know. */
export type Moment = Pick<Circumstances, 'nowMs' | 'isHeld'> &
  Partial<Pick<Circumstances, 'hasBoughtBefore'>>

/** A row's moment: a coupon that is being paid with, or was, stays good. */
export const momentOf = (row: Pick<CheckoutRow, 'paying' | 'status'>, now: Date): Moment => ({
  nowMs: now.getTime(),
  isHeld: row.paying !== null || row.status !== 'processing',
})

/** The state with everything derived from the catalog: products, prices, tax and coupon terms. */
export function filled(stored: CheckoutState, catalog: Catalog, moment: Moment): CheckoutState {
  const said = checkoutState.parse(stored)
  const products = catalog.products(said.currency)
  const productList = offeredOf(products, said)
  const plan =
    planById(productList, said.selectedLicense) ??
    insteadOf(planById(products, said.selectedLicense), productList)
  const state: CheckoutState = {
    ...said,
    email: said.customer.email,
    deliveryMethod: deliveryMethodOf(said, catalog),
    completedStep: said.step - 1,
    productList,
    selectedLicense: plan?.id ?? said.selectedLicense,
    category: plan?.category ?? said.category,
    urgent: urgentOf(said, productList),
    travelItemsData: catalog.travelItems(said.currency, said.language),
    tax_group: { tax_rate: taxRate(said, plan !== undefined && hasParcel(plan.category), catalog) },
  }
  const delivered = { ...state, selectedShippingMethod: methodOf(state, catalog) }
  return { ...delivered, ...couponOf(delivered, catalog, moment) }
}

/** Of a partner who has closed every point it is sent, as of others. */
function deliveryMethodOf(state: CheckoutState, catalog: Catalog): CheckoutState['deliveryMethod'] {
  const partner = pickupPartner(state)
  return partner && catalog.pickupPoints(partner).length > 0 ? 'pickupPoints' : 'delivery'
}

/** Without a price the extra is not on offer: it is never given away. */
function urgentOf({ urgent }: CheckoutState, productList: CheckoutState['productList']) {
  const offer = planById(productList, urgentId)
  return {
    ...urgent,
    selected: urgent.selected && offer !== undefined,
    total: offer?.price ?? 0,
    discount: 0,
  }
}

/** The chosen coupon's terms, or why it does not count just now; and what everything found would do. */
function couponOf(state: CheckoutState, catalog: Catalog, moment: Moment) {
  const { coupon: chosen, coupon_refused, coupons_found } = state
  const judged = chosen && judgedCoupon(state, catalog, chosen.name, moment)
  const refused = chosen && judged?.code ? { name: chosen.name, code: judged.code } : coupon_refused
  return {
    coupon: judged?.coupon ?? null,
    coupon_refused: refused && { ...refused, ...currenciesOf(refused, catalog) },
    coupon_expired: refused?.code === 'expired',
    coupons_found: coupons_found.map(found => {
      const { coupon, code: now } = judgedCoupon(state, catalog, found.name, moment)
      // That somebody has bought before was looked up when the coupon was found.
      const code = now ?? (found.code === 'new_customers' ? found.code : null)
      const worth = coupon && !code ? worthOf(state, coupon, catalog) : { saves: 0 }
      const told = { ...found, ...worth, name: coupon?.name ?? found.name, code }
      return { ...told, ...currenciesOf(told, catalog) }
    }),
  }
}

/** Where a coupon has no discount in a currency, the ones it has: `EUR, PLN`. */
export const currenciesOf = (
  { name, code }: { name: string; code: CouponRefusal | null },
  catalog: Catalog,
) => (code === 'currency' ? { currencies: catalog.couponCurrencies(name).join(', ') } : {})

/** What a filled state may have of a coupon: its terms, or why it may not. */
export function judgedCoupon(
  state: CheckoutState,
  catalog: Catalog,
  name: string,
  moment: Moment,
): { coupon: Coupon | null; code: CouponRefusal | null } {
  const known = catalog.coupon(name, state.currency)
  const code = refusalOf(known, {
    nowMs: moment.nowMs,
    // It is looked up where a coupon is taken on, and at payment.
    hasBoughtBefore: moment.hasBoughtBefore ?? false,
    isHeld: moment.isHeld && state.coupon?.name === known?.name,
    plan: { id: state.selectedLicense, isPhysical: hasParcel(state.category) },
    travel: state.travelItemsInCart.map(({ item_id }) => item_id),
    isPartnerOrder: state.partnerToken !== null,
  })
  return { coupon: code ? null : (known?.terms ?? null), code }
}

/** What a coupon saves on a filled state, in major units; free delivery counts before its price is known. */
function worthOf(state: CheckoutState, coupon: Coupon, catalog: Catalog) {
  const savings = ordersToCompare(state, catalog).map(order => savingOf(order, coupon))
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
export function ordersToCompare(state: CheckoutState, catalog: Catalog): Order[] {
  const { shipping, customer, userCountry } = state
  const country = shipping.country || customer.country_of_residence || userCountry
  const selectedShippingMethod = methodTo(country, state, catalog)
  return [state, { ...state, selectedShippingMethod }].flatMap(
    one => orderOf({ ...one, coupon: null }) ?? [],
  )
}

/** Tax follows the parcel; a digital permit is taxed where its driver lives. */
function taxRate(state: CheckoutState, isPhysical: boolean, catalog: Catalog): number {
  const { shipping, customer, userCountry } = state
  if (isPhysical && shipping.country) return catalog.taxRate(shipping.country, shipping.state)
  return catalog.taxRate(customer.country_of_residence || userCountry, customer.state)
}

type ChosenMethod = CheckoutState['selectedShippingMethod']

/** Until there is an address, a known driver's parcel goes home. */
const methodOf = (state: CheckoutState, catalog: Catalog): ChosenMethod =>
  methodTo(
    state.shipping.country || (state.customer.id && state.customer.country_of_residence),
    state,
    catalog,
  )

function methodTo(country: string | null, state: CheckoutState, catalog: Catalog): ChosenMethod {
  const { selectedShippingMethod, currency, category } = state
  if (!hasParcel(category) || !country) return null
  const methods = catalog.shippingMethods(country, currency, pickupPartner(state))
  const method =
    methods.find(({ code }) => code === selectedShippingMethod?.code) ?? defaultMethod(methods)
  return method ? { code: method.code, price: method.price } : null
}

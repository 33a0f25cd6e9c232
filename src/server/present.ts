import type { WireCheckout } from '@/contract/checkout'
import { type CheckoutState, checkoutState } from '@/domain/checkout'
import type { CurrencyCode } from '@/domain/data/currencies'
import { defaultMethod } from '@/domain/delivery'
import { defaultLicense, planById, urgentId } from '@/domain/plans'
import { toMajor } from '@/domain/pricing/money'
import { quoteOf } from '@/domain/pricing/order'
import type { Quote } from '@/domain/pricing/quote'
import type { Catalog } from '@/server/catalog'
import type { CheckoutRow, OrderRow } from '@/server/db/schema'

export interface StoredCheckout {
  row: CheckoutRow
  order: OrderRow | null
}

/** A checkout as the wire tells it: what the customer said, and what the shop's own tables add to it. */
export function present(
  { row, order }: StoredCheckout,
  token: string,
  catalog: Catalog,
): WireCheckout {
  const state = filled(row.state, catalog)
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

function presentOrder({ id, status, total, currency, paidAt, charged }: OrderRow) {
  const code = currency as CurrencyCode
  return {
    id,
    status,
    total: toMajor(total, code),
    currency: code,
    paid_at: paidAt?.toISOString() ?? null,
    charged: charged && {
      ...wireQuoteOf(charged),
      plan_id: charged.planId,
      coupon: charged.coupon,
    },
  }
}

/** The state with everything derived from the catalog: products, prices, tax and coupon terms. */
export function filled(stored: CheckoutState, catalog: Catalog): CheckoutState {
  const said = checkoutState.parse(stored)
  const productList = offered(catalog.products(said.currency), said.products)
  const plan = planOf(productList, said.selectedLicense)
  const state: CheckoutState = {
    ...said,
    email: said.customer.email,
    completedStep: said.step - 1,
    productList,
    selectedLicense: plan?.id ?? said.selectedLicense,
    category: plan?.category ?? said.category,
    coupon: said.coupon && (catalog.coupon(said.coupon.name, said.currency) ?? null),
    urgent: { ...said.urgent, total: planById(productList, urgentId)?.price ?? 0, discount: 0 },
    tax_group: { tax_rate: taxRate(said, plan?.category === 'physical', catalog) },
  }
  return { ...state, selectedShippingMethod: methodOf(state, catalog) }
}

/** The chosen plan, else the default, else the first that a limited link leaves. */
const planOf = (offer: CheckoutState['productList'], chosen: number) =>
  planById(offer, chosen) ?? planById(offer, defaultLicense) ?? offer.find(({ years }) => years)

/** A link may limit the plans; what is not a plan stays on offer, and a limit that leaves none is no limit. */
function offered(products: CheckoutState['productList'], limitedTo: number[]) {
  const limited = products.filter(({ id, years }) => years === null || limitedTo.includes(id))
  return limited.some(({ years }) => years !== null) ? limited : products
}

/** Tax follows the parcel; a digital permit is taxed where its driver lives. */
function taxRate(state: CheckoutState, isPhysical: boolean, catalog: Catalog): number {
  const { shipping, customer, userCountry } = state
  if (isPhysical && shipping.country) return catalog.taxRate(shipping.country, shipping.state)
  return catalog.taxRate(customer.country_of_residence || userCountry, customer.state)
}

function methodOf(state: CheckoutState, catalog: Catalog): CheckoutState['selectedShippingMethod'] {
  const { shipping, customer, selectedShippingMethod, currency, category } = state
  // Until there is an address, a known driver's parcel goes home.
  const country = shipping.country || (customer.id && customer.country_of_residence)
  if (category !== 'physical' || !country) return null
  const methods = catalog.shippingMethods(country, currency)
  const method =
    methods.find(({ code }) => code === selectedShippingMethod?.code) ?? defaultMethod(methods)
  return method ? { code: method.code, price: method.price } : null
}

import { findPlan, hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { toMinor } from '@/domain/pricing/money'
import { type Order, type Quote, quote } from '@/domain/pricing/quote'

/** What a price is computed from; only a derived state has all of it. */
type PricedFields = Pick<
  CheckoutState,
  | 'productList'
  | 'selectedLicense'
  | 'currency'
  | 'coupon'
  | 'urgent'
  | 'selectedShippingMethod'
  | 'travelItemsInCart'
  | 'travelItemsData'
  | 'tax_group'
>

/**
 * The order to price from a checkout's state, in minor units. Undefined if the chosen plan is not
 * in `productList`.
 */
export function orderOf(state: PricedFields): Order | undefined {
  const plan = findPlan(state.productList, state.selectedLicense)
  if (!plan) return undefined
  const toMinorUnits = (major: number) => toMinor(major, state.currency)
  return {
    currency: state.currency,
    plan: { id: plan.id, isPhysical: hasParcel(plan.category), price: toMinorUnits(plan.price) },
    coupon: state.coupon,
    urgentPrice: state.urgent.selected
      ? toMinorUnits(state.urgent.total - state.urgent.discount)
      : 0,
    shippingPrice: toMinorUnits(state.selectedShippingMethod?.price ?? 0),
    travel: state.travelItemsInCart.flatMap(({ item_id, quantity }) => {
      const item = state.travelItemsData.find(candidate => candidate.item_id === item_id)
      return item ? [{ item_id, quantity, price: toMinorUnits(item.price) }] : []
    }),
    taxRatePercent: state.tax_group.tax_rate,
  }
}

/** The price of a state in minor units; null if its plan is not on offer. */
export function quoteOf(state: PricedFields): Quote | null {
  const order = orderOf(state)
  return order ? quote(order) : null
}

import { hasParcel, planById } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { toMinor } from '@/domain/pricing/money'
import { type Order, type Quote, quote } from '@/domain/pricing/quote'

/** What a checkout's state says about its price. Undefined while the chosen plan is not in the list. */
export function orderOf(state: CheckoutState): Order | undefined {
  const plan = planById(state.productList, state.selectedLicense)
  if (!plan) return undefined
  const minor = (major: number) => toMinor(major, state.currency)
  return {
    currency: state.currency,
    plan: { id: plan.id, isPhysical: hasParcel(plan.category), price: minor(plan.price) },
    coupon: state.coupon,
    urgentPrice: state.urgent.selected ? minor(state.urgent.total - state.urgent.discount) : 0,
    shippingPrice: minor(state.selectedShippingMethod?.price ?? 0),
    travel: state.travelItemsInCart.flatMap(({ item_id, quantity }) => {
      const item = state.travelItemsData.find(known => known.item_id === item_id)
      return item ? [{ item_id, quantity, price: minor(item.price) }] : []
    }),
    taxRatePercent: state.tax_group.tax_rate,
  }
}

/** The price of a state in minor units; null when its plan is not on offer. */
export function quoteOf(state: CheckoutState): Quote | null {
  const order = orderOf(state)
  return order ? quote(order) : null
}

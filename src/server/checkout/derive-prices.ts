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
import { findPickupPartner } from '@/domain/links/partner-offer'
import type { Catalog } from '@/server/catalog/catalog'
import { resolveTaxRate } from '@/server/checkout/tax-rate'

/** A state with the catalog's plans, prices and tax; its coupon is still a name without terms. */
export type PricedState = Omit<CheckoutState, 'coupon'> & Pick<StoredState, 'coupon'>

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
  return { ...state, selectedShippingMethod: findChosenMethod(state, catalog) }
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

/** Without an address, the parcel of a stored driver goes to the residence. */
const findChosenMethod = (
  state: MethodChoice & Pick<StoredState, 'shipping' | 'customer'>,
  catalog: Catalog,
) =>
  findMethodTo(
    state.shipping.country || (state.customer.id && state.customer.country_of_residence),
    state,
    catalog,
  )

/**
 * The chosen shipping method, else the default one, with its price to a country in major units;
 * null for a digital permit, without a country and without a carrier.
 */
export function findMethodTo(
  country: string | null,
  state: MethodChoice,
  catalog: Catalog,
): CheckoutState['selectedShippingMethod'] {
  const { selectedShippingMethod, currency, category } = state
  if (!hasParcel(category) || !country) return null
  const methods = catalog.shippingMethods(country, currency, findPickupPartner(state))
  const method = resolveShippingMethod(methods, selectedShippingMethod?.code)
  return method ? { code: method.code, price: method.price } : null
}

import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Catalog } from '@/server/catalog/catalog'

/** A printed permit is taxed by the delivery address, a digital one by the driver's residence. */
export function resolveTaxRate(
  state: CheckoutState,
  isPhysical: boolean,
  catalog: Catalog,
): number {
  const { shipping, customer, userCountry } = state
  if (isPhysical && shipping.country) return catalog.taxRate(shipping.country, shipping.state)
  return catalog.taxRate(customer.country_of_residence || userCountry, customer.state)
}

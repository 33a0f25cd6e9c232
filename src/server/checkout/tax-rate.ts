import type { BaseState } from '@/domain/checkout/checkout-state'
import { residenceOf } from '@/domain/checkout/residence'
import type { Catalog } from '@/server/catalog/catalog'

/** A printed permit is taxed by the delivery address, a digital one by the driver's residence. */
export function resolveTaxRate(state: BaseState, isPhysical: boolean, catalog: Catalog): number {
  const { shipping, customer } = state
  if (isPhysical && shipping.country) return catalog.taxRate(shipping.country, shipping.state)
  return catalog.taxRate(residenceOf(state), customer.state)
}

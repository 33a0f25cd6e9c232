import { findPlan } from '@/domain/catalog/plans'
import { product } from '@/domain/catalog/product-schema'
import type { CheckoutState } from '@/domain/checkout/checkout-state'

/**
 * Faults of a loaded state, as sentences for the log; empty if it is valid. The checkout continues
 * despite them.
 */
export function validateLoadedState({
  productList,
  selectedLicense,
}: Pick<CheckoutState, 'productList' | 'selectedLicense'>): string[] {
  const productErrors = productList.flatMap((entry, index) =>
    (product.safeParse(entry).error?.issues ?? []).map(
      ({ path }) => `productList.${[index, ...path].join('.')} is not right`,
    ),
  )
  const hasPlan = findPlan(productList, selectedLicense) !== undefined
  return hasPlan ? productErrors : [...productErrors, 'selectedLicense is not in productList']
}

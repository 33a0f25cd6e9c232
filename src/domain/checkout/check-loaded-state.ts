import { findPlan, product } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'

/** What is wrong with a state that was loaded, in words for the log; the checkout goes on with it (SPEC 5). */
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

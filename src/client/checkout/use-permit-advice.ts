import { useCheckoutState, useSync } from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { defaultLicense, findPlan } from '@/domain/catalog/plans'
import { choosePlan } from '@/domain/checkout/state-change'
import type { DestinationId } from '@/domain/data/destinations'
import {
  findForeignPermits,
  isPlanRecommended,
  listOneYearDestinations,
} from '@/domain/destinations/permit-verdict'

/** Permit rules of the destinations where the customer needs a permit. */
export function useDestinationPermits() {
  return findForeignPermits(
    usePermits(),
    useCheckoutState('destinations', 'customer', 'userCountry'),
  )
}

/**
 * The destinations whose rules have changed the plan from three years to one, and a function that
 * changes it back; null if they have not, or the customer has chosen since.
 */
export function usePlanChange(): { destinations: DestinationId[]; restorePlan: () => void } | null {
  const sync = useSync()
  const state = useCheckoutState('planChanged', 'partnerToken', 'selectedLicense', 'productList')
  const destinations = listOneYearDestinations(useDestinationPermits())
  const isChanged =
    isPlanRecommended(state) &&
    state.selectedLicense !== defaultLicense &&
    findPlan(state.productList, defaultLicense) !== undefined &&
    destinations.length > 0
  if (!isChanged) return null
  return {
    destinations,
    restorePlan: () => sync.change(choosePlan(state, defaultLicense)),
  }
}

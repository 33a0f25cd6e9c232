import { useCheckoutState, usePage, useSync } from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { useDestinationName } from '@/client/format/use-destination-name'
import { defaultLicense, findPlan } from '@/domain/catalog/plans'
import { choosePlan } from '@/domain/checkout/state-change'
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

/** Names of destinations as one text. */
export function usePlaceNames(): (destinations: readonly string[]) => string {
  const { language } = usePage()
  const nameOf = useDestinationName()
  return destinations => new Intl.ListFormat(language).format(destinations.map(nameOf))
}

/**
 * Where the rules have changed the plan from three years to one, and a function that changes it
 * back; null if they have not, or the customer has chosen since.
 */
export function usePlanChange(): { places: string; restorePlan: () => void } | null {
  const sync = useSync()
  const formatPlaces = usePlaceNames()
  const state = useCheckoutState('planChanged', 'partnerToken', 'selectedLicense', 'productList')
  const destinations = listOneYearDestinations(useDestinationPermits())
  const isChanged =
    isPlanRecommended(state) &&
    state.selectedLicense !== defaultLicense &&
    findPlan(state.productList, defaultLicense) !== undefined &&
    destinations.length > 0
  if (!isChanged) return null
  return {
    places: formatPlaces(destinations),
    restorePlan: () => sync.change(choosePlan(state, defaultLicense)),
  }
}

import { useCheckoutState, useSync } from '@/client/checkout/checkout-provider'
import { useDestinationPermits } from '@/client/checkout/use-permit-advice'
import { usePlaceNames } from '@/client/format/use-place-names'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import { defaultLicense, findPlan } from '@/domain/catalog/plans'
import { choosePlan } from '@/domain/checkout/state-change'
import { isPlanRecommended, listOneYearDestinations } from '@/domain/destinations/permit-verdict'

/**
 * Why the destinations have changed the plan from three years to one, with both prices, and a
 * function that changes it back; null if they have not, or the customer has chosen since.
 */
export function usePlanChange(): { text: string; restorePlan: () => void } | null {
  const { t } = useTranslation('permits')
  const formatPlaces = usePlaceNames()
  const sync = useSync()
  const state = useCheckoutState(
    'planChanged',
    'partnerToken',
    'selectedLicense',
    'productList',
    'currency',
  )
  const prices = usePrices(state.currency)
  const destinations = listOneYearDestinations(useDestinationPermits())
  const plan = findPlan(state.productList, state.selectedLicense)
  const defaultPlan = findPlan(state.productList, defaultLicense)
  const isChanged = isPlanRecommended(state) && plan !== defaultPlan && destinations.length > 0
  if (!isChanged || !plan || !defaultPlan) return null
  return {
    text: t('planChanged.text', {
      places: formatPlaces(destinations),
      price: prices.major(plan.price),
      before: prices.major(defaultPlan.price),
    }),
    restorePlan: () => sync.change(choosePlan(state, defaultLicense)),
  }
}

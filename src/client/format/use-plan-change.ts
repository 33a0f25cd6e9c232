import { useState } from 'react'
import { useCheckoutState, useSync } from '@/client/checkout/checkout-provider'
import { useDestinationPermits } from '@/client/checkout/use-permit-advice'
import { usePlaceNames } from '@/client/format/use-place-names'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import { defaultLicense, findPlan, oneYearLicense } from '@/domain/catalog/plans'
import { choosePlan } from '@/domain/checkout/state-change'
import { isPlanRecommended, listOneYearDestinations } from '@/domain/destinations/permit-verdict'

/**
 * Why the destinations have changed the plan from three years to one, with both prices, and a
 * function that changes it back; after that, the same for the way to one year. Null if they have
 * not changed it, or the customer has chosen a plan elsewhere.
 */
export function usePlanChange(): { text: string; label: string; undo: () => void } | null {
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
  const [wasUndone, setUndone] = useState(false)
  const prices = usePrices(state.currency)
  const destinations = listOneYearDestinations(useDestinationPermits())
  const plan = findPlan(state.productList, state.selectedLicense)
  const isUndone = wasUndone && plan?.id === defaultLicense
  const other = findPlan(state.productList, isUndone ? oneYearLicense : defaultLicense)
  const isChanged = isUndone || (isPlanRecommended(state) && plan !== other)
  if (!isChanged || !plan || !other || destinations.length === 0) return null
  return {
    text: t(isUndone ? 'planChanged.restored' : 'planChanged.text', {
      places: formatPlaces(destinations),
      price: prices.major(plan.price),
      before: prices.major(other.price),
    }),
    label: t(isUndone ? 'planChanged.undo' : 'planChanged.change'),
    undo: () => {
      setUndone(!isUndone)
      // At one year, the plan follows the destinations again.
      sync.change({ ...choosePlan(state, other.id), planChanged: !isUndone })
    },
  }
}

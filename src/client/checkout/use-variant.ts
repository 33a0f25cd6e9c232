import { useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { type ExperimentName, isInVariant } from '@/domain/analytics/experiments'

/**
 * Whether the checkout is in another variant than the original, as it was when the page opened: what comes to be
 * known later is shown on the next page, so that nothing moves on this one.
 */
export function useInitialVariant(name: ExperimentName): boolean {
  const { variants } = useCheckout(optimisticState)
  const [isActive] = useState(() => isInVariant(variants, name))
  return isActive
}

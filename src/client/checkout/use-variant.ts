import { useState } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { type ExperimentName, isInVariant } from '@/domain/analytics/experiments'

/**
 * Whether the checkout is in a variant other than the original when the page opens. Later
 * assignments show on the next page, so that nothing moves on this one.
 */
export function useInitialVariant(name: ExperimentName): boolean {
  const { variants } = useCheckoutState('variants')
  const [isActive] = useState(() => isInVariant(variants, name))
  return isActive
}

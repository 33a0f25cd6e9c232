import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import type { ClientState } from '@/client/store/checkout-store'
import type { SaveProblem } from '@/features/order-summary/save-problem-notice'

// Lazy: few customers need it.
const LazySaveProblemNotice = dynamic(() =>
  import('@/features/order-summary/save-problem-notice').then(module => module.SaveProblemNotice),
)

/** Shows immediately that a price change is not saved, until it is. */
export function SaveProblemStatus() {
  const problem = useCheckout(findProblem)
  const isPending = useCheckout(hasPriceChange)
  const [shownProblem, setShownProblem] = useState<SaveProblem | null>(null)
  if (problem ? problem !== shownProblem : shownProblem && !isPending) setShownProblem(problem)
  return shownProblem && <LazySaveProblemNotice problem={shownProblem} />
}

const findProblem = (state: ClientState): SaveProblem | null => {
  if (state.refused?.code === 'payment_in_progress') return 'held'
  const hasFailed = state.saving === 'failed' || state.saving === 'offline'
  return hasFailed && hasPriceChange(state) ? 'failed' : null
}

const pricedFields = [
  'category',
  'selectedLicense',
  'selectedShippingMethod',
  'urgent',
  'travelItemsInCart',
  'coupon',
]

const hasPriceChange = ({ dirty }: ClientState): boolean => pricedFields.some(key => key in dirty)

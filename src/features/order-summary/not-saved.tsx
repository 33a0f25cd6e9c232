import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import type { ClientState } from '@/client/store/checkout-store'
import type { SaveProblem } from '@/features/order-summary/save-problem-notice'

// Few customers meet it: the others do not load this.
const Told = dynamic(() =>
  import('@/features/order-summary/save-problem-notice').then(module => module.NotSavedTold),
)

/** Says at once that a change of the price is not saved, and stays until it is. */
export function NotSaved() {
  const problem = useCheckout(problemOf)
  const isPending = useCheckout(changesPrice)
  const [told, setTold] = useState<SaveProblem | null>(null)
  if (problem ? problem !== told : told && !isPending) setTold(problem)
  return told && <Told problem={told} />
}

const problemOf = (state: ClientState): SaveProblem | null => {
  if (state.refused?.code === 'payment_in_progress') return 'held'
  const hasFailed = state.saving === 'failed' || state.saving === 'offline'
  return hasFailed && changesPrice(state) ? 'failed' : null
}

const priced = [
  'category',
  'selectedLicense',
  'selectedShippingMethod',
  'urgent',
  'travelItemsInCart',
  'coupon',
]

const changesPrice = ({ dirty }: ClientState): boolean => priced.some(key => key in dirty)

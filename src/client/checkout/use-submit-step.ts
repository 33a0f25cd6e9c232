import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { hasUnsaved, optimisticState } from '@/client/store/checkout-store'
import type { SubmittedStep } from '@/contract/checkout'
import type { StateChange } from '@/domain/checkout/state-change'
import { findStep, paymentStep } from '@/domain/checkout/steps'

/**
 * Returns a function that submits a step with a last change: one call saves it, all that is unsaved
 * and the step. It makes no call when the step is submitted and nothing has changed since the page
 * was opened. False if saving failed; throws `step_refused` with the issues of the answers.
 * `onSubmitted` runs before the response is read, and only after a call.
 */
export function useSubmitStep(id: SubmittedStep) {
  const store = useCheckoutStore()
  const sync = useSync()
  const { submittedVersion } = usePage()
  return async (onSubmitted: () => void, change: StateChange = {}): Promise<boolean> => {
    const nextNumber = id === 'info' ? paymentStep : findStep(id).number + 1
    const { step } = optimisticState(store.getState())
    if (Object.keys(change).length > 0) sync.change(change)
    const isSubmitted =
      submittedVersion === store.getState().checkout.version && !hasUnsaved(store.getState())
    // Without a network the failed call makes the form wait; a navigation would end in an error.
    if (isSubmitted && navigator.onLine) return true
    // With the step in the change, a retry after a failure saves something, and the form goes on.
    sync.change({ step: Math.max(step, nextNumber) })
    return sync.flush(id, onSubmitted)
  }
}

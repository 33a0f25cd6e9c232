import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { ApiClientError } from '@/client/api/api-client'
import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { useStepForm } from '@/client/checkout/use-step-form'
import { optimisticState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { selectUrgent } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { focusFirstError } from '@/ui/focus-first-error'

/** What the review asks; posted under this name when there are no scripts. */
export interface UrgentForm {
  urgent: 'yes' | 'no'
}

const toUrgentForm = ({ urgent }: CheckoutState): UrgentForm => ({
  urgent: urgent.selected ? 'yes' : 'no',
})

const nextStep = findStep('payment')

/** How fast the permit is made, saved as soon as it is chosen. */
export function useUrgentForm(id: string, onValid: (answers: UrgentForm) => Promise<void>) {
  const store = useCheckoutStore()
  const form = useStepForm<UrgentForm>({
    id,
    valuesOf: toUrgentForm,
    // Looking at the page is no decision: only a changed answer is one.
    changeOf: ({ urgent }) =>
      urgent === toUrgentForm(optimisticState(store.getState())).urgent
        ? {}
        : selectUrgent(urgent === 'yes'),
    issuesOf: () => [],
    onValid,
    onInvalid: focusFirstError,
  })
  const { setValue } = form
  const isSelected = useCheckout(state => optimisticState(state).urgent.selected)
  // The order summary can take the extra away too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when this runs, after the form has saved
  useEffect(() => {
    setValue('urgent', toUrgentForm(optimisticState(store.getState())).urgent)
  }, [isSelected, setValue, store])
  return form
}

/** The way from the review to the payment. */
export function useContinueToPayment(setUnsaved: (isUnsaved: boolean) => void) {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  // What was refused a moment before the press may not have been seen: nobody goes on unaware of it.
  const lastSeenRefusal = useRef<unknown>(null)
  return async ({ urgent }: UrgentForm) => {
    setUnsaved(false)
    const { refused: refusedChange } = store.getState()
    if (refusedChange && lastSeenRefusal.current !== refusedChange) {
      lastSeenRefusal.current = refusedChange
      document.querySelector<HTMLElement>('main [data-not-saved] button')?.focus()
      return
    }
    sync.change({ ...selectUrgent(urgent === 'yes'), step: nextStep.number })
    try {
      const isSaved = await sync.flush()
      // Refused by a save that was under way already, the choice is gone, and nothing is left to save.
      const isChoiceSaved = toUrgentForm(optimisticState(store.getState())).urgent === urgent
      if (!isSaved || !isChoiceSaved) throw new ApiClientError('offline', 0, { detail: 'unsaved' })
      await router.push(nextStep.route)
    } catch {
      // What a payment holds is told at the choice.
      lastSeenRefusal.current = store.getState().refused
      setUnsaved(lastSeenRefusal.current === null)
    }
  }
}

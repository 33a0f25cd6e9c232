import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { CallFailure } from '@/client/call'
import { useCheckout, useCheckoutStore, useSync } from '@/client/provider'
import { useStepForm } from '@/client/step-form'
import { visibleState } from '@/client/store'
import { selectUrgent } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { stepById } from '@/domain/steps'
import { focusFirstError } from '@/ui/focus-first-error'

/** What the review asks; posted under this name when there are no scripts. */
export interface UrgentForm {
  urgent: 'yes' | 'no'
}

const urgentFormOf = ({ urgent }: CheckoutState): UrgentForm => ({
  urgent: urgent.selected ? 'yes' : 'no',
})

const next = stepById('payment')

/** The review's one question, and the way to the payment. */
export function useUrgentForm(id: string, setUnsaved: (isUnsaved: boolean) => void) {
  const store = useCheckoutStore()
  const form = useStepForm<UrgentForm>({
    id,
    valuesOf: urgentFormOf,
    // Looking at the page is no decision: only a changed answer is one.
    changeOf: ({ urgent }) =>
      urgent === urgentFormOf(visibleState(store.getState())).urgent
        ? {}
        : selectUrgent(urgent === 'yes'),
    issuesOf: () => [],
    onRight: useGoOn(setUnsaved),
    onWrong: focusFirstError,
  })
  const { setValue } = form
  const isSelected = useCheckout(state => visibleState(state).urgent.selected)
  // The order summary can take the extra away too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when this runs, after the form has saved
  useEffect(() => {
    setValue('urgent', urgentFormOf(visibleState(store.getState())).urgent)
  }, [isSelected, setValue, store])
  return form
}

function useGoOn(setUnsaved: (isUnsaved: boolean) => void) {
  const sync = useSync()
  const router = useRouter()
  return async ({ urgent }: UrgentForm) => {
    setUnsaved(false)
    sync.change({ ...selectUrgent(urgent === 'yes'), step: next.number })
    try {
      if (!(await sync.flush())) throw new CallFailure('offline', 0, { detail: 'unsaved' })
      await router.push(next.route)
    } catch {
      setUnsaved(true)
    }
  }
}

import { useRouter } from 'next/router'
import { leaveStep } from '@/client/checkout/leave-step'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { findStep } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'

/** Stores the plan and the delivery, then opens the review; shows a notice on failure. */
export function useContinueToReview(setUnsaved: (isUnsaved: boolean) => void) {
  const submitStep = useSubmitStep('shipping')
  const router = useRouter()
  return async (showIssues: (issues: FieldIssue[]) => void) => {
    setUnsaved(false)
    const leave = () => router.push(findStep('review').route)
    await leaveStep({ save: submitStep, leave, showIssues, setUnsaved })
  }
}

import { useRouter } from 'next/router'
import { ApiClientError } from '@/client/api/api-client'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { findStep } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'

/** Stores the plan and the delivery, then opens the review; shows a notice on failure. */
export function useContinueToReview(setUnsaved: (isUnsaved: boolean) => void) {
  const submitStep = useSubmitStep('shipping')
  const router = useRouter()
  return async (showIssues: (issues: FieldIssue[]) => void) => {
    setUnsaved(false)
    try {
      if (!(await submitStep())) throw new ApiClientError('offline', 0, { detail: 'unsaved' })
      await router.push(findStep('review').route)
    } catch (error) {
      const issues = error instanceof ApiClientError ? error.refusal.issues : undefined
      if (issues) showIssues(issues)
      else setUnsaved(true)
    }
  }
}

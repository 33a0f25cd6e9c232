import { ApiClientError } from '@/client/api/api-client-error'
import type { FieldIssue } from '@/domain/input/field-issue'

interface Leaving {
  /** False if saving failed. */
  save: () => Promise<boolean>
  /** Opens the next page. */
  leave: () => unknown
  /** Shows the issues of answers that the server refused. */
  showIssues: (issues: FieldIssue[]) => void
  setUnsaved: (isUnsaved: boolean) => void
}

/** Saves a step and leaves it; on failure shows the issues of its answers, or a notice. */
export async function leaveStep({ save, leave, showIssues, setUnsaved }: Leaving): Promise<void> {
  try {
    if (await save()) await leave()
    else setUnsaved(true)
  } catch (error) {
    const issues = error instanceof ApiClientError ? error.refusal.issues : undefined
    if (issues) showIssues(issues)
    else setUnsaved(true)
  }
}

import Router from 'next/router'
import { ApiClientError } from '@/client/api/api-client-error'
import type { FieldIssue } from '@/domain/input/field-issue'

interface Leaving {
  /** False if saving failed. May call `leave` as soon as the server has everything. */
  save: (leave: () => void) => Promise<boolean>
  /** Opens the next page. */
  leave: () => unknown
  /** Shows the issues of answers that the server refused. */
  showIssues?: (issues: FieldIssue[]) => void
  setUnsaved: (isUnsaved: boolean) => void
}

/**
 * Saves a step and leaves it; on failure shows the issues of its answers, or a notice. A customer
 * who opens another page meanwhile stays there.
 */
export async function leaveStep({ save, leave, showIssues, setUnsaved }: Leaving): Promise<void> {
  let leaving: Promise<unknown> | undefined
  let isElsewhere = false
  const stopWatching = watchRouteChange(() => {
    isElsewhere = true
  })
  const leaveOnce = () => {
    stopWatching()
    if (!isElsewhere) leaving ??= Promise.resolve(leave())
    return leaving
  }
  try {
    if (await save(leaveOnce)) await leaveOnce()
    else setUnsaved(true)
  } catch (error) {
    const issues = error instanceof ApiClientError ? error.refusal.issues : undefined
    if (issues && showIssues) showIssues(issues)
    else setUnsaved(true)
  } finally {
    stopWatching()
  }
}

/** Returns a function that ends the watch. */
function watchRouteChange(onChange: () => void): () => void {
  Router.events.on('routeChangeStart', onChange)
  return () => Router.events.off('routeChangeStart', onChange)
}

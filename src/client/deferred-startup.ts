import { startAnalytics } from '@/client/analytics/analytics-session'
import { storeCjEvent } from '@/client/analytics/cj-affiliate'
import { joinExperiments } from '@/client/analytics/join-experiments'
import { keepPassthroughQuery } from '@/client/analytics/keep-utm'
import { stripLaunchParams } from '@/client/analytics/strip-launch-params'
import { loadThirdPartyScripts } from '@/client/analytics/third-party-scripts'
import { watchSession } from '@/client/checkout/session-check'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import type { PageData } from '@/contract/page'

/** What a page does beside selling. Each part begins by itself and answers with what ends it. */
const tasks: ((store: CheckoutStore, page: PageData) => () => void)[] = [
  startAnalytics,
  storeCjEvent,
  stripLaunchParams,
  keepPassthroughQuery,
  loadThirdPartyScripts,
  startReporting,
]

/** The reporter stays for as long as the tab: a page that breaks takes the others along. */
function startReporting(_store: CheckoutStore, { settings }: PageData): () => void {
  const reporting = settings.reports
  if (reporting)
    import('@/client/api/sentry-client').then(
      ({ startErrorReporting }) => startErrorReporting(reporting),
      noop,
    )
  return noop
}

const noop = (): void => undefined

/** Begins all that no customer waits for, once the page is in use. */
export function startDeferredTasks({ store, sync }: Runtime, page: PageData): () => void {
  const cleanups = [
    watchSession(store, sync),
    joinExperiments({ store, sync }, page),
    ...tasks.map(task => task(store, page)),
  ]
  return () => {
    for (const cleanup of cleanups) cleanup()
  }
}

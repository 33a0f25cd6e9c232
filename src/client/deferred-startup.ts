import { startAnalytics } from '@/client/analytics/analytics-session'
import { joinExperiments } from '@/client/analytics/join-experiments'
import {
  keepPassthroughQuery,
  storeCjEvent,
  stripLaunchParams,
} from '@/client/analytics/launch-cleanup'
import { loadThirdPartyScripts } from '@/client/analytics/third-party-scripts'
import { handleBack } from '@/client/browser/handle-back'
import { watchOnScreenKeyboard } from '@/client/browser/watch-on-screen-keyboard'
import { watchSession } from '@/client/checkout/session-check'
import { watchCountryNames } from '@/client/checkout/watch-country-names'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import type { PageData } from '@/contract/page'

/** Tasks beside the sale. Each starts independently and returns its cleanup. */
const tasks: ((store: CheckoutStore, page: PageData) => () => void)[] = [
  startAnalytics,
  storeCjEvent,
  stripLaunchParams,
  loadThirdPartyScripts,
  startReporting,
  watchCountryNames,
]

/** Has no cleanup: the reporter stays for the life of the tab, also after a page has crashed. */
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

/**
 * Starts what no customer waits for. `search` is the query of the first page. Returns the cleanup.
 */
export function startDeferredTasks(runtime: Runtime, page: PageData, search: string): () => void {
  const { store, sync } = runtime
  const cleanups = [
    watchOnScreenKeyboard(),
    handleBack(),
    watchSession(store, sync),
    joinExperiments(runtime, page),
    keepPassthroughQuery(page, search),
    ...tasks.map(task => task(store, page)),
  ]
  return () => {
    for (const cleanup of cleanups) cleanup()
  }
}

import { sendSignals } from '@/client/analytics/analytics-session'
import { keepCjEvent } from '@/client/analytics/cj-affiliate'
import { joinExperiments } from '@/client/analytics/join-experiments'
import { keepRest } from '@/client/analytics/keep-utm'
import { leaveLaunch } from '@/client/analytics/strip-launch-params'
import { loadOutsideScripts } from '@/client/analytics/third-party-scripts'
import { watchSession } from '@/client/checkout/session-check'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import type { ServedPage } from '@/contract/page'

/** What a page does beside selling. Each part begins by itself and answers with what ends it. */
const parts: ((store: CheckoutStore, page: ServedPage) => () => void)[] = [
  sendSignals,
  keepCjEvent,
  leaveLaunch,
  keepRest,
  loadOutsideScripts,
  startReporting,
]

/** The reporter stays for as long as the tab: a page that breaks takes the others along. */
function startReporting(_store: CheckoutStore, { settings }: ServedPage): () => void {
  const to = settings.reports
  if (to) import('@/client/api/sentry-client').then(({ reportFaults }) => reportFaults(to), ignore)
  return ignore
}

const ignore = (): void => undefined

/** Begins all that no customer waits for, once the page is in use. */
export function begin({ store, sync }: Runtime, page: ServedPage): () => void {
  const ends = [
    watchSession(store, sync),
    joinExperiments({ store, sync }, page),
    ...parts.map(part => part(store, page)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

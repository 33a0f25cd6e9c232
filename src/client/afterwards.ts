import { keepCjEvent } from '@/client/cj'
import { joinExperiments } from '@/client/experiments'
import { keepRest } from '@/client/kept-query'
import { leaveLaunch } from '@/client/leave-launch'
import { loadOutsideScripts } from '@/client/outside-scripts'
import type { Runtime } from '@/client/provider'
import { watchSession } from '@/client/session-check'
import { sendSignals } from '@/client/signals'
import type { CheckoutStore } from '@/client/store'
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
  if (to) import('@/client/fault-reports').then(({ reportFaults }) => reportFaults(to), ignore)
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

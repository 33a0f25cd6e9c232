import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useBeforePaint } from '@/client/before-paint'
import { notify } from '@/client/notifications'
import { report } from '@/client/report'
import { watchSession } from '@/client/session-check'
import { adopt, type CheckoutStore, type ClientState, createCheckoutStore } from '@/client/store'
import { createSync, type Sync } from '@/client/sync'
import type { WireCheckout } from '@/contract/checkout'
import type { WirePermits } from '@/contract/permits'
import type { FieldIssue } from '@/domain/issues'
import { loadedStateFaults } from '@/domain/loaded-state'

/** What a page is served with. */
export interface ServedPage extends PageFacts {
  checkout: WireCheckout
}

/** What does not change while the page is shown. */
export interface PageFacts {
  settings: {
    apiKey: string
    appUrl: string
    siteUrl: string | null
    cdnHost: string | null
    payments: 'sandbox' | 'live'
    stripeKey: string
    promoCoupon: string | null
    newCustomerCoupon: string | null
  }
  language: string
  dir: 'ltr' | 'rtl'
  languages: string[]
  today: string
  issues: FieldIssue[]
  launch: Record<string, string>
  deal: {
    name: string
    percent: number
    until: string | null
    campaign: 'spring' | 'summer'
  } | null
  dismissed: string[]
  /** On the step that asks where the customer drives and lives. */
  permits?: WirePermits
  notice: 'link_expired' | 'link_expired_own' | 'session_expired' | null
}

interface Runtime {
  store: CheckoutStore
  sync: Sync
}

const RuntimeContext = createContext<Runtime | null>(null)
const PageContext = createContext<PageFacts | null>(null)

/** SPEC 9: answers of lists are fresh for 10 s. */
const staleTimeMs = 10_000

/** Gives a page its checkout, its sync and its lists. One of each for a tab, however many pages it shows. */
export function CheckoutProvider({ page, children }: { page: ServedPage; children: ReactNode }) {
  const { checkout } = page
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: staleTimeMs, retry: 1 } } }),
  )
  const [runtime] = useState<Runtime>(() => {
    const store = createCheckoutStore(checkout)
    return { store, sync: createSync(store, queries, page.settings.apiKey, page.launch) }
  })
  useBeforePaint(() => follow(runtime.store, checkout), [runtime, checkout])
  useEffect(() => startUp(runtime), [runtime])
  useEffect(() => leaveLaunch(runtime.store, Object.keys(page.launch)), [runtime, page.launch])
  return (
    <QueryClientProvider client={queries}>
      <RuntimeContext value={runtime}>
        <PageContext value={page}>{children}</PageContext>
      </RuntimeContext>
    </QueryClientProvider>
  )
}

/** Takes the page's checkout. One that the browser has lost stays on the screen; another one is said to be another. */
function follow(store: CheckoutStore, served: WireCheckout): void {
  const { token } = store.getState().checkout
  if (token && !served.token) {
    store.setState({ isExpired: true })
    return
  }
  if (token && served.token !== token) notify(store, 'notice.other_order')
  adopt(store, served)
}

/** Begins saving and watching. Whatever fails is reported, and the loading flag goes either way (SPEC 8). */
function startUp({ store, sync }: Runtime): (() => void) | undefined {
  try {
    for (const fault of loadedStateFaults(store.getState().checkout.state)) report(fault)
    const stopSync = sync.start()
    const stopWatch = watchSession(store, sync)
    return () => {
      stopWatch()
      stopSync()
    }
  } catch (error) {
    report('startup', error)
    return undefined
  } finally {
    store.setState({ isLoading: false })
  }
}

/** Once the checkout has begun with what the link said, the address no longer says it. */
function leaveLaunch(store: CheckoutStore, names: string[]): (() => void) | undefined {
  if (names.length === 0) return undefined
  return store.subscribe(({ checkout }, before) => {
    if (!checkout.token || before.checkout.token) return
    const url = new URL(location.href)
    for (const name of names) url.searchParams.delete(name)
    const as = url.pathname + url.search + url.hash
    // The router goes back to what the entry's state says.
    history.replaceState({ ...history.state, url: as, as }, '', as)
  })
}

function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('a checkout is shown outside its provider')
  return runtime
}

/** Something of the checkout, kept up to date. */
export const useCheckout = <T,>(select: (state: ClientState) => T): T =>
  useStore(useRuntime().store, select)

export const useSync = (): Sync => useRuntime().sync
export const useCheckoutStore = (): CheckoutStore => useRuntime().store

export function usePage(): PageFacts {
  const page = useContext(PageContext)
  if (!page) throw new Error('a page is shown outside its provider')
  return page
}

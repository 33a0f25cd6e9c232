import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ApiClient } from '@/client/api/api-client'
import { createLazyApiClient } from '@/client/api/lazy-api-client'
import { report } from '@/client/api/report-error'
import { useIsomorphicLayoutEffect } from '@/client/browser/isomorphic-layout-effect'
import { onFirstInteraction } from '@/client/browser/on-first-interaction'
import { resumeUploads } from '@/client/photos/resume-uploads'
import {
  acceptServerState,
  type CheckoutStore,
  type ClientState,
  createCheckoutStore,
  optimisticState,
} from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import { createSync, type Sync } from '@/client/store/checkout-sync'
import { notify } from '@/client/store/notifications'
import type { WireCheckout } from '@/contract/checkout'
import type { PageData, StaticPageData } from '@/contract/page'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { addCountryNames } from '@/domain/data/country-names'

const RuntimeContext = createContext<Runtime | null>(null)
const PageContext = createContext<StaticPageData | null>(null)

/** Provides the checkout and its sync. One of each per tab, for all its pages. */
export function CheckoutProvider({ page, children }: { page: PageData; children: ReactNode }) {
  const { checkout } = page
  addCountryNames(page.language, page.countryNames)
  const [runtime] = useState<Runtime>(() => {
    const store = createCheckoutStore(checkout)
    const api = createLazyApiClient(page.settings.apiKey, () => store.getState().checkout.token)
    return { store, api, sync: createSync(store, api, page.launch) }
  })
  useIsomorphicLayoutEffect(
    () => acceptServedCheckout(runtime.store, checkout),
    [runtime, checkout],
  )
  const [firstPage] = useState(page)
  useEffect(() => startAfterHydration(() => startRuntime(runtime, firstPage)), [runtime, firstPage])
  useEffect(() => scheduleDeferredStartup(runtime, firstPage), [runtime, firstPage])
  useEffect(() => {
    for (const fault of page.faults ?? []) report(fault)
  }, [page.faults])
  return (
    <RuntimeContext value={runtime}>
      <PageContext value={page}>{children}</PageContext>
    </RuntimeContext>
  )
}

/**
 * Takes the checkout of the served page. If its token is gone, the known checkout stays on the
 * screen; if it is another checkout, a notice is shown.
 */
function acceptServedCheckout(store: CheckoutStore, servedCheckout: WireCheckout): void {
  const { token } = store.getState().checkout
  if (token && !servedCheckout.token) {
    store.setState({ isExpired: true })
    return
  }
  if (token && servedCheckout.token !== token) notify(store, 'notice.other_order')
  acceptServerState(store, servedCheckout)
}

/**
 * Runs `start` as a task of its own: the first use of the browser's storage and the first call do
 * not delay the hydrated page. Returns the cleanup.
 */
function startAfterHydration(start: () => (() => void) | undefined): () => void {
  let stop: (() => void) | undefined
  const timer = setTimeout(() => {
    stop = start()
  })
  return () => {
    clearTimeout(timer)
    stop?.()
  }
}

/** Starts saving. A failure is reported, and `isLoading` is cleared in any case. */
function startRuntime({ store, sync }: Runtime, page: PageData): (() => void) | undefined {
  try {
    resumeUploads(store, sync)
    return sync.start({ beginsCheckout: !page.beginsNoCheckout })
  } catch (error) {
    report('startup', error)
    return undefined
  } finally {
    store.setState({ isLoading: false })
  }
}

/** Loads what no customer waits for. The page works without it. */
function scheduleDeferredStartup(runtime: Runtime, page: PageData): () => void {
  const { search } = location
  let cleanup: (() => void) | null = () => undefined
  const cancel = onFirstInteraction(() => {
    import('@/client/deferred-startup').then(
      ({ startDeferredTasks }) => {
        if (cleanup) cleanup = startDeferredTasks(runtime, page, search)
      },
      () => undefined,
    )
  })
  return () => {
    cancel()
    cleanup?.()
    cleanup = null
  }
}

function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('a checkout is shown outside its provider')
  return runtime
}

/** Subscribes to a value of the client state. */
export const useCheckout = <T,>(selector: (state: ClientState) => T): T =>
  useStore(useRuntime().store, selector)

/**
 * The named parts of the state that the customer sees; renders only when one of them changes. The
 * names stay those of the first render.
 */
export function useCheckoutState<K extends keyof CheckoutState>(
  ...names: K[]
): Pick<CheckoutState, K> {
  const [selector] = useState(() => {
    let parts: CheckoutState | undefined
    return (clientState: ClientState) => {
      const state = optimisticState(clientState)
      if (!parts || names.some(name => parts?.[name] !== state[name])) parts = state
      return parts
    }
  })
  return useCheckout(selector)
}

export const useSync = (): Sync => useRuntime().sync
export const useApi = (): ApiClient => useRuntime().api
export const useCheckoutStore = (): CheckoutStore => useRuntime().store

export function usePage(): StaticPageData {
  const page = useContext(PageContext)
  if (!page) throw new Error('a page is shown outside its provider')
  return page
}

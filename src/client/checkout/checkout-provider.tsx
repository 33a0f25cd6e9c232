import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { report } from '@/client/api/report-error'
import { useBeforePaint } from '@/client/browser/isomorphic-layout-effect'
import { onceInUse } from '@/client/browser/on-first-interaction'
import { resumePhotos } from '@/client/photos/resume-uploads'
import {
  adopt,
  type CheckoutStore,
  type ClientState,
  createCheckoutStore,
} from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import { createSync, type Sync } from '@/client/store/checkout-sync'
import { notify } from '@/client/store/notifications'
import type { WireCheckout } from '@/contract/checkout'
import type { PageFacts, ServedPage } from '@/contract/page'

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
  const [first] = useState(page)
  useEffect(() => afterwards(runtime, first), [runtime, first])
  useEffect(() => {
    for (const fault of page.faults ?? []) report(fault)
  }, [page.faults])
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

/** Begins saving. Whatever fails is reported, and the loading flag goes either way (SPEC 8). */
function startUp({ store, sync }: Runtime): (() => void) | undefined {
  try {
    resumePhotos(store, sync)
    return sync.start()
  } catch (error) {
    report('startup', error)
    return undefined
  } finally {
    store.setState({ isLoading: false })
  }
}

/** Loads all that no customer waits for. Without it the page sells as well. */
function afterwards(runtime: Runtime, page: ServedPage): () => void {
  let end: (() => void) | null = () => undefined
  const callOff = onceInUse(() => {
    import('@/client/deferred-startup').then(
      ({ begin }) => {
        if (end) end = begin(runtime, page)
      },
      () => undefined,
    )
  })
  return () => {
    callOff()
    end?.()
    end = null
  }
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

import Router from 'next/router'
import { track } from '@/client/analytics/track'
import { report } from '@/client/api/report-error'
import { readCookie } from '@/client/browser/cookie'
import { readStorage, writeStorage } from '@/client/browser/web-storage'
import { offerVisited } from '@/client/pickers/returning-countries'
import { acceptServerState } from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import { parseJson, tokenPrefixOf } from '@/client/store/draft-storage'
import { assignVariants } from '@/contract/experiments'
import type { PageData } from '@/contract/page'
import { findStepByRoute } from '@/domain/analytics/analytics-events'
import { isInVariant, type Variants } from '@/domain/analytics/experiments'
import {
  diffVariants,
  findVariantCodes,
  isAssignmentClosed,
  pickVariantsOnStep,
  resolveVariants,
} from '@/domain/analytics/resolve-variant'
import { decodeUri } from '@/domain/input/decode-uri'

declare global {
  interface Window {
    /** Global of the testing service, only the fields read here: entries by experiment code. */
    convert?: { currentData?: { experiments?: unknown; experiences?: unknown } }
  }
}

/** Polling interval for the testing service's data, and the longest wait, in milliseconds. */
const checkIntervalMs = 500
const maxWaitMs = 10_000

/**
 * Resolves the customer's variants, saves them on the server, and tracks each one where it is
 * shown.
 */
export function joinExperiments(
  { store, sync }: Pick<Runtime, 'store' | 'sync'>,
  page: PageData,
): () => void {
  const { isMirror, scripts } = page.settings
  if (isMirror) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  const assignNewVariants = async (): Promise<void> => {
    const { checkout } = store.getState()
    const currentStepId = findStepByRoute(Router.pathname)?.id
    const addedVariants = diffVariants(
      checkout.state.variants,
      readAssignedVariants(checkout.state.variants),
    )
    const isOpen =
      checkout.token && checkout.status === 'processing' && !isAssignmentClosed(currentStepId)
    if (!addedVariants || !isOpen || isBusy) return
    isBusy = true
    try {
      // Unsaved changes go first: this call brings a newer version.
      if (!(await sync.flush())) return
      acceptServerState(
        store,
        await sync.run(assignVariants, { body: { variants: addedVariants } }),
      )
    } catch (error) {
      // Without a variant the customer sees the original; the next page tries again.
      report('experiments', error)
    } finally {
      isBusy = false
    }
  }
  const pollTestingService = (waitedMs: number) => {
    clearTimeout(timer)
    if (!scripts?.testing || window.convert?.currentData || waitedMs >= maxWaitMs)
      return void assignNewVariants()
    timer = setTimeout(() => pollTestingService(waitedMs + checkIntervalMs), checkIntervalMs)
  }
  const handleRouteChange = () => {
    applyVariants()
    pollTestingService(0)
  }
  const applyVariants = () => {
    const { token, state } = store.getState().checkout
    offerVisited(isInVariant(state.variants, 'RETURNING_COUNTRIES'))
    if (token)
      trackExposures(
        token,
        pickVariantsOnStep(state.variants, findStepByRoute(Router.pathname)?.id),
      )
  }

  const unsubscribe = store.subscribe(({ checkout }, previous) => {
    if (checkout === previous.checkout) return
    applyVariants()
    if (!previous.checkout.token) pollTestingService(0)
  })
  Router.events.on('routeChangeComplete', handleRouteChange)
  handleRouteChange()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    Router.events.off('routeChangeComplete', handleRouteChange)
  }
}

function readAssignedVariants(storedVariants: Variants): Variants {
  const data = window.convert?.currentData
  return resolveVariants({
    experiments: data?.experiments,
    experiences: data?.experiences,
    assigned: storedVariants,
    cookie: readDecodedCookie('_conv_v'),
    splitTest: readDecodedCookie('_conv_sptest'),
  })
}

/** A value that is not valid URI encoding is returned unchanged. */
function readDecodedCookie(name: string): string | undefined {
  const text = readCookie(name)
  return text && (decodeUri(text) ?? text)
}

const trackedKey = 'ida-checkout-experiments'

/**
 * Names of the tracked experiments (`told`) and the prefix of their checkout's token (`of`).
 * Browsers store these names: after a rename they would track an experiment a second time.
 */
type TrackedExperiments = { of?: string; told?: string[] }

/** Tracks each experiment once per checkout. */
function trackExposures(token: string, variants: Variants): void {
  const tokenPrefix = tokenPrefixOf(token)
  const stored = parseJson(readStorage(trackedKey)) as TrackedExperiments | undefined
  const tracked = stored?.of === tokenPrefix && Array.isArray(stored.told) ? stored.told : []
  const untracked = Object.entries(variants).filter(([name]) => !tracked.includes(name))
  if (untracked.length === 0) return
  writeStorage(
    trackedKey,
    JSON.stringify({ of: tokenPrefix, told: [...tracked, ...untracked.map(([name]) => name)] }),
  )
  for (const [experiment, variant] of untracked) {
    const codes = findVariantCodes(experiment, variant)
    if (codes)
      track('experiment', {
        experiment,
        variant,
        experiment_code: codes.code,
        variant_code: codes.variantCode,
      })
  }
}

import Router from 'next/router'
import { outsideOf } from '@/client/analytics/third-party-settings'
import { track } from '@/client/analytics/track'
import { report } from '@/client/api/report-error'
import { cookieNamed } from '@/client/browser/cookie'
import { keep, kept } from '@/client/browser/web-storage'
import { offerVisited } from '@/client/pickers/returning-countries'
import { adopt } from '@/client/store/checkout-store'
import type { Runtime } from '@/client/store/checkout-sync'
import { jsonIn, nameOf } from '@/client/store/draft-storage'
import { assignVariants } from '@/contract/experiments'
import type { ServedPage } from '@/contract/page'
import { stepAt } from '@/domain/analytics/analytics-events'
import { isInVariant, type Variants } from '@/domain/analytics/experiments'
import {
  codeOf,
  isSettledOn,
  metVariants,
  newVariants,
  variantsFrom,
} from '@/domain/analytics/resolve-variant'

declare global {
  interface Window {
    /** The testing service's own, as far as it is read here: entries by experiment code. */
    convert?: { currentData?: { experiments?: unknown; experiences?: unknown } }
  }
}

/** SPEC 9: how often the service's data are looked for, and how long, in milliseconds. */
const checkEveryMs = 500
const longestWaitMs = 10_000

/** Finds out which variants this customer is in, tells the server, and tells of those that are met. */
export function joinExperiments({ store, sync }: Runtime, page: ServedPage): () => void {
  const { isMirror, testing } = outsideOf(page)
  if (isMirror) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  const settle = async (): Promise<void> => {
    const { checkout } = store.getState()
    const now = stepAt(Router.pathname)?.id
    const fresh = newVariants(checkout.state.variants, assigned(checkout.state.variants))
    const isOpen = checkout.token && checkout.status === 'processing' && !isSettledOn(now)
    if (!fresh || !isOpen || isBusy) return
    isBusy = true
    try {
      // What the customer has just changed goes first: it is meant for the version that is there.
      if (!(await sync.flush())) return
      const params = { token: checkout.token }
      adopt(store, await sync.run(assignVariants, { params, body: { variants: fresh } }))
    } catch (error) {
      // Without it everybody is shown the original; the next page tries again.
      report('experiments', error)
    } finally {
      isBusy = false
    }
  }
  const look = (waitedMs: number) => {
    clearTimeout(timer)
    if (!testing || window.convert?.currentData || waitedMs >= longestWaitMs) return void settle()
    timer = setTimeout(() => look(waitedMs + checkEveryMs), checkEveryMs)
  }
  const arrive = () => {
    met()
    look(0)
  }
  const met = () => {
    const { token, state } = store.getState().checkout
    offerVisited(isInVariant(state.variants, 'RETURNING_COUNTRIES'))
    if (token) tellMet(token, metVariants(state.variants, stepAt(Router.pathname)?.id))
  }

  const stop = store.subscribe(({ checkout }, before) => {
    if (checkout === before.checkout) return
    met()
    if (!before.checkout.token) look(0)
  })
  Router.events.on('routeChangeComplete', arrive)
  arrive()
  return () => {
    clearTimeout(timer)
    stop()
    Router.events.off('routeChangeComplete', arrive)
  }
}

function assigned(keptVariants: Variants): Variants {
  const data = window.convert?.currentData
  return variantsFrom({
    experiments: data?.experiments,
    experiences: data?.experiences,
    kept: keptVariants,
    cookie: readCookie('_conv_v'),
    splitTest: readCookie('_conv_sptest'),
  })
}

/** Signs that cannot be read are read as they stand. */
function readCookie(name: string): string | undefined {
  const text = cookieNamed(name)
  try {
    return text && decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Which experiments were told of, of which checkout. */
const metKey = 'ida-checkout-experiments'

/** Tells of each experiment once for a checkout. */
function tellMet(token: string, variants: Variants): void {
  const of = nameOf(token)
  const before = jsonIn(kept(metKey)) as { of?: string; told?: string[] } | undefined
  const told = before?.of === of && Array.isArray(before.told) ? before.told : []
  const fresh = Object.entries(variants).filter(([name]) => !told.includes(name))
  if (fresh.length === 0) return
  keep(metKey, JSON.stringify({ of, told: [...told, ...fresh.map(([name]) => name)] }))
  for (const [experiment, variant] of fresh) {
    const codes = codeOf(experiment, variant)
    if (codes)
      track('experiment', {
        experiment,
        variant,
        experiment_code: codes.code,
        variant_code: codes.variantCode,
      })
  }
}

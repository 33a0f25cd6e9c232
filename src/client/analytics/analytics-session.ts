import Router from 'next/router'
import { openDataLayer } from '@/client/analytics/data-layer'
import { isFirstTime } from '@/client/analytics/once-per-visit'
import { claimPurchase, notePaying, wasPaidHere } from '@/client/analytics/purchase-log'
import { outsideOf } from '@/client/analytics/third-party-settings'
import { outlet, track } from '@/client/analytics/track'
import { tellRefusedCodes } from '@/client/analytics/track-refused-coupons'
import { cookieNamed, dropCookie } from '@/client/browser/cookie'
import { keepVisited } from '@/client/pickers/returning-countries'
import { type CheckoutStore, visibleState } from '@/client/store/checkout-store'
import type { ServedPage } from '@/contract/page'
import {
  begunCookie,
  isPurchase,
  pathAt,
  purchaseOf,
  selectPath,
  type TagEvent,
  toldPlan,
} from '@/domain/analytics/analytics-events'
import { stepById } from '@/domain/checkout/steps'

declare global {
  interface Window {
    /** The testing service's queue. */
    _conv_q?: unknown[]
  }
}

/** Tells the tag manager what happens in this tab; nothing on the mirror host. */
export function sendSignals(store: CheckoutStore, page: ServedPage): () => void {
  const { isMirror, listeners, purchaseGoalId } = outsideOf(page)
  if (isMirror) return () => undefined
  const signals = new Signals(store, purchaseGoalId, openDataLayer(listeners))
  return signals.start(page)
}

class Signals {
  private asked = new Set<string>()
  /** The virtual page that was told last. */
  private shown: string | undefined

  constructor(
    private store: CheckoutStore,
    private goal: string | null,
    private layer: ReturnType<typeof openDataLayer>,
  ) {}

  start({ checkout, settings }: ServedPage): () => void {
    const early = outlet.events
    outlet.events = { push: this.tell }
    const stopStore = this.store.subscribe((now, before) => {
      if (now.checkout.token && !before.checkout.token) this.begun()
      if (now.dirty.selectedLicense !== undefined) this.chosen(visibleState(before).selectedLicense)
      this.purchases()
      if (now.checkout !== before.checkout) tellRefusedCodes(this.store, settings)
    })
    Router.events.on('routeChangeComplete', this.arrive)

    tellTiming()
    if (this.isBegun(checkout)) this.begun()
    else this.arrive()
    // What was done while this came.
    if (Array.isArray(early)) for (const event of early) this.tell(event)
    this.chosen(checkout.state.selectedLicense)
    tellRefusedCodes(this.store, settings)
    return () => {
      Router.events.off('routeChangeComplete', this.arrive)
      stopStore()
      this.layer.end()
      outlet.events = early
    }
  }

  private tell = (event: TagEvent): void => {
    if (event.event === 'begin payment') notePaying(this.store.getState().checkout.token)
    this.layer.push(event)
  }

  /** Whether the checkout has begun since its page was asked for, or by what the server was asked: a partner's link, a form. */
  private isBegun({ token }: ServedPage['checkout']): boolean {
    if (!token) return this.store.getState().checkout.token !== ''
    return cookieNamed(begunCookie) !== undefined
  }

  /** A checkout has begun: its first step comes after it. One that begins beside the steps is told by them alone. */
  private begun(): void {
    if (!pathAt(Router.pathname)) return
    dropCookie(begunCookie)
    track('virtual page', { page: selectPath })
    this.shown = undefined
    this.arrive()
  }

  /** The step's virtual page, once for each time the customer comes to it; none before its checkout has begun. */
  private arrive = (): void => {
    const page = pathAt(Router.pathname)
    if (page === this.shown || !this.store.getState().checkout.token) return
    this.shown = page
    if (page) track('virtual page', { page })
    this.purchases()
  }

  private chosen(before: number): void {
    const { selectedLicense, productList, planChanged } = visibleState(this.store.getState())
    if (selectedLicense === before || !planChanged) return
    track('plan chosen', { ...toldPlan(productList, selectedLicense, direction()) })
  }

  /** An order is told of where it was paid, once, when its thank-you page is there. */
  private purchases(): void {
    const { checkout } = this.store.getState()
    if (this.shown !== thankYou) return
    this.purchase('plan', checkout.order)
    this.purchase('lifetime', checkout.lifetime?.order)
  }

  private purchase(kind: 'plan' | 'lifetime', order: ServedPage['checkout']['order'] | undefined) {
    const { token, state } = this.store.getState().checkout
    if (!isPurchase(order) || this.asked.has(order.id) || !wasPaidHere(token)) return
    this.asked.add(order.id)
    const plan = toldPlan(state.productList, order.charged?.plan_id ?? 0, direction())
    const event = { event: 'purchase', ...purchaseOf(order, kind), ...plan }
    // Asked where it is laid down: a tab that dies before has told of nothing yet.
    this.layer.push(event, () => {
      if (!claimPurchase(order.id)) return false
      if (kind === 'plan') {
        keepVisited(state.destinations)
        this.convert()
      }
      return true
    })
  }

  /** The testing service's one goal (SPEC 9). */
  private convert(): void {
    if (!this.goal) return
    window._conv_q ??= []
    window._conv_q.push(['triggerConversion', this.goal])
  }
}

const thankYou = stepById('thank-you').analyticsPath

const direction = () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')

/** How fast the page came that the visit began with, in milliseconds, once; nothing of an unknown address (SPEC 2). */
function tellTiming(): void {
  const page = pathAt(Router.pathname)
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!page || !load || !isFirstTime('page timing')) return
  track('page timing', {
    page,
    first_byte: Math.round(load.responseStart),
    readable: Math.round(load.domInteractive),
  })
}

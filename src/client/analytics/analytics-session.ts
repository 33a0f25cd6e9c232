import Router from 'next/router'
import { openDataLayer } from '@/client/analytics/data-layer'
import {
  claimPurchase,
  isFirstTime,
  recordPaymentStart,
  wasPaidHere,
} from '@/client/analytics/purchase-log'
import { analyticsSink, track } from '@/client/analytics/track'
import { deleteCookie, readCookie } from '@/client/browser/cookie'
import { storeVisited } from '@/client/pickers/returning-countries'
import { type CheckoutStore, optimisticState } from '@/client/store/checkout-store'
import type { PageData, Settings } from '@/contract/page'
import {
  checkoutBegunCookie,
  findAnalyticsPath,
  isPurchase,
  selectPath,
  type TagEvent,
  toPlanEventFields,
  toPurchaseEvent,
  toTrackableCode,
} from '@/domain/analytics/analytics-events'
import { analyticsPaths } from '@/domain/analytics/analytics-paths'

declare global {
  interface Window {
    /** Command queue of the A/B testing service. */
    _conv_q?: unknown[]
  }
}

/** Sends the events of this tab to the tag manager; does nothing on the mirror host. */
export function startAnalytics(store: CheckoutStore, page: PageData): () => void {
  const { isMirror, scripts, purchaseGoalId } = page.settings
  if (isMirror) return () => undefined
  const tagManager = { isExpected: Boolean(scripts?.gtm), isAllowed: scripts !== null }
  const session = new AnalyticsSession(store, purchaseGoalId, openDataLayer(tagManager))
  return session.start(page)
}

class AnalyticsSession {
  private queuedOrderIds = new Set<string>()
  /** The virtual page tracked last. */
  private currentPage: string | undefined

  constructor(
    private store: CheckoutStore,
    private goalId: string | null,
    private dataLayer: ReturnType<typeof openDataLayer>,
  ) {}

  start({ checkout, settings }: PageData): () => void {
    const earlyEvents = analyticsSink.events
    analyticsSink.events = { push: this.pushEvent }
    const unsubscribe = this.store.subscribe((state, previousState) => {
      if (state.checkout.token && !previousState.checkout.token) this.trackCheckoutStart()
      if (state.dirty.selectedLicense !== undefined)
        this.trackPlanChoice(optimisticState(previousState).selectedLicense)
      this.trackPurchases()
      if (state.checkout !== previousState.checkout) trackRefusedCoupons(this.store, settings)
    })
    Router.events.on('routeChangeComplete', this.trackPageView)

    trackPageTiming()
    if (this.hasBegun(checkout)) this.trackCheckoutStart()
    else this.trackPageView()
    // Events from before this chunk was loaded.
    if (Array.isArray(earlyEvents)) for (const event of earlyEvents) this.pushEvent(event)
    this.trackPlanChoice(checkout.state.selectedLicense)
    trackRefusedCoupons(this.store, settings)
    return () => {
      Router.events.off('routeChangeComplete', this.trackPageView)
      unsubscribe()
      this.dataLayer.end()
      analyticsSink.events = earlyEvents
    }
  }

  private pushEvent = (event: TagEvent): void => {
    if (event.event === 'begin payment') recordPaymentStart(this.store.getState().checkout.token)
    this.dataLayer.push(event)
  }

  /**
   * Whether the checkout was created after the page was requested, or by the request itself (a
   * partner's link, a form post).
   */
  private hasBegun({ token }: PageData['checkout']): boolean {
    if (!token) return this.store.getState().checkout.token !== ''
    return readCookie(checkoutBegunCookie) !== undefined
  }

  /**
   * Tracks the select page before the first step. For a checkout created beside the steps, only the
   * step pages are tracked.
   */
  private trackCheckoutStart(): void {
    if (!findAnalyticsPath(Router.pathname)) return
    deleteCookie(checkoutBegunCookie)
    track('virtual page', { page: selectPath })
    this.currentPage = undefined
    this.trackPageView()
  }

  /** Tracks the step's virtual page once per view; none before the checkout exists. */
  private trackPageView = (): void => {
    const page = findAnalyticsPath(Router.pathname)
    if (page === this.currentPage || !this.store.getState().checkout.token) return
    this.currentPage = page
    if (page) track('virtual page', { page })
    this.trackPurchases()
  }

  private trackPlanChoice(previousPlanId: number): void {
    const { selectedLicense, productList, planChanged } = optimisticState(this.store.getState())
    if (selectedLicense === previousPlanId || !planChanged) return
    track('plan chosen', { ...toPlanEventFields(productList, selectedLicense, readDirection()) })
  }

  /**
   * Tracks orders in the browser that paid them, once, after the page view of the thank-you page.
   */
  private trackPurchases(): void {
    const { checkout } = this.store.getState()
    if (this.currentPage !== thankYouPath) return
    this.trackPurchase('plan', checkout.order)
    this.trackPurchase('lifetime', checkout.lifetime?.order)
  }

  private trackPurchase(
    kind: 'plan' | 'lifetime',
    order: PageData['checkout']['order'] | undefined,
  ) {
    const { token, state } = this.store.getState().checkout
    if (!isPurchase(order) || this.queuedOrderIds.has(order.id) || !wasPaidHere(token)) return
    this.queuedOrderIds.add(order.id)
    const plan = toPlanEventFields(state.productList, order.charged?.plan_id ?? 0, readDirection())
    const event = { event: 'purchase', ...toPurchaseEvent(order, kind), ...plan }
    // Claimed when the event is pushed: a tab that closes earlier has not claimed it.
    this.dataLayer.push(event, () => {
      if (!claimPurchase(order.id)) return false
      if (kind === 'plan') {
        storeVisited(state.destinations)
        this.triggerConversion()
      }
      return true
    })
  }

  /** The testing service has one goal: a plan purchase. */
  private triggerConversion(): void {
    if (!this.goalId) return
    window._conv_q ??= []
    window._conv_q.push(['triggerConversion', this.goalId])
  }
}

const thankYouPath = analyticsPaths['thank-you']

const readDirection = () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')

/** Load times of the first page of the visit, in milliseconds, once; not for an unknown address. */
function trackPageTiming(): void {
  const page = findAnalyticsPath(Router.pathname)
  const [navigationTiming] = performance.getEntriesByType(
    'navigation',
  ) as PerformanceNavigationTiming[]
  if (!page || !navigationTiming || !isFirstTime('page timing')) return
  track('page timing', {
    page,
    first_byte: Math.round(navigationTiming.responseStart),
    readable: Math.round(navigationTiming.domInteractive),
  })
}

/**
 * Tracks refused codes from links, each once per visit. Typed codes are tracked by the coupon form.
 */
function trackRefusedCoupons(
  store: CheckoutStore,
  { promoCoupon, newCustomerCoupon }: Pick<Settings, 'promoCoupon' | 'newCustomerCoupon'>,
): void {
  if (store.getState().checkout.status !== 'processing') return
  for (const { name, code, typed } of optimisticState(store.getState()).coupons_found) {
    if (!code || typed || name === promoCoupon || name === newCustomerCoupon) continue
    const coupon = toTrackableCode(name)
    if (isFirstTime(`coupon denied ${coupon}`)) track('coupon denied', { coupon, reason: code })
  }
}

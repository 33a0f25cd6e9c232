import Router from 'next/router'
import { readReferralCode } from '@/client/analytics/referral-code'
import { reviewsSlotId } from '@/client/analytics/reviews-slot'
import { runAfterLaunchStripped } from '@/client/analytics/strip-launch-params'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { StaticPageData } from '@/contract/page'

declare global {
  interface Window {
    /** Set by the chat's own script, or a line beside it: opens the chat. */
    idaChat?: { open: () => void }
    /** What the referral service's script finds. */
    idaReferral?: { referralCode: string; orderId: string }
  }
}

type Scripts = NonNullable<StaticPageData['settings']['scripts']>

/** A script that has not come by then is given up, in milliseconds. */
const timeoutMs = 10_000

/**
 * Loads others' scripts once the page is in use, and its address says nothing of the link any more: where no
 * checkout can be begun, none comes. Each is on its own: one that fails or hangs is nothing to the customer. The
 * page that the tab began with decides: its policy holds for all that follow without a whole load.
 */
export function loadThirdPartyScripts(store: CheckoutStore, page: StaticPageData): () => void {
  const { scripts, isMirror, appUrl } = page.settings
  const cleanups: (() => void)[] = []
  if (isMirror) cleanups.push(redirectLinksToMainHost(appUrl))
  if (scripts && !hasTokenInUrl())
    cleanups.push(
      runAfterLaunchStripped(store, page, () => cleanups.push(...loadScripts(scripts, store))),
    )
  return () => runCleanups(cleanups)
}

/** Whether the address has what opens an order: pages that are no step leave it there. */
const hasTokenInUrl = (): boolean => /[?&](?:partner-)?token=/.test(location.search)

/** Answers with what ends them. */
function loadScripts(scripts: Scripts, store: CheckoutStore): (() => void)[] {
  const cleanups: (() => void)[] = []
  if (scripts.gtm) loadTagManager(scripts.gtm)
  if (scripts.testing) loadScript(scripts.testing)
  if (scripts.chat) cleanups.push(loadChat(scripts.chat))
  if (scripts.reviews) cleanups.push(loadReviews(scripts.reviews))
  if (scripts.referral) setReferral(scripts.referral, store)
  return cleanups
}

const runCleanups = (cleanups: (() => void)[]): void => {
  for (const cleanup of cleanups) cleanup()
}

/** Each once in a tab. Answers with whether it came. */
function loadScript(url: string): Promise<boolean> {
  const existing = loadsByUrl.get(url)
  if (existing) return existing
  const script = document.createElement('script')
  script.async = true
  script.src = url
  const promise = new Promise<boolean>(resolve => {
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
    setTimeout(resolve, timeoutMs, false)
  }).then(hasLoaded => {
    if (!hasLoaded) script.remove()
    return hasLoaded
  })
  loadsByUrl.set(url, promise)
  document.head.append(script)
  return promise
}

const loadsByUrl = new Map<string, Promise<boolean>>()

function loadTagManager(url: string): void {
  if (loadsByUrl.has(url)) return
  window.dataLayer ??= []
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  void loadScript(url)
}

/** Links to help, of which the header has one, open the chat once it is there, and lead to help until then. */
function loadChat(url: string): () => void {
  void loadScript(url)
  return interceptLinkClicks(/^\/checkouts\/help\/$/, () => {
    if (!window.idaChat) return false
    try {
      window.idaChat.open()
      return true
    } catch {
      return false
    }
  })
}

/** Loaded when its place comes into sight, which few scroll down to; without it the place is given up. */
function loadReviews(url: string): () => void {
  const slot = document.getElementById(reviewsSlotId)
  if (!slot) return () => undefined
  const observer = new IntersectionObserver(async entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    if (!(await loadScript(url))) slot.hidden = true
  })
  observer.observe(slot)
  return () => observer.disconnect()
}

/** Who has bought by somebody's recommendation is told to the service that thanks for it: by the order alone. */
function setReferral(url: string, store: CheckoutStore): void {
  if (Router.router?.pathname !== '/thank-you') return
  const code = readReferralCode()
  const { order } = store.getState().checkout
  if (!code || !order) return
  window.idaReferral = { referralCode: code, orderId: order.id }
  void loadScript(url)
}

const contentPagePattern = /^\/checkouts\/(?:help|privacy|terms|guarantees)\/$/

/** The mirror sells; whatever else there is to read is the main host's. */
const redirectLinksToMainHost = (appUrl: string): (() => void) =>
  interceptLinkClicks(contentPagePattern, link => {
    location.assign(appUrl + link.pathname)
    return true
  })

/** Takes clicks on links of our own; what answers false goes where it leads. */
function interceptLinkClicks(
  pathPattern: RegExp,
  handleLink: (link: HTMLAnchorElement) => boolean,
): () => void {
  const controller = new AbortController()
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== location.origin || !pathPattern.test(link.pathname)) return
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!handleLink(link)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', onClick, { capture: true, signal: controller.signal })
  return () => controller.abort()
}

import Router from 'next/router'
import { runAfterLaunchStripped } from '@/client/analytics/launch-cleanup'
import { readReferralCode } from '@/client/analytics/referral-code'
import { reviewsSlotId } from '@/client/analytics/reviews-slot'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { StaticPageData } from '@/contract/page'

declare global {
  interface Window {
    /** Set by the chat script or a snippet beside it: opens the chat. */
    idaChat?: { open: () => void }
    /** Read by the referral service's script. */
    idaReferral?: { referralCode: string; orderId: string }
  }
}

type Scripts = NonNullable<StaticPageData['settings']['scripts']>

/** Script load timeout in milliseconds. */
const timeoutMs = 10_000

/**
 * Loads third-party scripts once the address has no launch parameters: without a checkout none
 * loads. The scripts are independent, and a failed or hanging one does not affect the page. The
 * first page of the tab decides, because its content security policy stays in force during
 * client-side navigation.
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

/** Whether the address has a token that opens an order: pages beside the steps leave it there. */
const hasTokenInUrl = (): boolean => /[?&](?:partner-)?token=/.test(location.search)

/** Returns the cleanups. */
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

/** Loads each URL once per tab. Resolves to whether it loaded. */
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

/** Links to the help page, such as the header's, open the chat once its script is loaded. */
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

/**
 * Loads the widget when its slot is scrolled into view, which is rare; hides the slot if that
 * fails.
 */
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

/** Reports the order id of a referred customer to the referral service, and nothing else. */
function setReferral(url: string, store: CheckoutStore): void {
  if (Router.router?.pathname !== '/thank-you') return
  const code = readReferralCode()
  const { order } = store.getState().checkout
  if (!code || !order) return
  window.idaReferral = { referralCode: code, orderId: order.id }
  void loadScript(url)
}

const contentPagePattern = /^\/checkouts\/(?:help|privacy|terms|guarantees)\/$/

/** The mirror host serves only the order pages; content pages are on the main host. */
const redirectLinksToMainHost = (appUrl: string): (() => void) =>
  interceptLinkClicks(contentPagePattern, link => {
    location.assign(appUrl + link.pathname)
    return true
  })

/**
 * Intercepts clicks on our own links; if `handleLink` returns false the browser follows the link.
 */
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

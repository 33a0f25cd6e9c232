import Router from 'next/router'
import { referralCode } from '@/client/analytics/referral-code'
import { reviewsPlace } from '@/client/analytics/reviews-slot'
import { onceLaunchLeft } from '@/client/analytics/strip-launch-params'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageFacts } from '@/contract/page'

declare global {
  interface Window {
    /** Set by the chat's own script, or a line beside it: opens the chat. */
    idaChat?: { open: () => void }
    /** What the referral service's script finds. */
    idaReferral?: { referralCode: string; orderId: string }
  }
}

type Scripts = NonNullable<PageFacts['settings']['scripts']>

/** A script that has not come by then is given up, in milliseconds. */
const patienceMs = 10_000

/**
 * Loads others' scripts once the page is in use, and its address says nothing of the link any more: where no
 * checkout can be begun, none comes. Each is on its own: one that fails or hangs is nothing to the customer. The
 * page that the tab began with decides: its policy holds for all that follow without a whole load.
 */
export function loadOutsideScripts(store: CheckoutStore, page: PageFacts): () => void {
  const { scripts, isMirror, appUrl } = page.settings
  const ends: (() => void)[] = []
  if (isMirror) ends.push(leadToMainHost(appUrl))
  if (scripts && !opensSomething())
    ends.push(onceLaunchLeft(store, page, () => ends.push(...loadAll(scripts, store))))
  return () => endAll(ends)
}

/** Whether the address has what opens an order: pages that are no step leave it there. */
const opensSomething = (): boolean => /[?&](?:partner-)?token=/.test(location.search)

/** Answers with what ends them. */
function loadAll(scripts: Scripts, store: CheckoutStore): (() => void)[] {
  const ends: (() => void)[] = []
  if (scripts.gtm) loadTagManager(scripts.gtm)
  if (scripts.testing) load(scripts.testing)
  if (scripts.chat) ends.push(loadChat(scripts.chat))
  if (scripts.reviews) ends.push(loadReviews(scripts.reviews))
  if (scripts.referral) tellReferral(scripts.referral, store)
  return ends
}

const endAll = (ends: (() => void)[]): void => {
  for (const end of ends) end()
}

/** Each once in a tab. Answers with whether it came. */
function load(address: string): Promise<boolean> {
  const known = loads.get(address)
  if (known) return known
  const script = document.createElement('script')
  script.async = true
  script.src = address
  const answer = new Promise<boolean>(resolve => {
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
    setTimeout(resolve, patienceMs, false)
  }).then(hasCome => {
    if (!hasCome) script.remove()
    return hasCome
  })
  loads.set(address, answer)
  document.head.append(script)
  return answer
}

const loads = new Map<string, Promise<boolean>>()

function loadTagManager(address: string): void {
  if (loads.has(address)) return
  window.dataLayer ??= []
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  void load(address)
}

/** Links to help, of which the header has one, open the chat once it is there, and lead to help until then. */
function loadChat(address: string): () => void {
  void load(address)
  return onLinks(/^\/checkouts\/help\/$/, () => {
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
function loadReviews(address: string): () => void {
  const place = document.getElementById(reviewsPlace)
  if (!place) return () => undefined
  const sight = new IntersectionObserver(async entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    sight.disconnect()
    if (!(await load(address))) place.hidden = true
  })
  sight.observe(place)
  return () => sight.disconnect()
}

/** Who has bought by somebody's recommendation is told to the service that thanks for it: by the order alone. */
function tellReferral(address: string, store: CheckoutStore): void {
  if (Router.router?.pathname !== '/thank-you') return
  const code = referralCode()
  const { order } = store.getState().checkout
  if (!code || !order) return
  window.idaReferral = { referralCode: code, orderId: order.id }
  void load(address)
}

const plainPages = /^\/checkouts\/(?:help|privacy|terms|guarantees)\/$/

/** The mirror sells; whatever else there is to read is the main host's. */
const leadToMainHost = (appUrl: string): (() => void) =>
  onLinks(plainPages, link => {
    location.assign(appUrl + link.pathname)
    return true
  })

/** Takes clicks on links of our own; what answers false goes where it leads. */
function onLinks(paths: RegExp, take: (link: HTMLAnchorElement) => boolean): () => void {
  const done = new AbortController()
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== location.origin || !paths.test(link.pathname)) return
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!take(link)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', onClick, { capture: true, signal: done.signal })
  return () => done.abort()
}

import type { GetServerSidePropsContext } from 'next'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import {
  adClickIn,
  adClickOf,
  clickLifetimeDays,
  keptClicksIn,
  metaIdsIn,
  trackingOf,
  withClicks,
} from '@/domain/links/click-tracking'
import { type Launch, landingIn, launchOf } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import {
  adClickCookie,
  clicksCookie,
  keepArrival,
  keepReferral,
  referralCookie,
  setCookie,
} from '@/server/http/cookies'
import { cookieIn, type Header, headerOf } from '@/server/http/request'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'query' | 'resolvedUrl'>

/**
 * Keeps with the browser where a link says its customer comes from (SPEC 3), with scripts or without: an order
 * that is begun later still knows. What a link does not say leaves what is kept alone.
 */
export function keepClicks({ env, now }: Backend, { req, res, query, resolvedUrl }: Context): void {
  if (req.method === 'POST') return
  const { clicks } = launchOf(query)
  const landing = landingAt(env.appUrl, { query, resolvedUrl })
  const cookie = cookiesOf(headerOf(req))
  const nowMs = now().getTime()
  const keep = (name: string, value: string) =>
    setCookie(res, keepArrival(env, name, value, clickLifetimeDays))
  const adClick = adClickOf(clicks, nowMs)
  if (adClick && adClick.value !== adClickIn(cookie(adClickCookie), nowMs)?.value)
    keep(adClickCookie, JSON.stringify(adClick))
  const known = withClicks(keptClicksIn(cookie(clicksCookie)), clicks, landing)
  if (known) keep(clicksCookie, known)
  const { referralCode } = clicks
  if (referralCode && referralCode !== cookie(referralCookie))
    setCookie(res, keepReferral(env, referralCode, clickLifetimeDays))
}

/** Where a customer landed, as the checkout keeps it; null when the address says nothing of where they come from. */
export const landingAt = (
  appUrl: string,
  { query, resolvedUrl }: Pick<Context, 'query' | 'resolvedUrl'>,
): string | null => landingIn(`${appUrl}/checkouts${resolvedUrl.split('?')[0]}`, query)

/** What a checkout begins with of where its customer comes from: what is kept, and what its link says. */
export function trackingFor(
  header: Header,
  { clicks: said }: Launch,
  now: Date,
): Partial<CheckoutState> {
  const cookie = cookiesOf(header)
  const { clicks, landing } = keptClicksIn(cookie(clicksCookie))
  const gclid = adClickIn(cookie(adClickCookie), now.getTime())?.value
  return {
    ...trackingOf({ ...clicks, ...(gclid && { gclid }) }, landing),
    ...metaIdsIn(cookie),
    ...trackingOf(said),
  }
}

/** Meta's ids as the browser has them now: its script writes them while the page is already shown. */
export const metaIdsOf = (header: Header): Partial<CheckoutState> => metaIdsIn(cookiesOf(header))

const cookiesOf = (header: Header) => (name: string) => cookieIn(header('cookie'), name)

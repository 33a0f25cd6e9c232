import type { GetServerSidePropsContext } from 'next'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import {
  buildAdClick,
  clickLifetimeDays,
  mergeClicks,
  parseAdClick,
  parseMetaIds,
  parseStoredClicks,
  toTracking,
} from '@/domain/links/click-tracking'
import { type Launch, parseLaunch, readLandingUrl } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import {
  adClickCookie,
  buildClickCookie,
  buildReferralCookie,
  clicksCookie,
  referralCookie,
  setCookie,
} from '@/server/http/cookies'
import { createHeaderReader, type HeaderReader, parseCookie } from '@/server/http/request'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'query' | 'resolvedUrl'>

/**
 * Keeps with the browser where a link says its customer comes from (SPEC 3), with scripts or without: an order
 * that is begun later still knows. What a link does not say leaves what is kept alone.
 */
export function writeClickCookies(
  { env, now }: Backend,
  { req, res, query, resolvedUrl }: Context,
): void {
  if (req.method === 'POST') return
  const { clicks } = parseLaunch(query)
  const landing = resolveLanding(env.appUrl, { query, resolvedUrl })
  const readCookie = createCookieReader(createHeaderReader(req))
  const nowMs = now().getTime()
  const writeCookie = (name: string, value: string) =>
    setCookie(res, buildClickCookie(env, name, value, clickLifetimeDays))
  const adClick = buildAdClick(clicks, nowMs)
  if (adClick && adClick.value !== parseAdClick(readCookie(adClickCookie), nowMs)?.value)
    writeCookie(adClickCookie, JSON.stringify(adClick))
  const mergedClicks = mergeClicks(parseStoredClicks(readCookie(clicksCookie)), clicks, landing)
  if (mergedClicks) writeCookie(clicksCookie, mergedClicks)
  const { referralCode } = clicks
  if (referralCode && referralCode !== readCookie(referralCookie))
    setCookie(res, buildReferralCookie(env, referralCode, clickLifetimeDays))
}

/** Where a customer landed, as the checkout keeps it; null when the address says nothing of where they come from. */
export const resolveLanding = (
  appUrl: string,
  { query, resolvedUrl }: Pick<Context, 'query' | 'resolvedUrl'>,
): string | null => readLandingUrl(`${appUrl}/checkouts${resolvedUrl.split('?')[0]}`, query)

/** What a checkout begins with of where its customer comes from: what is kept, and what its link says. */
export function buildTracking(
  header: HeaderReader,
  { clicks: linkClicks }: Launch,
  now: Date,
): Partial<CheckoutState> {
  const readCookie = createCookieReader(header)
  const { clicks, landing } = parseStoredClicks(readCookie(clicksCookie))
  const gclid = parseAdClick(readCookie(adClickCookie), now.getTime())?.value
  return {
    ...toTracking({ ...clicks, ...(gclid && { gclid }) }, landing),
    ...parseMetaIds(readCookie),
    ...toTracking(linkClicks),
  }
}

/** Meta's ids as the browser has them now: its script writes them while the page is already shown. */
export const readMetaCookies = (header: HeaderReader): Partial<CheckoutState> =>
  parseMetaIds(createCookieReader(header))

const createCookieReader = (header: HeaderReader) => (name: string) =>
  parseCookie(header('cookie'), name)

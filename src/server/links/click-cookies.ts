import type { GetServerSidePropsContext } from 'next'
import type { BaseState } from '@/domain/checkout/checkout-state'
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
 * Stores the click parameters of a link in cookies, for an order that begins later. Parameters that
 * the link does not have remain unchanged.
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

/** The landing URL for attribution; null if the address has no click parameters. */
export const resolveLanding = (
  appUrl: string,
  { query, resolvedUrl }: Pick<Context, 'query' | 'resolvedUrl'>,
): string | null => readLandingUrl(`${appUrl}/checkouts${resolvedUrl.split('?')[0]}`, query)

/**
 * The tracking fields of a new checkout: stored clicks, Meta's ids and the link's own clicks, which
 * win.
 */
export function buildTracking(
  header: HeaderReader,
  { clicks: linkClicks }: Launch,
  now: Date,
): Partial<BaseState> {
  const readCookie = createCookieReader(header)
  const { clicks, landing } = parseStoredClicks(readCookie(clicksCookie))
  const gclid = parseAdClick(readCookie(adClickCookie), now.getTime())?.value
  return {
    ...toTracking({ ...clicks, ...(gclid && { gclid }) }, landing),
    ...parseMetaIds(readCookie),
    ...toTracking(linkClicks),
  }
}

/** Meta's ids in the current cookies: its script writes them only after the page is shown. */
export const readMetaCookies = (header: HeaderReader): Partial<BaseState> =>
  parseMetaIds(createCookieReader(header))

const createCookieReader = (header: HeaderReader) => (name: string) =>
  parseCookie(header('cookie'), name)

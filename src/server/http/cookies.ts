import type { ServerResponse } from 'node:http'
import { type SetCookie, stringifySetCookie } from 'cookie'
import { checkoutBegunCookie } from '@/domain/analytics/analytics-events'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import type { Env } from '@/server/config/env'

export const tokenCookie = 'userToken'
/** The token of a link that the customer has not agreed to open, or of the last, completed order. */
export const offeredTokenCookie = 'offeredToken'
export const languageCookie = 'language'
export const currencyCookie = 'currency'
export const photosCookie = 'photos'
/** The click parameters of links, with the names of the wire. */
export const clicksCookie = 'affiliate_tracking_data'
export const adClickCookie = 'gclid'
export const referralCookie = 'referralCode'
/** The affiliate network's event; the network defines the name. */
export const cjCookie = 'cje'
/** The coupon code of a link with free delivery. */
export const freeShippingCookie = 'free_shipping'

const daySeconds = 86_400
/** The maximum lifetime of a cookie in browsers: 400 days. */
const maxCookieSeconds = 400 * daySeconds

/** The token's cookie; scripts get the token from the page, never from the cookie. */
export const buildTokenCookie = (env: Env, token: string): string =>
  buildCookie(env, {
    name: tokenCookie,
    value: token,
    maxAge: tokenLifetimeMs / 1_000,
    httpOnly: true,
  })

/** Lets the next page report that a checkout began; lasts one hour. */
export const buildCheckoutStartedCookie = (env: Env): string =>
  buildCookie(env, { name: checkoutBegunCookie, value: '1', maxAge: 3_600 })

/** Deletes the token's cookie; the checkout stays stored. */
export const buildExpiredTokenCookie = (env: Env): string =>
  buildCookie(env, { name: tokenCookie, value: '', maxAge: 0, httpOnly: true })

/** Offers the order of a link for an hour. */
export const buildOfferedTokenCookie = (env: Env, token: string): string =>
  buildCookie(env, { name: offeredTokenCookie, value: token, maxAge: 3_600, httpOnly: true })

/** Leads to the page of the browser's last order, for as long as that was open in it. */
export const buildLastOrderCookie = (env: Env, token: string): string =>
  buildCookie(env, {
    name: offeredTokenCookie,
    value: token,
    maxAge: tokenLifetimeMs / 1_000,
    httpOnly: true,
  })

/** Ends the offer of an order. */
export const buildExpiredOfferCookie = (env: Env): string =>
  buildCookie(env, { name: offeredTokenCookie, value: '', maxAge: 0, httpOnly: true })

/** The cookie of a pass that lets a device add photos to one checkout, for `seconds`. */
export const buildPhotoPassCookie = (env: Env, pass: string, seconds: number): string =>
  buildCookie(env, { name: photosCookie, value: pass, maxAge: seconds, httpOnly: true })

/** Stores a click for `days`; scripts cannot read it. */
export const buildClickCookie = (env: Env, name: string, value: string, days: number): string =>
  buildCookie(env, { name, value, maxAge: days * daySeconds, httpOnly: true })

/**
 * Stores the referral code for `days`; the page sends it with the email address (`track-event`).
 */
export const buildReferralCookie = (env: Env, code: string, days: number): string =>
  buildCookie(env, { name: referralCookie, value: code, maxAge: days * daySeconds })

/**
 * Stores the free-delivery code until 2100. Browsers cap it at 400 days, so every visit renews it.
 */
export const buildFreeShippingCookie = (env: Env, coupon: string, now: Date): string => {
  const seconds = Math.floor((Date.UTC(2100, 0, 1) - now.getTime()) / 1_000)
  return buildCookie(env, {
    name: freeShippingCookie,
    value: coupon,
    maxAge: seconds,
    httpOnly: true,
  })
}

/** Stores a choice, such as the language, for 400 days. */
export const buildPreferenceCookie = (env: Env, name: string, value: string): string =>
  buildCookie(env, { name, value, maxAge: maxCookieSeconds })

/**
 * Browsers accept Secure cookies from localhost too; only plain HTTP on another host goes without.
 */
function buildCookie({ appUrl }: Env, cookie: SetCookie): string {
  const { protocol, hostname } = new URL(appUrl)
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
  return stringifySetCookie({ ...cookie, path: '/checkouts', sameSite: 'lax', secure })
}

/** Adds a cookie to those that the response already sets. */
export function setCookie(response: ServerResponse, cookie: string): void {
  response.appendHeader('Set-Cookie', [cookie])
}

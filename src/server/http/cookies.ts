import type { ServerResponse } from 'node:http'
import { checkoutBegunCookie } from '@/domain/analytics/analytics-events'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import type { Env } from '@/server/config/env'

export const tokenCookie = 'userToken'
export const languageCookie = 'language'
export const currencyCookie = 'currency'
export const photosCookie = 'photos'
/** What links say of where a customer comes from, by SPEC 3's names. */
export const clicksCookie = 'affiliate_tracking_data'
export const adClickCookie = 'gclid'
export const referralCookie = 'referralCode'
/** The affiliate network's event; the name is theirs. */
export const cjCookie = 'cje'
/** The code by which a link brought free delivery. */
export const freeShippingCookie = 'free_shipping'

const daySeconds = 86_400
/** As long as browsers keep a cookie: 400 days. */
const maxCookieSeconds = 400 * daySeconds

/** Keeps the token with the browser; scripts get it from the page, never from the cookie. */
export const buildTokenCookie = (env: Env, token: string): string =>
  `${tokenCookie}=${token}; ${buildAttributes(env, tokenLifetimeMs / 1_000)}; HttpOnly`

/** Has the next page tell that a checkout has begun (SPEC 2); who shows none within the hour has left. */
export const buildCheckoutStartedCookie = (env: Env): string =>
  `${checkoutBegunCookie}=1; ${buildAttributes(env, 3_600)}`

/** Takes the token away from the browser; the checkout stays stored. */
export const buildExpiredTokenCookie = (env: Env): string =>
  `${tokenCookie}=; ${buildAttributes(env, 0)}; HttpOnly`

/** Lets a device add photos to one checkout, and nothing else, for some seconds. */
export const buildPhotoPassCookie = (env: Env, pass: string, seconds: number): string =>
  `${photosCookie}=${pass}; ${buildAttributes(env, seconds)}; HttpOnly`

/** Keeps where a customer comes from for some days; it is the server's, and no script reads it. */
export const buildClickCookie = (env: Env, name: string, value: string, days: number): string =>
  `${name}=${encodeURIComponent(value)}; ${buildAttributes(env, days * daySeconds)}; HttpOnly`

/** Keeps who sent a customer for some days; the page tells it with the email address (SPEC 7: track-event). */
export const buildReferralCookie = (env: Env, code: string, days: number): string =>
  `${referralCookie}=${encodeURIComponent(code)}; ${buildAttributes(env, days * daySeconds)}`

/**
 * Keeps the code for free delivery until 2100 (SPEC 9). Browsers make 400 days of that: it is renewed with
 * every visit.
 */
export const buildFreeShippingCookie = (env: Env, coupon: string, now: Date): string => {
  const seconds = Math.floor((Date.UTC(2100, 0, 1) - now.getTime()) / 1_000)
  return `${freeShippingCookie}=${encodeURIComponent(coupon)}; ${buildAttributes(env, seconds)}; HttpOnly`
}

/** Keeps a choice, such as the language, as long as a browser will. */
export const buildPreferenceCookie = (env: Env, name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}; ${buildAttributes(env, maxCookieSeconds)}`

/** Browsers take Secure cookies from localhost too; only a shop tried out over plain HTTP goes without. */
function buildAttributes({ appUrl }: Env, maxAge: number): string {
  const { protocol, hostname } = new URL(appUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
  return `Path=/checkouts; Max-Age=${maxAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Adds a cookie to those the response sets already. */
export function setCookie(response: ServerResponse, cookie: string): void {
  const cookies = response.getHeader('Set-Cookie') ?? []
  response.setHeader('Set-Cookie', [...[cookies].flat().map(String), cookie])
}

import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { difference } from '@/domain/checkout/state-change'
import { isCurrency } from '@/domain/data/currencies'
import { isRenewal, tokenIn } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { edit, read } from '@/server/checkout/checkout-service'
import { filled, wireQuoteOf } from '@/server/checkout/derive-state'
import { keepLanguage } from '@/server/checkout/keep-language'
import {
  currencyCookie,
  forgetToken,
  keepToken,
  setCookie,
  tellBegun,
  tokenCookie,
} from '@/server/http/cookies'
import { addressOf, cookieOf, headerOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { isToken } from '@/server/infra/tokens'
import { admitted, keptCoupon, withFirstCoupons, withLinkState } from '@/server/links/apply-launch'
import { metaIdsOf } from '@/server/links/click-cookies'
import { keepFreeDelivery } from '@/server/links/free-shipping-cookie'
import { firstState } from '@/server/links/initial-state'
import { renewed } from '@/server/links/renewal-link'
import { languageOf } from '@/server/texts/language'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'query'>

/** What a request brings along. `checkout` is null before the first answer is saved. */
export interface Visit {
  checkout: WireCheckout | null
  /** The browser came with a token that opens nothing any more. */
  isExpired: boolean
}

/** The checkout of the browser's cookie; a fulfilled one is let go, so that a new one begins. */
export async function visitOf(backend: Backend, { req, res }: Context): Promise<Visit> {
  const token = cookieOf(req, tokenCookie)
  if (!token) return { checkout: null, isExpired: false }
  const checkout = await checkoutOf(backend, token)
  if (checkout && checkout.status !== 'completed')
    return { checkout: await asOfNow(backend, req, checkout), isExpired: false }
  setCookie(res, forgetToken(backend.env))
  return { checkout: null, isExpired: checkout === null }
}

const asOfNow = async (backend: Backend, req: Context['req'], checkout: WireCheckout) => {
  const spoken = await inChosenLanguage(backend, req, checkout)
  return withMetaIds(backend, req, await inChosenCurrency(backend, req, spoken))
}

/** The checkout in the language this browser has chosen (SPEC 3): what is mailed is in it, too. */
async function inChosenLanguage(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, state } = checkout
  const to = languageOf(headerOf(req), state.language)
  if (to === state.language) return checkout
  await keepLanguage(backend, token, from => ({ from, to }))
  return (await checkoutOf(backend, token)) ?? checkout
}

/** The checkout with Meta's ids, which its script writes only once the first page is shown. */
async function withMetaIds(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, status, state } = checkout
  const change = difference(state, metaIdsOf(headerOf(req)))
  if (status !== 'processing' || Object.keys(change).length === 0) return checkout
  try {
    return await edit(backend, token, () => change)
  } catch (error) {
    // They are not worth a page.
    if (error instanceof Failure) return checkout
    throw error
  }
}

/** The checkout in the currency this browser has chosen (SPEC 3), or in its own where that cannot be had. */
async function inChosenCurrency(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, status, state } = checkout
  const chosen = cookieOf(req, currencyCookie)
  // What has failed before is not tried with every page.
  if (!isCurrency(chosen) || chosen === state.currency || chosen === state.currency_error)
    return checkout
  if (status !== 'processing') return checkout
  try {
    return await edit(backend, token, () => ({ currency: chosen }))
  } catch (error) {
    if (error instanceof Failure) return (await checkoutOf(backend, token)) ?? checkout
    throw error
  }
}

/** What a `?token=` link brings along; they leave the address with it. */
export const tokenParameters = ['token', 'renewal', 'link', 'renewed']

/**
 * A `?token=` link moves its token into the cookie: undefined without one, else what is to be told. The
 * caller redirects to the address without it, before any script sees it. Of a paid order a renewal link
 * begins another (SPEC 2).
 */
export async function acceptLink(
  backend: Backend,
  { req, res, query }: Context,
): Promise<Record<string, string> | undefined> {
  if (query.token === undefined) return undefined
  const token = tokenIn(query)
  if (token === null) return {}
  const checkout = isToken(token) ? await checkoutOf(backend, token) : null
  if (!checkout) return { link: 'expired' }
  const own = await underWayHere(backend, req)
  const isAgain = isRenewal(query) && checkout.status !== 'processing'
  const opened = isAgain ? await renewed(backend, req, checkout, own) : checkout
  // Whose link takes the place of the order here may be anybody's.
  const isSwitched = own !== null && own.token !== opened.token
  setCookie(res, keepToken(backend.env, opened.token))
  if (isAgain && opened !== own) setCookie(res, tellBegun(backend.env))
  return { ...(isSwitched && { link: 'switched' }), ...(isAgain && { renewed: '' }) }
}

/** The order this browser has under way; null without one. */
async function underWayHere(backend: Backend, req: Context['req']): Promise<WireCheckout | null> {
  const token = cookieOf(req, tokenCookie)
  const checkout = token ? await checkoutOf(backend, token) : null
  return checkout?.status === 'processing' ? checkout : null
}

async function checkoutOf(backend: Backend, token: string): Promise<WireCheckout | null> {
  try {
    return await read(backend, { params: { token } })
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** A checkout nobody has stored yet: prices and defaults for a first visit by this address. It has no token. */
export async function newCheckout(
  backend: Backend,
  { req, res, query }: Context,
): Promise<WireCheckout> {
  const catalog = await backend.catalog()
  const moment = { nowMs: backend.now().getTime(), isHeld: false }
  const address = addressOf(req, backend.env.trustedProxies)
  const header = headerOf(req)
  const launch = await admitted(backend, query, { address })
  await keepFreeDelivery(backend, { res }, launch.coupon)
  const begun = firstState(backend, header, launch)
  const first = await withLinkState(backend, begun, launch)
  const kept = await keptCoupon(backend, header, { address })
  const found = await withFirstCoupons(backend, first, launch, { kept })
  const state = filled(found, catalog, moment)
  const priced = quoteOf(state)
  return {
    token: '',
    state: { ...state, total: priced ? wireQuoteOf(priced).total : 0 },
    status: 'processing',
    currency: state.currency,
    order: null,
    version: 0,
    quote: priced && wireQuoteOf(priced),
  }
}

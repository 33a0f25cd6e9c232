import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { difference } from '@/domain/checkout/state-change'
import { isCurrency } from '@/domain/data/currencies'
import { isRenewal, readTokenParam } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import { deriveState, toWireQuote } from '@/server/checkout/derive-state'
import { keepLanguage } from '@/server/checkout/keep-language'
import {
  buildCheckoutStartedCookie,
  buildExpiredTokenCookie,
  buildTokenCookie,
  currencyCookie,
  setCookie,
  tokenCookie,
} from '@/server/http/cookies'
import { createHeaderReader, readCookie, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { isToken } from '@/server/infra/tokens'
import {
  allowedLaunch,
  applyFirstCoupons,
  applyLinkState,
  findFreeShippingCoupon,
} from '@/server/links/apply-launch'
import { readMetaCookies } from '@/server/links/click-cookies'
import { saveFreeShippingCoupon } from '@/server/links/free-shipping-cookie'
import { buildInitialState } from '@/server/links/initial-state'
import { startRenewalCheckout } from '@/server/links/renewal-link'
import { resolveLanguage } from '@/server/texts/language'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'query'>

/** What a request brings along. `checkout` is null before the first answer is saved. */
export interface CurrentCheckout {
  checkout: WireCheckout | null
  /** The browser came with a token that opens nothing any more. */
  isExpired: boolean
}

/** The checkout of the browser's cookie; a fulfilled one is let go, so that a new one begins. */
export async function loadCurrentCheckout(
  backend: Backend,
  { req, res }: Context,
): Promise<CurrentCheckout> {
  const token = readCookie(req, tokenCookie)
  if (!token) return { checkout: null, isExpired: false }
  const checkout = await findCheckout(backend, token)
  if (checkout && checkout.status !== 'completed')
    return { checkout: await syncCheckout(backend, req, checkout), isExpired: false }
  setCookie(res, buildExpiredTokenCookie(backend.env))
  return { checkout: null, isExpired: checkout === null }
}

const syncCheckout = async (backend: Backend, req: Context['req'], checkout: WireCheckout) => {
  const localisedCheckout = await applyChosenLanguage(backend, req, checkout)
  return saveMetaIds(backend, req, await applyChosenCurrency(backend, req, localisedCheckout))
}

/** The checkout in the language this browser has chosen (SPEC 3): what is mailed is in it, too. */
async function applyChosenLanguage(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, state } = checkout
  const to = resolveLanguage(createHeaderReader(req), state.language)
  if (to === state.language) return checkout
  await keepLanguage(backend, token, from => ({ from, to }))
  return (await findCheckout(backend, token)) ?? checkout
}

/** The checkout with Meta's ids, which its script writes only once the first page is shown. */
async function saveMetaIds(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, status, state } = checkout
  const change = difference(state, readMetaCookies(createHeaderReader(req)))
  if (status !== 'processing' || Object.keys(change).length === 0) return checkout
  try {
    return await updateCheckout(backend, token, () => change)
  } catch (error) {
    // They are not worth a page.
    if (error instanceof ApiError) return checkout
    throw error
  }
}

/** The checkout in the currency this browser has chosen (SPEC 3), or in its own where that cannot be had. */
async function applyChosenCurrency(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, status, state } = checkout
  const chosenCurrency = readCookie(req, currencyCookie)
  // What has failed before is not tried with every page.
  if (
    !isCurrency(chosenCurrency) ||
    chosenCurrency === state.currency ||
    chosenCurrency === state.currency_error
  )
    return checkout
  if (status !== 'processing') return checkout
  try {
    return await updateCheckout(backend, token, () => ({ currency: chosenCurrency }))
  } catch (error) {
    if (error instanceof ApiError) return (await findCheckout(backend, token)) ?? checkout
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
  const token = readTokenParam(query)
  if (token === null) return {}
  const checkout = isToken(token) ? await findCheckout(backend, token) : null
  if (!checkout) return { link: 'expired' }
  const ownCheckout = await findActiveCheckout(backend, req)
  const isRenewalOrder = isRenewal(query) && checkout.status !== 'processing'
  const openedCheckout = isRenewalOrder
    ? await startRenewalCheckout(backend, req, checkout, ownCheckout)
    : checkout
  // Whose link takes the place of the order here may be anybody's.
  const isSwitched = ownCheckout !== null && ownCheckout.token !== openedCheckout.token
  setCookie(res, buildTokenCookie(backend.env, openedCheckout.token))
  if (isRenewalOrder && openedCheckout !== ownCheckout)
    setCookie(res, buildCheckoutStartedCookie(backend.env))
  return { ...(isSwitched && { link: 'switched' }), ...(isRenewalOrder && { renewed: '' }) }
}

/** The order this browser has under way; null without one. */
async function findActiveCheckout(
  backend: Backend,
  req: Context['req'],
): Promise<WireCheckout | null> {
  const token = readCookie(req, tokenCookie)
  const checkout = token ? await findCheckout(backend, token) : null
  return checkout?.status === 'processing' ? checkout : null
}

async function findCheckout(backend: Backend, token: string): Promise<WireCheckout | null> {
  try {
    return await getCheckout(backend, { params: { token } })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** A checkout nobody has stored yet: prices and defaults for a first visit by this address. It has no token. */
export async function buildNewCheckout(
  backend: Backend,
  { req, res, query }: Context,
): Promise<WireCheckout> {
  const catalog = await backend.catalog()
  const couponContext = { nowMs: backend.now().getTime(), isReserved: false }
  const address = resolveClientAddress(req, backend.env.trustedProxies)
  const header = createHeaderReader(req)
  const launch = await allowedLaunch(backend, query, { address })
  await saveFreeShippingCoupon(backend, { res }, launch.coupon)
  const initialState = buildInitialState(backend, header, launch)
  const linkState = await applyLinkState(backend, initialState, launch)
  const cookieCoupon = await findFreeShippingCoupon(backend, header, { address })
  const couponState = await applyFirstCoupons(backend, linkState, launch, { cookieCoupon })
  const state = deriveState(couponState, catalog, couponContext)
  const quote = quoteOf(state)
  return {
    token: '',
    state: { ...state, total: quote ? toWireQuote(quote).total : 0 },
    status: 'processing',
    currency: state.currency,
    order: null,
    version: 0,
    quote: quote && toWireQuote(quote),
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GetServerSidePropsContext, Redirect } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { difference } from '@/domain/checkout/state-change'
import { isCurrency } from '@/domain/data/currencies'
import { isRenewal, pickLaunchParams, readTokenParam } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { findCheckoutId } from '@/server/checkout/checkout-repository'
import { getCheckout, logStateFaults, updateCheckout } from '@/server/checkout/checkout-service'
import { deriveState, toWireQuote } from '@/server/checkout/derive-state'
import { keepLanguage } from '@/server/checkout/keep-language'
import {
  buildCheckoutStartedCookie,
  buildExpiredTokenCookie,
  buildLastOrderCookie,
  buildOfferedTokenCookie,
  buildTokenCookie,
  currencyCookie,
  offeredTokenCookie,
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
import { startOrResumeCheckout } from '@/server/links/create-checkout'
import { saveFreeShippingCoupon } from '@/server/links/free-shipping-cookie'
import { buildInitialState } from '@/server/links/initial-state'
import { startRenewalCheckout } from '@/server/links/renewal-link'
import { createFormRoute } from '@/server/pages/form-route'
import { omitQueryParams, redirect } from '@/server/pages/page-response'
import { resolveLanguage } from '@/server/texts/language'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'query'>

/** The checkout of a request. `checkout` is null before the first answer is saved. */
interface CurrentCheckout {
  checkout: WireCheckout | null
  /** What became of the cookie's order if it cannot be continued. */
  ended?: 'expired' | 'completed'
}

/**
 * The checkout of the browser's cookie. The cookie of a completed or unknown checkout is deleted,
 * so that a new one can begin; the page of the offered order says where a completed one stands.
 */
export async function loadCurrentCheckout(
  backend: Backend,
  { req, res }: Context,
): Promise<CurrentCheckout> {
  const token = readCookie(req, tokenCookie)
  if (!token) return { checkout: null }
  const checkout = await findCheckout(backend, token)
  if (checkout && checkout.status !== 'completed')
    return { checkout: await syncCheckout(backend, req, checkout) }
  setCookie(res, buildExpiredTokenCookie(backend.env))
  if (checkout) setCookie(res, buildLastOrderCookie(backend.env, token))
  return { checkout: null, ended: checkout ? 'completed' : 'expired' }
}

/**
 * Whether the browser's last order is complete and can be looked at. Read only where its link is shown,
 * and only for a browser with the cookie of such an order or of an offered one.
 */
export async function hasLastOrder(
  backend: Backend,
  req: IncomingMessage,
  { ended }: CurrentCheckout,
): Promise<boolean> {
  if (ended) return ended === 'completed'
  const token = readCookie(req, offeredTokenCookie)
  return token !== undefined && (await findCheckout(backend, token))?.status === 'completed'
}

const syncCheckout = async (backend: Backend, req: Context['req'], checkout: WireCheckout) => {
  const localisedCheckout = await applyChosenLanguage(backend, req, checkout)
  return saveMetaIds(backend, req, await applyChosenCurrency(backend, req, localisedCheckout))
}

/** The checkout in the browser's chosen language, which its mails use too. */
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

/** The checkout with Meta's ids, which its script writes only after the first page is shown. */
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
    // Analytics ids must not fail a page.
    if (error instanceof ApiError) return checkout
    throw error
  }
}

/** The checkout in the browser's chosen currency, or in its own if the change is refused. */
async function applyChosenCurrency(
  backend: Backend,
  req: Context['req'],
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, status, state } = checkout
  const chosenCurrency = readCookie(req, currencyCookie)
  // A currency that failed before is not tried on every page.
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

/** The parameters of a `?token=` link; they are removed from the address with the token. */
const tokenParameters = ['token', 'renewal', 'link', 'renewed']

/** The page that asks whether to open a link's order. */
export const openOrderRoute = '/open-order/'

/** The parameter of that page with the route that the link leads to. */
export const returnParameter = 'to'

/**
 * Opens the order of a `?token=` link in this browser. Returns undefined without one, else a redirect
 * to `route` without the token, before a script can read it. An order that this browser does not have
 * open is only offered (`open-order-page.ts`): its sender could read what the customer types into it. A
 * renewal link of a paid order starts a new checkout.
 */
export async function acceptLink(
  backend: Backend,
  context: GetServerSidePropsContext,
  route: string,
): Promise<{ redirect: Redirect } | undefined> {
  const { req, res, query } = context
  if (query['token'] === undefined) return undefined
  const forwardedParams = omitQueryParams(context, tokenParameters)
  const token = readTokenParam(query)
  if (token === null) return redirect(route, forwardedParams)
  const checkout = isToken(token) ? await findCheckout(backend, token) : null
  if (!checkout) return redirect(route, forwardedParams, { link: 'expired' })
  if (isRenewal(query) && checkout.status !== 'processing') {
    await renewOrder(backend, context, checkout)
    return redirect(route, forwardedParams, { renewed: '' })
  }
  const isOwn = await isOpenHere(backend, req, token)
  if (isOwn && checkout.status !== 'completed') return redirect(route, forwardedParams)
  setCookie(res, buildOfferedTokenCookie(backend.env, token))
  const { destination } = redirect(route, forwardedParams).redirect
  return redirect(openOrderRoute, [[returnParameter, destination]])
}

/** Whether the browser has the token's order open, by this token or by another one of the order. */
async function isOpenHere({ db }: Backend, req: Context['req'], token: string): Promise<boolean> {
  const ownToken = readCookie(req, tokenCookie)
  if (!ownToken || ownToken === token) return ownToken === token
  const [ownId, id] = await Promise.all([findCheckoutId(db, ownToken), findCheckoutId(db, token)])
  return ownId !== undefined && ownId === id
}

/**
 * Starts a checkout with the answers of an order in this browser, or opens the one it already has for
 * the same customer.
 */
export async function renewOrder(
  backend: Backend,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  paidCheckout: WireCheckout,
): Promise<void> {
  const ownCheckout = await findActiveCheckout(backend, req)
  const { token } = await startRenewalCheckout(backend, req, paidCheckout, ownCheckout)
  if (token === ownCheckout?.token) setCookie(res, buildTokenCookie(backend.env, token))
  else setCheckoutCookies(backend, { res }, token)
}

/** The browser's checkout in progress; null without one. */
async function findActiveCheckout(
  backend: Backend,
  req: IncomingMessage,
): Promise<WireCheckout | null> {
  const token = readCookie(req, tokenCookie)
  const checkout = token ? await findCheckout(backend, token) : null
  return checkout?.status === 'processing' ? checkout : null
}

/** The checkout with the token; null if there is none. */
export async function findCheckout(backend: Backend, token: string): Promise<WireCheckout | null> {
  try {
    return await getCheckout(backend, { params: { token } })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * A checkout that is not stored yet, with the prices and defaults of a first visit by this link.
 * Its token is empty.
 */
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
  const checkout: WireCheckout = {
    token: '',
    state: { ...state, total: quote ? toWireQuote(quote).total : 0 },
    status: 'processing',
    currency: state.currency,
    order: null,
    version: 0,
    quote: quote && toWireQuote(quote),
  }
  logStateFaults(backend, couponState, checkout)
  return checkout
}

/**
 * Deletes the token's cookie, and with it the saved step; the entry page starts a new order with the
 * launch parameters of the form.
 */
export const restart = createFormRoute(async ({ env }, { response, form }) => {
  setCookie(response, buildExpiredTokenCookie(env))
  const search = new URLSearchParams(pickLaunchParams(Object.fromEntries(form))).toString()
  return search ? `/checkouts/?${search}` : '/checkouts/'
})

/**
 * Starts a checkout for the first posted form or for a partner's link, sets its cookies and returns
 * its token.
 */
export async function beginCheckout(
  backend: Backend,
  context: GetServerSidePropsContext,
): Promise<string> {
  const { req, res, query } = context
  const { token } = await startOrResumeCheckout(backend, {
    body: { launch: pickLaunchParams(query) },
    header: createHeaderReader(req),
    address: resolveClientAddress(req, backend.env.trustedProxies),
  })
  setCheckoutCookies(backend, { res }, token)
  return token
}

/**
 * Stores the new checkout's token in the browser, and the cookie by which scripts report that a
 * checkout began.
 */
export function setCheckoutCookies(
  { env }: Backend,
  { res }: { res: ServerResponse },
  token: string,
): void {
  setCookie(res, buildTokenCookie(env, token))
  setCookie(res, buildCheckoutStartedCookie(env))
}

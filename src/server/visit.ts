import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { isCurrency } from '@/domain/data/currencies'
import { quoteOf } from '@/domain/pricing/order'
import type { Backend } from '@/server/backend'
import { edit, read } from '@/server/checkouts'
import { currencyCookie, forgetToken, keepToken, setCookie, tokenCookie } from '@/server/cookies'
import { Failure } from '@/server/failures'
import { firstState } from '@/server/first-state'
import { addressOf, cookieOf, headerOf } from '@/server/http'
import { admitted, withFirstCoupons } from '@/server/launched'
import { filled, wireQuoteOf } from '@/server/present'
import { isToken } from '@/server/tokens'

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
    return { checkout: await inChosenCurrency(backend, req, checkout), isExpired: false }
  setCookie(res, forgetToken(backend.env))
  return { checkout: null, isExpired: checkout === null }
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

/**
 * A `?token=` link moves its token into the cookie: undefined without one, else whether it opens a
 * checkout. The caller redirects to the address without it, before any script sees it.
 */
export async function acceptLink(
  backend: Backend,
  { res, query }: Context,
): Promise<'opens' | 'expired' | undefined> {
  if (query.token === undefined) return undefined
  const checkout = isToken(query.token) ? await checkoutOf(backend, query.token) : null
  if (!checkout) return 'expired'
  setCookie(res, keepToken(backend.env, checkout.token))
  return 'opens'
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
  { req, query }: Context,
): Promise<WireCheckout> {
  const catalog = await backend.catalog()
  const moment = { nowMs: backend.now().getTime(), isHeld: false }
  const address = addressOf(req, backend.env.trustedProxies)
  const launch = await admitted(backend, query, { address })
  const first = firstState(backend, headerOf(req), launch)
  const state = filled(await withFirstCoupons(backend, first, launch), catalog, moment)
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

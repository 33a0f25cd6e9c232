import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { quoteOf } from '@/domain/pricing/order'
import type { Backend } from '@/server/backend'
import { read } from '@/server/checkouts'
import { forgetToken, keepToken, setCookie, tokenCookie } from '@/server/cookies'
import { Failure } from '@/server/failures'
import { firstState } from '@/server/first-state'
import { cookieOf, headerOf } from '@/server/http'
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
  if (checkout && checkout.status !== 'completed') return { checkout, isExpired: false }
  setCookie(res, forgetToken(backend.env))
  return { checkout: null, isExpired: checkout === null }
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

/** A checkout nobody has stored yet: prices and defaults for a first visit. It has no token. */
export async function newCheckout(backend: Backend, { req }: Context): Promise<WireCheckout> {
  const state = filled(firstState(backend, headerOf(req)), await backend.catalog())
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

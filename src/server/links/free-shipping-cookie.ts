import type { GetServerSidePropsContext } from 'next'
import { defaultCurrency } from '@/domain/data/currencies'
import { listUnstorableFields } from '@/domain/input/storable'
import type { Backend } from '@/server/backend'
import { buildFreeShippingCookie, freeShippingCookie, setCookie } from '@/server/http/cookies'
import { createHeaderReader, type HeaderReader, parseCookie } from '@/server/http/request'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res'>

/**
 * The free-delivery code in the cookie; null without one or if it is not a storable code of at most
 * 64 characters, because the cookie is untrusted.
 */
export function readFreeShippingCookie(header: HeaderReader): string | null {
  const code = parseCookie(header('cookie'), freeShippingCookie)
  return code && code.length <= 64 && listUnstorableFields(code).length === 0 ? code : null
}

/**
 * Stores a link's coupon for later orders if it gives free delivery. The caller must have counted
 * the try.
 */
export async function saveFreeShippingCoupon(
  backend: Backend,
  { res }: Pick<Context, 'res'>,
  coupon: string | null,
): Promise<void> {
  if (coupon === null) return
  const now = backend.now()
  const knownCoupon = (await backend.catalog()).coupon(coupon, defaultCurrency)
  if (!knownCoupon?.terms?.free_shipping || (knownCoupon.validFromMs ?? 0) > now.getTime()) return
  setCookie(res, buildFreeShippingCookie(backend.env, knownCoupon.name, now))
}

/** Renews the cookie with every visit, because browsers delete it after 400 days. */
export function renewFreeShippingCookie({ env, now }: Backend, { req, res }: Context): void {
  const code = readFreeShippingCookie(createHeaderReader(req))
  if (code !== null) setCookie(res, buildFreeShippingCookie(env, code, now()))
}

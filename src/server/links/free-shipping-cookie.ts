import type { GetServerSidePropsContext } from 'next'
import { defaultCurrency } from '@/domain/data/currencies'
import type { Backend } from '@/server/backend'
import { buildFreeShippingCookie, freeShippingCookie, setCookie } from '@/server/http/cookies'
import { createHeaderReader, type HeaderReader, parseCookie } from '@/server/http/request'
import { listUnstorableFields } from '@/server/infra/validate-storable'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res'>

/** The kept code for free delivery (SPEC 9), which may be anybody's writing; null without one. */
export function readFreeShippingCookie(header: HeaderReader): string | null {
  const code = parseCookie(header('cookie'), freeShippingCookie)
  return code && code.length <= 64 && listUnstorableFields(code).length === 0 ? code : null
}

/** Keeps a link's coupon for the orders that come later, if it brings free delivery. The caller may try it. */
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

/** Browsers forget it after 400 days: every visit renews it. */
export function renewFreeShippingCookie({ env, now }: Backend, { req, res }: Context): void {
  const code = readFreeShippingCookie(createHeaderReader(req))
  if (code !== null) setCookie(res, buildFreeShippingCookie(env, code, now()))
}

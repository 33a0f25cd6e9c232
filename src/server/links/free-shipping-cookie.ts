import type { GetServerSidePropsContext } from 'next'
import { defaultCurrency } from '@/domain/data/currencies'
import type { Backend } from '@/server/backend'
import { freeShippingCookie, keepFreeShipping, setCookie } from '@/server/http/cookies'
import { cookieIn, type Header, headerOf } from '@/server/http/request'
import { unstorable } from '@/server/infra/validate-storable'

type Context = Pick<GetServerSidePropsContext, 'req' | 'res'>

/** The kept code for free delivery (SPEC 9), which may be anybody's writing; null without one. */
export function freeDeliveryOf(header: Header): string | null {
  const code = cookieIn(header('cookie'), freeShippingCookie)
  return code && code.length <= 64 && unstorable(code).length === 0 ? code : null
}

/** Keeps a link's coupon for the orders that come later, if it brings free delivery. The caller may try it. */
export async function keepFreeDelivery(
  open: Backend,
  { res }: Pick<Context, 'res'>,
  coupon: string | null,
): Promise<void> {
  if (coupon === null) return
  const now = open.now()
  const known = (await open.catalog()).coupon(coupon, defaultCurrency)
  if (!known?.terms?.free_shipping || (known.validFromMs ?? 0) > now.getTime()) return
  setCookie(res, keepFreeShipping(open.env, known.name, now))
}

/** Browsers forget it after 400 days: every visit renews it. */
export function renewFreeDelivery({ env, now }: Backend, { req, res }: Context): void {
  const code = freeDeliveryOf(headerOf(req))
  if (code !== null) setCookie(res, keepFreeShipping(env, code, now()))
}

import type { GetServerSidePropsContext } from 'next'
import { pickLaunchParams } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { buildCheckoutStartedCookie, buildTokenCookie, setCookie } from '@/server/http/cookies'
import { createHeaderReader, resolveClientAddress } from '@/server/http/request'
import { startOrResumeCheckout } from '@/server/links/create-checkout'

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
  { res }: Pick<GetServerSidePropsContext, 'res'>,
  token: string,
): void {
  setCookie(res, buildTokenCookie(env, token))
  setCookie(res, buildCheckoutStartedCookie(env))
}

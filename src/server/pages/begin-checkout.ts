import type { GetServerSidePropsContext } from 'next'
import { pickLaunchParams } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { buildCheckoutStartedCookie, buildTokenCookie, setCookie } from '@/server/http/cookies'
import { createHeaderReader, resolveClientAddress } from '@/server/http/request'
import { startOrResumeCheckout } from '@/server/links/create-checkout'

/** A checkout for the first form that somebody posts, or for a partner's link; answers with its token. */
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

/** The browser has a checkout of its own from now on, and tells of it where it runs scripts. */
export function setCheckoutCookies(
  { env }: Backend,
  { res }: Pick<GetServerSidePropsContext, 'res'>,
  token: string,
): void {
  setCookie(res, buildTokenCookie(env, token))
  setCookie(res, buildCheckoutStartedCookie(env))
}

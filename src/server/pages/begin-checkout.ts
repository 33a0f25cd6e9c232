import type { GetServerSidePropsContext } from 'next'
import { launchPart } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { keepToken, setCookie, tellBegun } from '@/server/http/cookies'
import { addressOf, headerOf } from '@/server/http/request'
import { create } from '@/server/links/create-checkout'

/** A checkout for the first form that somebody posts, or for a partner's link; answers with its token. */
export async function begun(open: Backend, context: GetServerSidePropsContext): Promise<string> {
  const { req, res, query } = context
  const { token } = await create(open, {
    body: { launch: launchPart(query) },
    header: headerOf(req),
    address: addressOf(req, open.env.trustedProxies),
  })
  keepBegun(open, { res }, token)
  return token
}

/** The browser has a checkout of its own from now on, and tells of it where it runs scripts. */
export function keepBegun(
  { env }: Backend,
  { res }: Pick<GetServerSidePropsContext, 'res'>,
  token: string,
): void {
  setCookie(res, keepToken(env, token))
  setCookie(res, tellBegun(env))
}
